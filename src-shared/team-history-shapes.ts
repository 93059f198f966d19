/** @file The contract's schemas for the history of a team: who did what at which desk. */

import { z } from 'zod';

/** Milliseconds since the epoch, by the clock of the ledger. */
const time = z.number().int();
const word = z.string().min(1).max(500);

/** What is absent is met by all. */
export const teamHistoryFilterSchema = z.strictObject({
  /** The id of a desk, or the name of its computer. */
  desk: word.optional(),
  /** A login of the ledger. */
  person: word.optional(),
  kind: word.optional(),
  /** From this moment, and before that one. */
  from: time.optional(),
  before: time.optional(),
});

// The desk of another person may have told anything: what is not as it should be is left out, and the rest is shown.
const text = z.string().optional().catch(undefined);
const figure = z.number().optional().catch(undefined);

/** What is known of a happening beside its kind: names, figures and reasons, never a value of a transaction. */
const happeningDetailSchema = z.object({
  file: text,
  destination: text,
  sha256: text,
  batchId: text,
  reason: text,
  submission: figure,
  bytes: figure,
  lines: figure,
  errors: figure,
  sentBefore: figure,
  decidedByPerson: z.boolean().optional().catch(undefined),
  /** Of an offer. */
  offer: figure,
  /** Of a role that was given to, or withdrawn from, somebody. */
  role: text,
  whom: text,
  /** Of a history that parted, and of a ledger that was put back: the last entry that both have. */
  after: figure,
  known: figure,
  /** Of the computer, as the desk says. */
  user: text,
  machine: text,
  /** Of settings: where the history is noted, and what of the rules was changed. */
  anchorFile: text,
  syslog: text,
  changes: z
    .array(z.object({ field: z.string(), before: text, after: text }))
    .optional()
    .catch(undefined),
});

export const teamHappeningSchema = z.object({
  at: time,
  /** A login of the ledger, which proves it. */
  person: z.string(),
  /** The name of the computer; empty where it was not said. */
  desk: z.string(),
  /** Absent for what was done in the ledger itself. */
  deskId: z.string().optional(),
  kind: z.string(),
  detail: happeningDetailSchema,
});

export const teamHistoryPageSchema = z.object({
  /** The latest first. */
  happenings: z.array(teamHappeningSchema),
  /** To ask for what is older; absent at the end. */
  olderThan: z.string().optional(),
});

/** Where a page ended: microseconds since the epoch, and what orders the same moment. */
export const teamCursorSchema = z.string().regex(/^-?\d{1,17}\.\d{1,2}\.\d{1,18}$/);

export type TeamHistoryFilter = z.infer<typeof teamHistoryFilterSchema>;
export type TeamHappening = z.infer<typeof teamHappeningSchema>;
export type TeamHistoryPage = z.infer<typeof teamHistoryPageSchema>;
