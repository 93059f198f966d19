/** @file The contract's schemas for the rows, details and forms that pass between the app and its window. */

import { z } from 'zod';
import { type ErrorRecord, errorCodes } from './errors.ts';
import { readKindSchema } from './history.ts';
import { historyFilterSchema } from './history-shapes.ts';
import { languageSettings } from './languages/languages.ts';
import { DETAILS_WIDTH } from './list-look.ts';
import { recipeStepSchema } from './recipe-shapes.ts';
import { batchStateNames, submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();
export const submissionIdSchema = z.number().int().brand<'SubmissionId'>();

/** An AppError as it crosses a border or is stored. */
export const errorRecordSchema = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  retryable: z.boolean(),
}) satisfies z.ZodType<ErrorRecord>;

export const batchStateSchema = z.enum(batchStateNames);

/** Progress of one stage of sending. */
const stage = z.object({ bytes: count, batches: count });

/** A submission as a row of the queue; its batches are part of its details. */
export const submissionRowSchema = z.object({
  id: submissionIdSchema,
  fileName: z.string(),
  folder: z.string(),
  /** The name of the connection; empty while it is only checked. */
  connection: z.string(),
  addedAt: time,
  state: z.enum(submissionStateNames),
  /** Asked to pause; `state` becomes `paused` only once no bytes move any more. */
  paused: z.boolean(),
  /** Size of the file; absent until the check has read it. */
  bytes: count.optional(),
  lines: count,
  errors: count,
  warnings: count,
  /** How many bytes the check has read. */
  checkedBytes: count,
  /** Its check has not begun: others are checked first. */
  waitsForCheck: z.literal(true).optional(),
  /** Everything there is to send; zero until the submission is approved. */
  whole: stage,
  /** Bytes handed to the network. */
  sent: stage,
  /** The storage has confirmed the file. */
  accepted: stage,
  /** The service has named a state of the batch. */
  seen: stage,
  /** The service has processed the batch. */
  processed: stage,
  /** Failed batches that can be tried again. */
  failedBatches: count,
  /** Batches whose outcome is unknown: a person decides. */
  unknownBatches: count,
  /** While bytes move: how fast lately, and how long the rest of its bytes will take at that. */
  speed: z.object({ bytesPerSecond: count, remainingMs: count.optional() }).optional(),
  /** Why it waits or has failed. */
  error: errorRecordSchema.optional(),
  /** When the app tries again by itself, if it waits for that. */
  nextTryAt: time.optional(),
  /** Bytes of uploads that were broken off in the middle: they are sent again. Until the next upload begins. */
  sentAgainBytes: count.optional(),
  /** A warning that does not stop the submission. */
  warning: errorRecordSchema.optional(),
});

/** The submissions after the change with this sequence number. */
export const queueStateSchema = z.object({
  sequence: count,
  submissions: z.array(submissionRowSchema),
  /** Submissions that are no longer in the queue. */
  removed: z.array(submissionIdSchema),
  /** Why the whole queue has stopped, for example on a full disk; absent while it works. */
  stopped: errorRecordSchema.optional(),
});

/** The queue as a page begins with it: what moves or needs a person, and the latest of all others. */
export const queueSnapshotSchema = queueStateSchema.extend({
  /** So many submissions before this one, all of which have ended well, are not in it; absent if none is missing. */
  older: z.object({ before: submissionIdSchema, count }).optional(),
});

/** Some of the submissions that a snapshot leaves out, newest first, as they were after the change with this number. */
export const olderSubmissionsSchema = z.object({
  sequence: count,
  submissions: z.array(submissionRowSchema),
  /** Older ones than this are still missing; absent with the last piece. */
  before: submissionIdSchema.optional(),
});

