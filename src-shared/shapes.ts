/** @file What crosses the border between the app and its window: the rows, pages and forms that the contract names. */

import { z } from 'zod';
import { type ErrorRecord, errorCodes } from './errors.ts';
import { readKindSchema } from './history.ts';
import { batchStateNames, submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();
export const submissionIdSchema = z.number().int().brand<'SubmissionId'>();

/** An AppError as it crosses a border or rests in the store. */
export const errorRecordSchema = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  retryable: z.boolean(),
}) satisfies z.ZodType<ErrorRecord>;

export const batchStateSchema = z.enum(batchStateNames);

/** How far one stage of the way has come. */
const stage = z.object({ bytes: count, batches: count });

/** A submission as a line of the queue; its batches come with its details. */
export const submissionRowSchema = z.object({
  id: submissionIdSchema,
  fileName: z.string(),
  folder: z.string(),
  /** The name of the connection. */
  connection: z.string(),
  addedAt: time,
  state: z.enum(submissionStateNames),
  /** Asked to pause; `state` says so only once nothing moves any more. */
  paused: z.boolean(),
  /** Of the file; absent until the check has looked at it. */
  bytes: count.optional(),
  lines: count,
  errors: count,
  warnings: count,
  /** How far the check has read. */
  checkedBytes: count,
  /** What there is to send; nothing as long as it is not approved. */
  whole: stage,
  /** Handed to the network. */
  sent: stage,
  /** The storage confirmed to have it. */
  accepted: stage,
  /** The service knows it. */
  seen: stage,
  /** Batches that failed, and could be tried again. */
  failedBatches: count,
  /** Batches of which it is not known whether they arrived: a person decides. */
  unknownBatches: count,
  /** While bytes move: how fast lately, and how long the rest of its bytes will take at that. */
  speed: z.object({ bytesPerSecond: count, remainingMs: count.optional() }).optional(),
  /** Why it waits or has failed. */
  error: errorRecordSchema.optional(),
  /** What a person should know, although it is sent all the same. */
  warning: errorRecordSchema.optional(),
});

/** The submissions as they stood after the change with this number. */
export const queueStateSchema = z.object({
  sequence: count,
  submissions: z.array(submissionRowSchema),
  /** Those that are no longer in the queue. */
  removed: z.array(submissionIdSchema),
  /** What stopped the whole queue, if something did (a full disk). */
  stopped: errorRecordSchema.optional(),
});

export const batchRowSchema = z.object({
  number: count,
  state: batchStateSchema,
  /** What the service knows it by; absent until it issued one. */
  batchId: z.string().optional(),
  /** Ids that were issued for the same bytes and given up. */
  abandoned: z.array(z.string()),
  /** The service's own word for the state, as it is spelled, and what it says besides. */
  remoteState: z.string().optional(),
  remoteMessage: z.string(),
  start: count,
  bytes: count,
  lines: count,
  sha256: z.string(),
  /** Handed to the network in the present attempt. */
  sentBytes: count,
  attempts: count,
  report: z.enum(['none', 'wanted', 'kept', 'unavailable']),
  /** When the next step is taken, if it waits for that. */
  nextTryAt: time.optional(),
  /** Until when the service is asked whether it has arrived. */
  askedUntil: time.optional(),
  /** Ids that were given up although the file may have arrived under them; `movedAt`: it has, and when that was learnt. */
  watched: z.array(z.object({ batchId: z.string(), remoteState: z.string().optional(), movedAt: time.optional() })),
  error: errorRecordSchema.optional(),
});

/** One thing that happened, in the words of the history: its `kind` and what it led to. */
export const happeningSchema = z.object({
  at: time,
  kind: readKindSchema,
  /** The number of the batch it happened to; absent for the submission as a whole. */
  batch: count.optional(),
  state: z.string().optional(),
  remoteState: z.string().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
});

/** How many findings of a rule there are. */
export const ruleCountSchema = z.object({ rule: z.string(), severity: z.enum(['error', 'warning']), count });

export const findingRowSchema = z.object({
  /** Counted from 1; 0 is the file itself. */
  line: count,
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string(),
});

export const submissionDetailsSchema = z.object({
  row: submissionRowSchema,
  /** What people call the file: its path, where that is known. */
  name: z.string(),
  sha256: z.string().optional(),
  transactions: count,
  /** What the file adds up to. */
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  days: z.object({ first: z.string(), last: z.string(), count }).optional(),
  checkMs: z.number().optional(),
  onInvalid: z.enum(['stop', 'service-decides']),
  ingestValid: z.boolean(),
  maxBatchBytes: count,
  /** All batches ever made, replaced ones left out. */
  batches: z.array(batchRowSchema),
  /** The latest thousand, oldest first. */
  history: z.array(happeningSchema),
  historyIntact: z.boolean(),
  byRule: z.array(ruleCountSchema),
});

/** Which findings are wanted, and from which place in that order on. */
export const findingQuerySchema = z.strictObject({
  id: submissionIdSchema,
  rules: z.array(z.string()).max(50).optional(),
  severity: z.enum(['error', 'warning']).optional(),
  offset: count,
  limit: z.number().int().min(1).max(500),
});

