/** @file The contract's schemas for the settings, and for what is kept by them. */

import { z } from 'zod';
import { languageSettings } from './languages/languages.ts';
import { DETAILS_WIDTH, usualListLook } from './list-look.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();

export const sendOptionsSchema = z.strictObject({
  /** The name of the connection. */
  connection: z.string().max(64),
  onInvalid: z.enum(['stop', 'service-decides']),
  ingestValid: z.boolean(),
  maxBatchBytes: z.number().int().min(1000).max(2_000_000_000),
  /** Whether other computers of the team send it; this one does where it is absent. */
  forTeam: z.boolean().optional(),
});

export const transferSettingsShape = z.strictObject({
  uploadsPerConnection: z.number().int().min(1).max(16),
  /** Limit for all uploads together; absent for none. */
  bytesPerSecond: z.number().int().min(1000).optional(),
  stallSeconds: z.number().int().min(1).max(3600),
  /** How long the app asks the service whether a batch arrived before a person decides. */
  askSeconds: z.number().int().min(1).max(86_400),
  /** How long the app keeps trying a service or storage that answers with temporary failures. */
  retryHours: z.number().min(0).max(168),
});

/** In days; null: without a limit of time, until the submission is removed; `ids`, of what was sent: always. */
const keptDays = z.number().int().min(1).max(36_500);
export const retentionShape = z.strictObject({
  submissions: keptDays.nullable(),
  findings: keptDays.nullable(),
  reports: keptDays.nullable(),
  ids: keptDays.nullable(),
  logs: keptDays,
});

export const keptKinds = [
  'submissions',
  'findings',
  'reports',
  'ids',
  'inbox',
  'prepared',
  'journals',
  'practice',
  'damaged',
  'logs',
  'history',
] as const;
/** What is kept of one kind. `bytes` is absent for what is a part of the database, which stands with the submissions. */
export const keptSchema = z.object({
  kind: z.enum(keptKinds),
  count,
  bytes: count.optional(),
  /** Of the oldest. */
  since: time.optional(),
});

/**
 * What can be removed at once to make room. copies: what Tranship has made of files of which every line was accepted · reports: of
 * batches that have ended, with what was read out of them · damaged: databases that were set aside
 */
export const freeableKindSchema = z.enum(['copies', 'reports', 'damaged']);
export const freeableSchema = z.object({ kind: freeableKindSchema, count, bytes: count });

/** What the window remembers of how a person uses it. */
const windowUseShape = z.strictObject({
  /** The tour was shown once, to its end or until it was closed. */
  hasSeenTour: z.boolean(),
  /** Whether single keys without Ctrl or Command do something. */
  singleStrokes: z.boolean(),
  /** Ids of commands, the latest first. */
  recentCommands: z.array(z.string().max(200)).max(20),
  /** Of the bank's own customers, as a person has said it last for an export. */
  ownCountry: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
});

/** How the list of the queue looks. */
const listLookShape = z.strictObject({
  rows: z.enum(['comfortable', 'compact']),
  /** Whether what came together is one row that opens. */
  grouping: z.enum(['together', 'single']).default(usualListLook.grouping),
  /** Whether a submission opens beside the list, where the window is wide enough, or on its own page. */
  details: z.enum(['beside', 'page']),
  /** Of the pane beside the list, in pixels of the page. */
  detailsWidth: z.int().min(DETAILS_WIDTH.least).max(DETAILS_WIDTH.most),
});

export const settingsSchema = z.strictObject({
  appearance: z.enum(['system', 'light', 'dark']),
  /** Of the window, and of what the system shows for it. */
  language: z.enum(languageSettings),
  notifications: z.strictObject({ ended: z.boolean(), needsPerson: z.boolean() }),
  /** On the desktop: starts at sign-in while the queue has something to do. */
  startAtLogin: z.boolean(),
  transfer: transferSettingsShape,
  /** How long customer data is kept. */
  retention: retentionShape,
  /** Whether an index of the modification ids of checked files is kept. */
  idIndex: z.boolean(),
  /** Defaults for the next file: the options used last. */
  sending: sendOptionsSchema,
  /** The rule set as text (JSON); empty for the default rules. */
  ruleSet: z.string().max(200_000),
  window: windowUseShape,
  list: listLookShape,
});

export type SendOptions = z.infer<typeof sendOptionsSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type Freeable = z.infer<typeof freeableSchema>;
export type Kept = z.infer<typeof keptSchema>;
