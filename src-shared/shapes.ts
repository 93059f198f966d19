/** @file The contract's schemas for submissions and their batches: as rows, in detail, as offers of files, and where they are found. */

import { z } from 'zod';
import { accountSchema, lineOutcomes } from './account.ts';
import { type ErrorRecord, errorCodes } from './errors.ts';
import { readKindSchema } from './history.ts';
import { factValuesSchema, saidSchema } from './languages/fact-schema.ts';
import { leftOutReasons } from './left-out-reasons.ts';
import { moneyFlowSchema } from './money-flow.ts';
import { refusedRowsSchema } from './refused-rows.ts';
import { rowPlaceSchema } from './row-place.ts';
import { batchStateNames, submissionStateNames } from './states.ts';

const count = z.number().int().nonnegative();
/** Milliseconds since the epoch. */
const time = z.number().int();
export const submissionIdSchema = z.number().int().brand<'SubmissionId'>();

/** An AppError as it crosses a border or is stored. */
export const errorRecordSchema = z.object({
  code: z.enum(errorCodes),
  params: factValuesSchema,
  retryable: z.boolean(),
}) satisfies z.ZodType<ErrorRecord>;

export const batchStateSchema = z.enum(batchStateNames);
export const reportStateSchema = z.enum(['none', 'wanted', 'kept', 'unavailable']);

/** Progress of one stage of sending. */
const stage = z.object({ bytes: count, batches: count });

/** Batches that the service has processed under more than one id, and how many lines that concerns. */
export const doubledSchema = z.object({ batches: count, lines: count });

/** With which files one came: what came together has the same id. */
export const additionSchema = z.object({
  id: z.string(),
  /** person: in one step · preparation: of the same exports · watch: from one folder on one day */
  by: z.enum(['person', 'preparation', 'watch']),
  /** Of the template of the preparation. */
  name: z.string().optional(),
});

/** A submission as a row of the queue; its batches are part of its details. */
export const submissionRowSchema = z.object({
  id: submissionIdSchema,
  fileName: z.string(),
  folder: z.string(),
  /** The name of the connection; empty while it is only checked. */
  connection: z.string(),
  addedAt: time,
  /** Absent where it came alone. */
  addition: additionSchema.optional(),
  state: z.enum(submissionStateNames),
  /** Asked to pause; `state` becomes `paused` only once no bytes move any more. */
  paused: z.boolean(),
  /** Something is still to be done for it, if only to fetch a report. */
  isMoving: z.literal(true).optional(),
  /** Size of the file; absent until the check has read it. */
  bytes: count.optional(),
  lines: count,
  /** What its lines pay, by currency, as far as that can be read; absent until it is known. */
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })).optional(),
  /** How many of its lines are in no sum; absent where that is not known. */
  unsummed: count.optional(),
  errors: count,
  warnings: count,
  /** How many bytes the check has read. */
  checkedBytes: count,
  /** Its check has not begun: others are checked first. */
  waitsForCheck: z.literal(true).optional(),
  /** The computers of the team send it, each its parts. */
  isForTeam: z.literal(true).optional(),
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
  /** What became of each of its lines; absent until they are counted. */
  account: accountSchema.optional(),
  /**
   * Of one that was corrected, or corrects another: what became of the lines of the first file in the end, where that is known, and
   * the submissions before and after it.
   */
  story: z
    .object({
      account: accountSchema.optional(),
      corrects: submissionIdSchema.optional(),
      correctedBy: submissionIdSchema.optional(),
      /** The first file, of any other. */
      first: submissionIdSchema.optional(),
      /** Where several corrections have its lines now, each a part: the first file. */
      partOf: submissionIdSchema.optional(),
    })
    .optional(),
  /** Of its batches those that the service has processed under more than one id, and how many lines that concerns; absent if none. */
  doubled: doubledSchema.optional(),
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
  /** Whether a batch of it is being tried again at this moment. */
  isTriedAgain: z.literal(true).optional(),
  /** Bytes of uploads that were broken off in the middle: they are sent again. Until the next upload begins. */
  sentAgainBytes: count.optional(),
  /** A warning that does not stop the submission. */
  warning: errorRecordSchema.optional(),
  /** Of one that is held: how much of it was corrected, which is kept and not sent yet; absent if nothing. */
  keptCorrections: count.optional(),
  /** Rows that its preparation refused, while they are open: they are in none of its files. */
  refusedRows: refusedRowsSchema.optional(),
});

/** What all that goes over a connection waits for at this moment. */
export const connectionWaitSchema = z.object({
  connection: z.string(),
  /**
   * person: until a person helps · host: a host does not answer · service-pause, storage-pause: it has asked to be left alone ·
   * turn: the service gives only so many upload addresses · hours: its sending hours
   */
  kind: z.enum(['person', 'host', 'service-pause', 'storage-pause', 'turn', 'hours']),
  /** How many files wait; none where the connection is known to fail and nothing is to be sent. */
  files: count,
  /** What is wrong, with a person or a host. */
  error: errorRecordSchema.optional(),
  /** So many requests in so many milliseconds. */
  pace: z.object({ requests: count, window: count }).optional(),
  /** When the pause ends, or the last of the files has had its turn. */
  until: time.optional(),
});