/** One line of a source file; `text` only its beginning when it is very long. */
export const sourceLineSchema = z.object({ line: count, text: z.string(), isShortened: z.boolean() });

/** A file that a person picked and that the app knows by `offer` from then on; no path comes from the window. */
export const fileOfferSchema = z.object({
  offer: z.uuid(),
  fileName: z.string(),
  folder: z.string(),
  bytes: count,
  /** What it looks like; only `json-lines` can be sent. */
  kind: z.enum(['json-lines', 'json', 'csv', 'compressed', 'text', 'binary', 'empty']),
  /** At the batch size that is set. */
  estimatedBatches: count,
  /** For checking it, and for sending it at the speed of late, as far as that is known. */
  estimatedCheckMs: count,
  estimatedSendMs: count.optional(),
});
/** What became of the files that a person picked. */
export const pickedFilesSchema = z.object({
  offers: z.array(fileOfferSchema),
  refused: z.array(z.object({ fileName: z.string(), error: errorRecordSchema })),
});

export const sendOptionsSchema = z.strictObject({
  /** The name of the connection. */
  connection: z.string().max(64),
  onInvalid: z.enum(['stop', 'service-decides']),
  ingestValid: z.boolean(),
  maxBatchBytes: z.number().int().min(1000).max(2_000_000_000),
});

export const transferSettingsShape = z.strictObject({
  uploadsPerConnection: z.number().int().min(1).max(16),
  /** What all uploads together may take of the line; absent for all there is. */
  bytesPerSecond: z.number().int().min(1000).optional(),
  stallSeconds: z.number().int().min(1).max(3600),
  /** How long the service is asked whether a batch arrived before a person decides. */
  askSeconds: z.number().int().min(1).max(86_400),
  /** How long a service or storage that answers, but cannot, is tried again. */
  retryHours: z.number().min(0).max(168),
});

export const settingsSchema = z.strictObject({
  appearance: z.enum(['system', 'light', 'dark']),
  notifications: z.strictObject({ ended: z.boolean(), needsPerson: z.boolean() }),
  transfer: transferSettingsShape,
  /** What the next file starts out with: the options that were used last. */
  sending: sendOptionsSchema,
  /** The rule set as text (JSON); empty for the default rules. */
  ruleSet: z.string().max(200_000),
});

/** What the page must know about the app it belongs to. */
export const appInfoSchema = z.object({
  version: z.string(),
  /** electron: a desktop window · browser: a page served on loopback */
  shell: z.enum(['electron', 'browser']),
  platform: z.enum(['windows', 'macos', 'linux']),
  dataFolder: z.string(),
  /** Whether secrets can be kept encrypted over a restart; if not, why, in one sentence. */
  keepsSecrets: z.boolean(),
  secretsHint: z.string().optional(),
  /** Dropping files is dead while the app runs with administrator rights. */
  canDrop: z.boolean(),
  /** What a person must be told first: the queue was damaged and has been recovered. */
  notice: errorRecordSchema.optional(),
});

/** Something that is saved where the person says, or downloaded. */
export const savableSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('findings'), id: submissionIdSchema, format: z.enum(['csv', 'jsonl']) }),
  z.strictObject({ kind: z.literal('report'), batch: count }),
  z.strictObject({ kind: z.literal('receipt'), batch: count }),
  /** Logs, versions and settings for whoever helps, without anything secret. */
  z.strictObject({ kind: z.literal('support') }),
]);
/** saved: to a file · download: the page fetches it from there · cancelled: the person changed their mind */
export const savedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), path: z.string() }),
  z.object({ kind: z.literal('download'), address: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);

/** A validation report as far as a window shows it. */
export const reportExcerptSchema = z.object({
  fileName: z.string(),
  bytes: count,
  text: z.string(),
  isShortened: z.boolean(),
});

export type SubmissionRow = z.infer<typeof submissionRowSchema>;
export type SubmissionDetails = z.infer<typeof submissionDetailsSchema>;
export type BatchRow = z.infer<typeof batchRowSchema>;
export type Happening = z.infer<typeof happeningSchema>;
export type RuleCount = z.infer<typeof ruleCountSchema>;
export type FindingRow = z.infer<typeof findingRowSchema>;
export type FindingQuery = z.infer<typeof findingQuerySchema>;
export type SourceLine = z.infer<typeof sourceLineSchema>;
export type Stage = z.infer<typeof stage>;
export type QueueState = z.infer<typeof queueStateSchema>;
export type FileOffer = z.infer<typeof fileOfferSchema>;
export type PickedFiles = z.infer<typeof pickedFilesSchema>;
export type SendOptions = z.infer<typeof sendOptionsSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type AppInfo = z.infer<typeof appInfoSchema>;
export type Savable = z.infer<typeof savableSchema>;
export type Saved = z.infer<typeof savedSchema>;
export type ReportExcerpt = z.infer<typeof reportExcerptSchema>;
