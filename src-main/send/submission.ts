/** @file What a submission is: one source file with its options, checked, approved, sent. The row that a user sees. */

import { z } from 'zod';
import { moneyFlowSchema } from '../../src-shared/money-flow.ts';
import { additionSchema, differenceSchema, errorRecordSchema } from '../../src-shared/shapes.ts';
import { batchStateNames, factsOf, isEndState, type SubmissionState, wordOnLines } from '../../src-shared/states.ts';

import { ruleSetSchema } from '../check/rules/rule-set-file.ts';
import { totalsSchema } from '../check/totals/totals-schema.ts';
import type { Batch, SubmissionId } from './batch.ts';
import { withNameAndContent } from './name-and-content.ts';

const count = z.number().int().nonnegative();

export const submissionOptionsSchema = z.object({
  /** What to do with a file in which the check found errors. */
  onInvalid: z.enum(['stop', 'service-decides']),
  /** What becomes of a batch without proof that it arrived, once the service was asked long enough. */
  onUnknown: z.enum(['ask', 'send-again']).default('ask'),
  /** Ask the service to ingest the valid lines of a batch that has invalid ones (reject_on_invalid = false). */
  ingestValid: z.boolean(),
  /** Why the file is to be sent even if it has been sent before; kept in the history. */
  sendAgain: z.string().optional(),
  /** A person must release it, always or where anything was found; it comes from this watched folder. */
  awaitRelease: z.object({ when: z.enum(['always', 'with-findings']), folder: z.string() }).optional(),
  /** It goes to Production: a person must have seen what is in it. */
  awaitConfirmation: z.literal(true).optional(),
  /** The largest batch, in bytes (§2.1: 2 GB). */
  maxBatchBytes: z.number().int().positive(),
  ruleSet: ruleSetSchema,
});
export type SubmissionOptions = z.infer<typeof submissionOptionsSchema>;

/** What a batch will carry: a byte range `[start, end)`, with the SHA-256 of its bytes in hex. */
const byteRangeSchema = z.object({ start: count, end: count, lines: count, sha256: z.string() });
export type ByteRange = z.infer<typeof byteRangeSchema>;

/** What the check says of the whole file; the ranges become batches. */
export const checkResultSchema = z.object({
  bytes: count,
  modifiedAt: z.number().int(),
  sha256: z.string(),
  lines: count,
  transactions: count,
  valid: count,
  /** Absent where an earlier version has checked it. */
  unsummed: count.optional(),
  errors: count,
  warnings: count,
  byRule: z.partialRecord(z.string(), count),
  durationMs: z.number(),
  totals: totalsSchema.optional(),
  /** In place of the totals, once the customer data of the submission was purged. */
  totalsSha256: z.string().optional(),
});
export type CheckResult = z.infer<typeof checkResultSchema>;

export const submissionIdSchema = z.number().int().brand<'SubmissionId'>();

/**
 * By which submission something was corrected, and the starts of the batches that it stands for. `rest`: the submission that has
 * the lines that stay to be corrected.
 */
const correctedSchema = z.object({
  by: submissionIdSchema,
  rest: submissionIdSchema.optional(),
  starts: z.array(count),
});

/** The preparation that the file came out of, as its manifest says; see prepare/manifest-shape.ts. */
export const preparedSchema = z.object({
  /** Of the manifest. */
  manifestSha256: z.string(),
  /** Of the file, as the manifest says. */
  sha256: z.string(),
  toolVersion: z.string(),
  template: z.object({ name: z.string(), version: z.number().int(), sha256: z.string() }),
  /** The exports that lines of the file came from. `refusedBy`: of refused rows, the manifest of the preparation that had refused them. */
  sources: z.array(
    z.object({ name: z.string(), bytes: count, sha256: z.string(), lines: count, refusedBy: z.string().optional() }),
  ),
  /** Rows of the preparation as a whole that are in none of its files; absent in what an earlier Tranship has added. */
  notPrepared: z
    .object({
      /** Left out, as the template says. */
      leftOut: count,
      /** Refused, for each table of an export that has any. */
      refused: z.array(
        z.object({
          /** Name and SHA-256 of the export, and the name of the table in it. */
          source: z.string(),
          sha256: z.string(),
          table: z.string(),
          rows: count,
          /** The file beside this one that has them. */
          file: z.object({ name: z.string(), sha256: z.string().optional() }).optional(),
        }),
      ),
    })
    .optional(),
  /** When the oldest of the exports was last changed; absent in what an earlier Tranship has prepared. */
  exportsChangedAt: z.number().int().optional(),
  /** What goes out and what comes in; gone with the customer data. */
  flow: moneyFlowSchema.optional(),
  /** What the source system says, of the preparation as a whole; gone with the customer data. */
  control: z
    .object({
      figures: z.array(
        z.object({
          currency: z.string().optional(),
          day: z.string().optional(),
          count: count.optional(),
          sum: z.string().optional(),
          balance: z.string().optional(),
        }),
      ),
      /** Of a currency or a day without a figure, nothing is said. */
      isPartial: z.literal(true).optional(),
      differences: count,
      /** The first of the differences; absent in what an earlier Tranship has added. */
      differing: z.array(differenceSchema).optional(),
    })
    .optional(),
});
export type PreparedFacts = z.infer<typeof preparedSchema>;