export const batchRowSchema = z.object({
  number: count,
  state: batchStateSchema,
  /** The batch id; absent until the service has issued one. */
  batchId: z.string().optional(),
  /** Abandoned ids: issued for the same bytes and no longer used. */
  abandoned: z.array(z.string()),
  /** The remote state, as the service spells it, and the message that came with it. */
  remoteState: z.string().optional(),
  remoteMessage: z.string(),
  start: count,
  bytes: count,
  lines: count,
  /** Of the file, where that is known. */
  firstLine: count.optional(),
  lastLine: count.optional(),
  sha256: z.string(),
  /** Bytes of the current attempt that were handed to the network. */
  sentBytes: count,
  attempts: count,
  report: z.enum(['none', 'wanted', 'kept', 'unavailable']),
  /** When the app takes the next step, if it waits for a time. */
  nextTryAt: time.optional(),
  /** Until when the app asks the service whether the batch has arrived. */
  askedUntil: time.optional(),
  /** Abandoned ids under which the file may still have arrived; `movedAt` is when the app learnt that it has. */
  watched: z.array(z.object({ batchId: z.string(), remoteState: z.string().optional(), movedAt: time.optional() })),
  error: errorRecordSchema.optional(),
});

/** An event of the history: its `kind` and its consequences. */
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

/** The number of findings of one rule. */
export const ruleCountSchema = z.object({ rule: z.string(), severity: z.enum(['error', 'warning']), count });

/** Where a line of a prepared file comes from. */
export const preparedFromSchema = z.object({
  /** The file of the export, with its sheet or the file in an archive. */
  source: z.string(),
  /** As in a spreadsheet. */
  row: count,
  /** The column that makes the field, where it is known. */
  column: z.string().optional(),
});

export const findingRowSchema = z.object({
  /** Counted from 1; 0 for the file itself. */
  line: count,
  rule: z.string(),
  severity: z.enum(['error', 'warning']),
  path: z.string(),
  message: z.string(),
  /** Of a line of a prepared file. */
  from: preparedFromSchema.optional(),
});

/** How the figures of the source system compare with the preparation as a whole. */
export const controlSchema = z.object({
  figures: count,
  differences: count,
  /** The first of them. */
  differing: z.array(
    z.object({
      currency: z.string().optional(),
      day: z.string().optional(),
      expected: z.object({ count: count.optional(), sum: z.string().optional() }),
      actual: z.object({ count, sum: z.string().optional() }),
    }),
  ),
});

export const submissionDetailsSchema = z.object({
  row: submissionRowSchema,
  /** What people call the file: its path, where that is known. */
  name: z.string(),
  sha256: z.string().optional(),
  transactions: count,
  /** The totals of the file. */
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  days: z.object({ first: z.string(), last: z.string(), count }).optional(),
  checkMs: z.number().optional(),
  /** How many batches it would make; absent before its check, and once it has made them. */
  wouldMake: count.optional(),
  onInvalid: z.enum(['stop', 'service-decides']),
  ingestValid: z.boolean(),
  maxBatchBytes: count,
  /** Every batch ever made, except those that were replaced. */
  batches: z.array(batchRowSchema),
  /** The latest thousand events, oldest first. */
  history: z.array(happeningSchema),
  historyIntact: z.boolean(),
  byRule: z.array(ruleCountSchema),
  /** The figures of the source system, where the file was prepared with some. */
  control: controlSchema.optional(),
  /** The submission of which this one has what was missing. */
  corrects: submissionIdSchema.optional(),
  /** The submission that has what was missing of this one. */
  correctedBy: submissionIdSchema.optional(),
});

const figures = {
  transactions: count,
  bytes: count,
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** `count`: of different days, where it is known. */
  days: z.object({ first: z.string(), last: z.string(), count: count.optional() }).optional(),
};

/** What a person sees before files are sent. */
export const releaseSummarySchema = z.object({
  ...figures,
  files: count,
  batches: count,
  /** How long sending takes: at the speed of late, or at least by the limits of the service where that is not known. */
  sendMs: count,
  isSpeedKnown: z.boolean(),
  /** The name of the connection is to be typed. */
  isTyped: z.boolean(),
  /** The last similar file that went to the same place; only for a single file. */
  earlier: z.object({ ...figures, id: submissionIdSchema, fileName: z.string(), addedAt: time }).optional(),
});

