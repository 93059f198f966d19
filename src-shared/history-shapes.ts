/** @file The contract's schemas for the page of the history. */

import { z } from 'zod';
import { accountSchema, lineSumsSchema } from './account.ts';
import { readKindSchema } from './history.ts';
import { controlSchema } from './shapes.ts';
import { submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();
const word = z.string().min(1).max(500);

/** What entries must meet; what is absent is met by all. */
export const historyFilterSchema = z.strictObject({
  /** A part of the file's name. */
  named: word.optional(),
  batchId: word.optional(),
  /** Finds nothing where no index of modification ids is kept. */
  modificationId: word.optional(),
  /** From this moment, and before that one: days are those of the person. */
  from: time.optional(),
  before: time.optional(),
  state: z.enum(submissionStateNames).optional(),
  /** A user of the system. */
  person: word.optional(),
  /** Only submissions that were taken out of the queue. */
  isRemoved: z.boolean().optional(),
});

export const historyEntrySchema = z.object({
  position: count,
  at: time,
  kind: readKindSchema,
  /** The number of the submission; absent for the queue as a whole. */
  submission: z.number().int().brand<'SubmissionId'>().optional(),
  fileName: z.string().optional(),
  /** The number of the batch it happened to; absent for the submission as a whole. */
  batch: count.optional(),
  batchId: z.string().optional(),
  state: z.string().optional(),
  remoteState: z.string().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
  /** What became of the lines of a batch that has ended. */
  account: accountSchema.optional(),
  user: z.string().optional(),
  machine: z.string().optional(),
  /** By which the next entry, and a receipt, name it. */
  hash: z.string(),
  /** When its submission was taken out of the queue, and when its customer data was purged. */
  removedAt: time.optional(),
  purgedAt: time.optional(),
  /** Whether its submission was taken out of the queue, and until when it can be brought back. */
  isRemoved: z.boolean(),
  restorableUntil: time.optional(),
});

export const historyPageSchema = z.object({
  /** Newest first. */
  entries: z.array(historyEntrySchema),
  /** To ask for what is older; absent at the end. */
  olderThan: count.optional(),
  /** Files that could not be searched for a modification id: their history may fit as well. */
  unsearched: count.optional(),
});

/** The first moments of days in the zone of the person, in order, and the end of the last day. */
export const dayStartsSchema = z
  .array(time)
  .min(2)
  .max(401)
  .refine((starts) => starts.every((start, index) => index === 0 || (starts[index - 1] ?? start) < start));

/** What became of the lines of the files that were added on a day, each with what corrects it; of those that were practised, apart. */
export const dayFiguresSchema = z.object({ at: time, account: accountSchema, practised: accountSchema.optional() });

export const overviewSchema = z.object({
  days: z.array(dayFiguresSchema),
  /** Of the last day but one, by connection; the name is empty for what was only checked. Practice only where there is nothing else. */
  yesterday: z.array(
    z.object({
      connection: z.string(),
      account: accountSchema,
      /** Of all its files, as their checks have added them up; none where one of them is not known any more. */
      sums: lineSumsSchema.shape.sums,
      /** What the source systems said of the exports that its files were prepared from; absent where none did. */
      control: controlSchema.optional(),
    }),
  ),
});

/** What a person can choose from. */
export const historyChoicesSchema = z.object({ people: z.array(z.string()), hasModificationIndex: z.boolean() });

export type DayFigures = z.infer<typeof dayFiguresSchema>;
export type Overview = z.infer<typeof overviewSchema>;
export type HistoryFilter = z.infer<typeof historyFilterSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