export type Addition = z.infer<typeof additionSchema>;

/** Common to all stages. */
const common = z.object({
  id: submissionIdSchema,
  /** What people call the file: its absolute path; the name alone where a browser streamed it and no path is known. */
  name: z.string(),
  /** Where its bytes are: an absolute path. */
  content: z.string(),
  addedAt: z.number().int(),
  /** Absent where it came alone. */
  addition: additionSchema.optional(),
  /** Empty, as `destination` is, while it is only to be checked. */
  connection: z.string(),
  /** Where the connection led when it was chosen: a submission is bound to it for life. */
  destination: z.string(),
  options: submissionOptionsSchema,
  paused: z.boolean(),
  /** A person sends it without waiting for the sending hours of its connection, this once. */
  sendsNow: z.literal(true).optional(),
  /** When a person took it out of the queue; its history stays. */
  removedAt: z.number().int().optional(),
  /** When its customer data was purged, after that: only the proof of what was sent is left. */
  purgedAt: z.number().int().optional(),
  /** The index of its modification ids stays after that, perhaps for a time: it keeps lines from going twice. */
  idsStay: z.literal(true).optional(),
  /** Absent where the file was not prepared by Tranship. */
  prepared: preparedSchema.optional(),
  /** The file of the team ledger whose parts the batches are: each is carried by the desk that holds the part. */
  team: z.object({ file: z.uuid() }).optional(),
  /** The team ledger without whose word it does not go, whatever the settings name by then. */
  ledger: z.string().optional(),
  /** The submission of which this one has what was missing. */
  corrects: submissionIdSchema.optional(),
  /** What was missing of it is in another submission: nothing of that may be sent from here as well. */
  corrected: correctedSchema.optional(),
  /** What a person should know, although it is sent. */
  warning: errorRecordSchema.optional(),
  /** What is wrong with it as a whole; in any stage, a recovery may have found that parts of it are missing. */
  error: errorRecordSchema.optional(),
});

/** The check is due or under way. */
const checking = common.extend({ stage: z.literal('checking') });
/** The check could not finish; `error` says why. */
const checkFailed = common.extend({ stage: z.literal('check-failed'), error: errorRecordSchema });
/** The check found errors, or the file was sent before, which `error` then says: a person decides. */
const held = common.extend({
  stage: z.literal('held'),
  check: checkResultSchema,
  /** What would be sent; none when there is nothing that could be. */
  ranges: z.array(byteRangeSchema).default([]),
  /** A person has decided that it is sent; it only waits for the team ledger. */
  decided: z.object({ reason: z.string().optional() }).optional(),
});
/** Checked, and to be sent nowhere yet: see `isBound`. */
const checked = common.extend({
  stage: z.literal('checked'),
  check: checkResultSchema,
  /** What would be sent; none when there is nothing that could be. */
  ranges: z.array(byteRangeSchema).default([]),
});
/** Cut into batches, which tell the rest. */
const approved = common.extend({ stage: z.literal('approved'), check: checkResultSchema });
/** Given up before it was approved; it was held if it has been checked. */
const cancelled = common.extend({ stage: z.literal('cancelled'), check: checkResultSchema.optional() });

export const submissionSchema = z.preprocess(
  withNameAndContent,
  z.discriminatedUnion('stage', [checking, checkFailed, held, checked, approved, cancelled]),
);

/** A stage before the end of the check. So that every submission can be asked for its check. */
type Unchecked<Stage> = Stage & { check?: undefined };

export type CheckingSubmission = Unchecked<z.infer<typeof checking>>;
export type CheckFailedSubmission = Unchecked<z.infer<typeof checkFailed>>;
export type HeldSubmission = z.infer<typeof held>;
export type CheckedSubmission = z.infer<typeof checked>;
export type ApprovedSubmission = z.infer<typeof approved>;
export type CancelledSubmission = z.infer<typeof cancelled>;
export type Submission =
  | CheckingSubmission
  | CheckFailedSubmission
  | HeldSubmission
  | CheckedSubmission
  | ApprovedSubmission
  | CancelledSubmission;

type WithoutId<Stage> = Stage extends Submission ? Omit<Stage, 'id'> : never;
/** One that the store has not numbered yet. */
export type UnnumberedSubmission = WithoutId<Submission>;