/** Findings of one rule, field and value. */
export const findingGroupSchema = z.object({
  id: z.int(),
  ...findingRowSchema.omit({ line: true }).shape,
  value: z.string().optional(),
  count: z.int(),
  /** The first few, ascending. */
  firstLines: z.array(z.int()),
});

/** Selects findings. */
const findingSelection = z.strictObject({
  id: submissionIdSchema,
  rules: z.array(z.string()).max(50).optional(),
  severity: z.enum(['error', 'warning']).optional(),
  /** What field, value or message contain, in upper or lower case. */
  text: z.string().min(1).max(200).optional(),
});

/** A part of the selected groups, the most frequent first. */
export const groupQuerySchema = findingSelection.extend({ offset: count, limit: z.number().int().min(1).max(200) });

/** Groups, and how many there are in all, with so many findings. */
export const groupPageSchema = z.object({ groups: z.array(findingGroupSchema), total: count, findings: count });

/** Findings of one group, by its number, or of all. */
const ofGroup = { group: count.optional() };

/** A part of the selected findings; `offset` counts within that selection. */
export const findingQuerySchema = findingSelection.extend({
  ...ofGroup,
  offset: count,
  limit: z.number().int().min(1).max(500),
});

/** Asks how many of the selected findings there are before a line, or in all. */
export const findingPlaceSchema = findingSelection.extend({ ...ofGroup, line: count.optional() });

/** One line of a source file; `text` holds only the beginning of a very long line. */
export const sourceLineSchema = z.object({
  line: count,
  text: z.string(),
  isShortened: z.boolean(),
  /** Some of its bytes are not UTF-8, so `text` has others in their place. */
  hasOtherBytes: z.literal(true).optional(),
  /** Of a line of a correction: which line of the first file it was. */
  origin: z.object({ submission: submissionIdSchema, line: count }).optional(),
  /** The row of the export that it was, where the file was prepared. */
  row: z.object({ source: z.string(), table: z.string(), row: count }).optional(),
});

/** A file that a person picked. The app knows it by `offer` from then on: the window never sends a path. */
export const fileOfferSchema = z.object({
  offer: z.uuid(),
  fileName: z.string(),
  folder: z.string(),
  bytes: count,
  /** The recognised kind; only `json-lines` can be sent. */
  kind: z.enum(['json-lines', 'json', 'csv', 'compressed', 'text', 'utf-16', 'binary', 'blank', 'empty']),
  /** At the configured batch size. */
  estimatedBatches: count,
  /** For the check; `estimatedSendMs` for sending at the recent speed, where known. */
  estimatedCheckMs: count,
  estimatedSendMs: count.optional(),
  /** The queue has a file of this name and size already. */
  isKnown: z.literal(true).optional(),
});
/** How far the app is with the files that were picked: how many it has found, and then how many of them it has looked at. */
export const filesReadingSchema = z.object({ found: count, looked: count.optional() });
/** The result of picking files. */
export const pickedFilesSchema = z.object({
  offers: z.array(fileOfferSchema),
  refused: z.array(z.object({ fileName: z.string(), error: errorRecordSchema })),
});

/**
 * Why a file that was only checked is checked again before it is sent. file: it has changed · rules: the rule set has ·
 * batch-size: it is cut in other places
 */
export const checkAgainSchema = z.enum(['file', 'rules', 'batch-size']);