/** The submissions after the change with this sequence number. */
export const queueStateSchema = z.object({
  sequence: count,
  submissions: z.array(submissionRowSchema),
  /** Submissions that are no longer in the queue. */
  removed: z.array(submissionIdSchema),
  /** Why the whole queue has stopped, for example on a full disk; absent while it works. */
  stopped: errorRecordSchema.optional(),
  /** What connections wait for; absent while none does. */
  waits: z.array(connectionWaitSchema).optional(),
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
  report: reportStateSchema,
  /** How many of its lines the report names as rejected; absent where it was not read. */
  named: count.optional(),
  /** When the app takes the next step, if it waits for a time. */
  nextTryAt: time.optional(),
  /** Until when the app asks the service whether the batch has arrived. */
  askedUntil: time.optional(),
  /** Abandoned ids under which the file may still have arrived; `movedAt` is when the app learnt that it has. */
  watched: z.array(z.object({ batchId: z.string(), remoteState: z.string().optional(), movedAt: time.optional() })),
  /** The ids under which the service has processed it, where that is more than one. */
  doubled: z.array(z.string()).optional(),
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

/** Of a figure, or in which an export contradicts itself. */
export const differenceSchema = z.union([
  z.object({ sentence: saidSchema }),
  z.object({
    currency: z.string().optional(),
    day: z.string().optional(),
    expected: z.object({ count: count.optional(), sum: z.string().optional() }),
    actual: z.object({ count, sum: z.string().optional() }),
  }),
]);

/** How the figures of the source system compare with the preparation as a whole. */
export const controlSchema = z.object({
  figures: count,
  differences: count,
  /** The first of them. */
  differing: z.array(differenceSchema),
});

export const submissionDetailsSchema = z.object({
  row: submissionRowSchema,
  /** What people call the file: its path, where that is known. */
  name: z.string(),
  sha256: z.string().optional(),
  transactions: count,
  /** Lines that are in no sum; absent until that is known. */
  unsummed: count.optional(),
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
  /** Of a prepared file, what goes out and what comes in, where its rows say so. */
  flow: moneyFlowSchema.optional(),
  control: controlSchema.optional(),
  /** The submission of which this one has what was missing. */
  corrects: submissionIdSchema.optional(),
  /** The submission that has what was missing of this one. */
  correctedBy: submissionIdSchema.optional(),
  /** Where it was corrected in part, or corrects one that was: the submission that has the lines that stayed to be corrected. */
  stays: submissionIdSchema.optional(),
  /** Whether that is this one itself. */
  isRest: z.literal(true).optional(),
  /** When it was taken out of the queue, and until when it can be brought back. */
  removed: z.object({ at: z.number(), restorableUntil: z.number() }).optional(),
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

/** A file that a person picked. The app knows it by `offer` from then on: the window never sends a path. */
export const fileOfferSchema = z.object({
  offer: z.uuid(),
  fileName: z.string(),
  folder: z.string(),
  bytes: count,
  /**
   * The recognised kind; only `json-lines` and `prepared` can be sent. near-json-lines: with the fields of a transaction in
   * another spelling or place · prepared: a manifest of Tranship, or the zip of its folder
   */
  kind: z.enum([
    'json-lines',
    'near-json-lines',
    'prepared',
    'json',
    'csv',
    'compressed',
    'text',
    'utf-16',
    'binary',
    'image',
    'pdf',
    'program',
    'blank',
    'empty',
  ]),
  /** At the configured batch size. */
  estimatedBatches: count,
  /** For the check; `estimatedSendMs` for sending at the recent speed, where known. */
  estimatedCheckMs: count,
  estimatedSendMs: count.optional(),
  /**
   * The queue has a file of this name and size already, the latest of them: when it was added, and as which submission it went or is
   * about to: itself, or the one that corrects it.
   */
  known: z.object({ submission: submissionIdSchema, at: z.string(), goneAs: submissionIdSchema.optional() }).optional(),
  /** What was prepared: every file was found as its manifest says. */
  prepared: z.object({ files: count, transactions: count, refused: count, template: z.string() }).optional(),
});
/** What a look into an offered file has found. */
export const fileContentsSchema = z.object({
  /** Absent where there is none that ends in what was read. */
  lines: count.optional(),
  /** Of a large file, or one that has to be prepared, the lines are estimated, and nothing else is known. */
  isEstimate: z.boolean(),
  transactions: count,
  sums: z.array(z.object({ currency: z.string(), amount: z.string() })),
  /** Lines that are in no sum, since their amount or currency cannot be read. */
  unsummed: count,
  errors: count,
  /** Modification ids that went over the connection before; the submission with most of them, and how many others have some. */
  earlier: z
    .object({ ids: count, submission: submissionIdSchema, fileName: z.string(), at: time, others: count })
    .optional(),
  /** It is a list of what the core system says, by day: no transactions, but so many figures to compare them with. */
  control: z.object({ figures: count, text: z.string() }).optional(),
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

/** Where a modification id went, or a batch id: the line is that of the id. */
export const placeSchema = z.object({
  /** As it was asked for. */
  id: z.string(),
  submission: submissionIdSchema,
  /** What people call the file: its path, where that is known; `fileName` is its last part. */
  file: z.string(),
  fileName: z.string(),
  connection: z.string(),
  line: count.optional(),
  /** The path of the field that has it, where the file itself was searched; absent for a modification id. */
  field: z.string().optional(),
  /** Of a prepared file, the row of the export that the line was: by that number the bank looks for it. */
  row: rowPlaceSchema.optional(),
  /** Its number; absent until the submission is approved. */
  batch: count.optional(),
  batchId: z.string().optional(),
  /** Of the batch, or of the submission where there is none. */
  state: z.enum(submissionStateNames),
  /** What became of the line; absent for a batch, and until the file is checked. */
  outcome: z.enum(lineOutcomes).optional(),
  /** Why a correction has left the line out. */
  leftOut: z.enum(leftOutReasons).optional(),
  /** The line that has taken its place in a correction. */
  goesOnAs: z.object({ submission: submissionIdSchema, fileName: z.string(), line: count }).optional(),
  /** The service's own word for it. */
  remoteState: z.string().optional(),
  /** When the service had the batch (§2.1). */
  arrivedAt: time.optional(),
  /** What the line pays. */
  payment: z.object({ amount: z.string(), currency: z.string(), at: z.string() }).partial().optional(),
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
  /** Files whose index was no use, and whether it could be made again from the file itself; else it was not searched. */
  repairs: z.array(
    z.object({
      submission: submissionIdSchema,
      file: z.string(),
      fileName: z.string(),
      index: z.enum(['missing', 'damaged', 'other-key']),
      outcome: z.enum(['made-again', 'not-tried', 'gone', 'changed', 'unreadable', 'no-room']),
    }),
  ),
});

/** A place in the file of a submission, in bytes. */
export const filePlaceSchema = z.strictObject({ submission: submissionIdSchema, at: count });

/** What a part of the search through the files themselves has found. */
export const foundInFilesSchema = z.object({
  places: z.array(placeSchema),
  /** There are more places than these; the search has stopped. */
  isCut: z.boolean(),
  /** All of the files together, and how many bytes of them have been read. */
  files: count,
  bytes: count,
  read: count,
  /** Files that this part came to, and that are not as they were checked, or cannot be read. */
  unsearched: z.array(
    z.object({
      submission: submissionIdSchema,
      file: z.string(),
      fileName: z.string(),
      why: z.enum(['gone', 'changed', 'unreadable']),
    }),
  ),
  /** Where the next part begins; absent after the last one. */
  next: filePlaceSchema.optional(),
  /** Nothing was read: the files are so large that a person decides. The part that begins at `next` reads them. */
  isAsked: z.boolean(),
});

/** The part of a report that the window shows. */
export const reportExcerptSchema = z.object({
  fileName: z.string(),
  bytes: count,
  text: z.string(),
  isShortened: z.boolean(),
});

export type ConnectionWait = z.infer<typeof connectionWaitSchema>;
export type SubmissionRow = z.infer<typeof submissionRowSchema>;
export type SubmissionDetails = z.infer<typeof submissionDetailsSchema>;
export type BatchRow = z.infer<typeof batchRowSchema>;
export type Happening = z.infer<typeof happeningSchema>;
export type RuleCount = z.infer<typeof ruleCountSchema>;
export type Stage = z.infer<typeof stage>;
export type QueueState = z.infer<typeof queueStateSchema>;
export type QueueSnapshot = z.infer<typeof queueSnapshotSchema>;
export type OlderSubmissions = z.infer<typeof olderSubmissionsSchema>;
export type FileOffer = z.infer<typeof fileOfferSchema>;
export type FileContents = z.infer<typeof fileContentsSchema>;
export type FilesReading = z.infer<typeof filesReadingSchema>;
export type PickedFiles = z.infer<typeof pickedFilesSchema>;
export type ReleaseSummary = z.infer<typeof releaseSummarySchema>;
export type CheckAgain = z.infer<typeof checkAgainSchema>;
export type Place = z.infer<typeof placeSchema>;
export type FoundInFiles = z.infer<typeof foundInFilesSchema>;
export type FoundPlaces = z.infer<typeof foundPlacesSchema>;
export type ReportExcerpt = z.infer<typeof reportExcerptSchema>;