const brief = checkResultSchema
  .pick({
    bytes: true,
    lines: true,
    valid: true,
    errors: true,
    warnings: true,
    durationMs: true,
    unsummed: true,
  })
  .extend({ totals: totalsSchema.pick({ sums: true }).optional() });
const unlisted = { options: true, removedAt: true, prepared: true, ledger: true } as const;

/** What a line of the queue needs of a submission. */
export const submissionSummarySchema = z.preprocess(
  withNameAndContent,
  z.discriminatedUnion('stage', [
    checking.omit(unlisted),
    checkFailed.omit(unlisted),
    held.omit({ ...unlisted, ranges: true, decided: true }).extend({ check: brief }),
    checked.omit({ ...unlisted, ranges: true }).extend({ check: brief }),
    approved.omit(unlisted).extend({ check: brief }),
    cancelled.omit(unlisted).extend({ check: brief.optional() }),
  ]),
);
type Summary = z.infer<typeof submissionSummarySchema>;
export type SubmissionSummary =
  | Unchecked<Extract<Summary, { stage: 'checking' | 'check-failed' }>>
  | Exclude<Summary, { stage: 'checking' | 'check-failed' }>;

/** Whether a search and a comparison know its modification ids: until its customer data is removed, or beyond. */
export const isKnownById = ({ purgedAt, idsStay }: Pick<Submission, 'purgedAt' | 'idsStay'>): boolean =>
  purgedAt === undefined || idsStay === true;

/** Whether it leads anywhere: one that is only to be checked has no connection until a person chooses one. */
export function isBound({ destination }: Pick<Submission, 'destination'>): boolean {
  return destination !== '';
}

/** What a submission that is only to be checked has in place of a connection. */
export const unbound = { connection: '', destination: '' } as const;

/** The submission as it was added, to be checked from the beginning. Who asks for that wants it to continue. */
export function recheck(submission: Submission): CheckingSubmission {
  const { id, name, content, addedAt, addition, connection, destination, options } = submission;
  const { corrects, prepared, team, ledger } = submission;
  const common = { id, name, content, addedAt, connection, destination, options };
  return {
    ...common,
    stage: 'checking',
    paused: false,
    ...(addition !== undefined && { addition }),
    ...(corrects !== undefined && { corrects }),
    ...(prepared !== undefined && { prepared }),
    ...(team !== undefined && { team }),
    ...(ledger !== undefined && { ledger }),
  };
}

export type { SubmissionState } from '../../src-shared/states.ts';

/** The state of a submission, from its own stage and from its current batches (those that no retry has replaced). */
export function submissionState(
  submission: Pick<Submission, 'stage' | 'paused' | 'corrected'>,
  batches: readonly Pick<Batch, 'state'>[],
): SubmissionState {
  const { corrected } = submission;
  if (submission.stage !== 'approved') return corrected === undefined ? submission.stage : 'corrected';
  const state = batchStateNames.find((candidate) => batches.some((batch) => batch.state === candidate)) ?? 'waiting';
  if (corrected !== undefined && isEndState(state)) {
    const unsuccessful = batches.filter((batch) => factsOf(batch.state).end !== 'success');
    if (unsuccessful.length <= corrected.starts.length) return 'corrected';
  }
  // What the service has accepted of it counts, also where it has rejected whole batches.
  if (wordOnLines(state).rejected && batches.some((batch) => wordOnLines(batch.state).accepted))
    return 'partially-accepted';
  return submission.paused && factsOf(state).pauseStops ? 'paused' : state;
}

/** Whether any of its bytes have gone out, or are about to. */
export function wasSent(batches: readonly Batch[]): boolean {
  return batches.some(({ state, delivery }) => !isEndState(state) || delivery?.mayHaveArrived === true);
}

/** Whether the service, or a team that has their parts, may know of any: it is then known where it was approved for. */
export function hasBegun(batches: readonly Batch[]): boolean {
  return batches.some(
    ({ delivery, abandoned, team }) => delivery !== undefined || abandoned.length > 0 || team !== undefined,
  );
}

/** Of batches that carry the same range, the latest: a retry replaces a batch that ended without success. */
export function currentBatches(batches: readonly Batch[]): Batch[] {
  const latest = new Map<number, Batch>();
  for (const batch of batches) {
    const rival = latest.get(batch.start);
    if (rival === undefined || rival.number < batch.number) latest.set(batch.start, batch);
  }
  return [...latest.values()].sort((a, b) => a.start - b.start);
}

/** The submissions that have its lines since it was corrected. */
export function correctionsOf({ corrected }: Pick<Submission, 'corrected'>): SubmissionId[] {
  return [corrected?.by, corrected?.rest].filter((id) => id !== undefined);
}