export const sendOptionsSchema = z.strictObject({
  /** The name of the connection. */
  connection: z.string().max(64),
  onInvalid: z.enum(['stop', 'service-decides']),
  ingestValid: z.boolean(),
  maxBatchBytes: z.number().int().min(1000).max(2_000_000_000),
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

/** In days; null: without a limit of time, until the submission is removed. */
const keptDays = z.number().int().min(1).max(36_500);
export const retentionShape = z.strictObject({
  submissions: keptDays.nullable(),
  findings: keptDays.nullable(),
  reports: keptDays.nullable(),
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

/** What the window remembers of how a person uses it. */
const windowUseShape = z.strictObject({
  /** The tour was shown once, to its end or until it was closed. */
  hasSeenTour: z.boolean(),
  /** Whether single keys without Ctrl or Command do something. */
  singleStrokes: z.boolean(),
  /** Ids of commands, the latest first. */
  recentCommands: z.array(z.string().max(200)).max(20),
});

/** How the list of the queue looks. */
const listLookShape = z.strictObject({
  rows: z.enum(['comfortable', 'compact']),
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

/** Where a modification id went, or a batch id: the line is that of the id. */
export const placeSchema = z.object({
  submission: submissionIdSchema,
  fileName: z.string(),
  connection: z.string(),
  line: count.optional(),
  batchId: z.string().optional(),
  /** Of the batch, or of the submission where there is none. */
  state: z.enum(submissionStateNames),
  /** The service's own word for it. */
  remoteState: z.string().optional(),
  /** False where the file is gone or has changed: only the index tells the line. */
  isConfirmed: z.boolean(),
  /** It was taken out of the queue. */
  isRemoved: z.boolean(),
});

export const foundPlacesSchema = z.object({
  /** Whether modification ids are kept, and so can be found. */
  keepsIds: z.boolean(),
  places: z.array(placeSchema),
  /** There are more places than these. */
  isCut: z.boolean(),
  /** The names of files that were not searched. */
  unsearched: z.array(z.string()),
});

/** What an organisation can set for all who work on a computer, so that no person there changes it. */
export const managedNameSchema = z.enum([
  'connections',
  'proxy',
  'authorities',
  'retention.submissions',
  'retention.findings',
  'retention.reports',
  'retention.logs',
  'practice',
  'serviceDecides',
  'ruleSet',
  'idIndex',
  'updates',
]);

/** What the page needs to know about the app. */
export const appInfoSchema = z.object({
  version: z.string(),
  /** electron: a desktop window · browser: a page served on loopback */
  shell: z.enum(['electron', 'browser']),
  platform: z.enum(['windows', 'macos', 'linux']),
  dataFolder: z.string(),
  /** Whether encrypted secrets survive a restart; if not, `secretsHint` gives the reason. */
  keepsSecrets: z.boolean(),
  secretsHint: z.string().optional(),
  /** What is set by the organisation on this computer. */
  managed: z.array(managedNameSchema).readonly(),
  /** Dropping files does not work while the app runs with administrator rights. */
  canDrop: z.boolean(),
  /** What the app must tell the person first: the queue was damaged and has been recovered. */
  notice: errorRecordSchema.optional(),
});

/** Updates of the app, and who decides whether it asks for them. */
export const updateStateSchema = z.object({
  isOn: z.boolean(),
  /** build: this build has no updates · policy: the organisation has decided */
  decidedBy: z.enum(['person', 'policy', 'build']),
  step: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('nothing') }),
    z.object({ kind: z.literal('current'), at: time }),
    /** There is a later version, which somebody else installs here. */
    z.object({ kind: z.literal('told'), version: z.string() }),
    z.object({ kind: z.literal('loading'), version: z.string() }),
    z.object({ kind: z.literal('ready'), version: z.string() }),
    z.object({ kind: z.literal('failed'), error: errorRecordSchema }),
  ]),
});

/** For people to keep or print; JSON is what the signature covers. */
export const receiptFormatSchema = z.enum(['pdf', 'html', 'json']);

/** Something the person can save to a chosen place, or download. */
export const savableSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('findings'), id: submissionIdSchema, format: z.enum(['csv', 'jsonl']) }),
  z.strictObject({ kind: z.literal('report'), batch: count }),
  /** What the report says of each line, beside what the check found, as CSV. */
  z.strictObject({ kind: z.literal('report-table'), batch: count }),
  /** Of one batch, or of a whole submission, also one that was removed. PDF only in the desktop app. */
  z.strictObject({ kind: z.literal('receipt'), batch: count, format: receiptFormatSchema }),
  z.strictObject({ kind: z.literal('submission-receipt'), id: submissionIdSchema, format: receiptFormatSchema }),
  /** Logs, versions and settings for support, without secrets. */
  z.strictObject({ kind: z.literal('support') }),
  /** The entries of the history that pass a filter. */
  z.strictObject({ kind: z.literal('history-entries'), filter: historyFilterSchema, format: z.enum(['csv', 'jsonl']) }),
  /** These submissions, in this order, with what is known of each; what was removed meanwhile is left out. */
  z.strictObject({
    kind: z.literal('queue-list'),
    ids: z.array(submissionIdSchema).max(100_000),
    format: z.enum(['csv', 'jsonl']),
  }),
  /** What a verification of the history finds now, as text, with the public key for receipts. */
  z.strictObject({ kind: z.literal('history') }),
  /** A kept template, as `tranship prepare --template` reads it. */
  z.strictObject({ kind: z.literal('template'), id: z.uuid() }),
  /** The files of a preparation that was saved in a browser, as a zip. */
  z.strictObject({ kind: z.literal('prepared'), id: z.uuid() }),
  /** A rule set as it is being made, as `tranship check --rules` reads it. */
  z.strictObject({ kind: z.literal('rule-set'), text: z.string().max(200_000) }),
  /** The steps as a file for `tranship fix --recipe`. */
  z.strictObject({ kind: z.literal('recipe'), name: z.string().max(300), steps: z.array(recipeStepSchema).max(500) }),
]);
/**
 * saved: written to a file · download: the page fetches it from `address` · cancelled: the person cancelled the dialog
 */
export const savedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('saved'), path: z.string() }),
  z.object({ kind: z.literal('download'), address: z.string() }),
  z.object({ kind: z.literal('cancelled') }),
]);

/** The part of a report that the window shows. */
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
export type PreparedFrom = z.infer<typeof preparedFromSchema>;
export type FindingRow = z.infer<typeof findingRowSchema>;
export type FindingQuery = z.infer<typeof findingQuerySchema>;
export type FindingGroupRow = z.infer<typeof findingGroupSchema>;
export type GroupQuery = z.infer<typeof groupQuerySchema>;
export type SourceLine = z.infer<typeof sourceLineSchema>;
export type Stage = z.infer<typeof stage>;
export type QueueState = z.infer<typeof queueStateSchema>;
export type QueueSnapshot = z.infer<typeof queueSnapshotSchema>;
export type OlderSubmissions = z.infer<typeof olderSubmissionsSchema>;
export type FileOffer = z.infer<typeof fileOfferSchema>;
export type FilesReading = z.infer<typeof filesReadingSchema>;
export type PickedFiles = z.infer<typeof pickedFilesSchema>;
export type SendOptions = z.infer<typeof sendOptionsSchema>;
export type ReleaseSummary = z.infer<typeof releaseSummarySchema>;
export type CheckAgain = z.infer<typeof checkAgainSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type Place = z.infer<typeof placeSchema>;
export type FoundPlaces = z.infer<typeof foundPlacesSchema>;
export type Kept = z.infer<typeof keptSchema>;
export type ManagedName = z.infer<typeof managedNameSchema>;
export type UpdateState = z.infer<typeof updateStateSchema>;
export type AppInfo = z.infer<typeof appInfoSchema>;
export type ReceiptFormat = z.infer<typeof receiptFormatSchema>;
export type Savable = z.infer<typeof savableSchema>;
export type Saved = z.infer<typeof savedSchema>;
export type ReportExcerpt = z.infer<typeof reportExcerptSchema>;
