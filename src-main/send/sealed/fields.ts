/**
 * @file The fields of submissions and batches that the history seals, as it records them and as the queue has them. The table of
 * them is in docs/threat-model.md. Pure.
 */

import { createHash } from 'node:crypto';
import { canonicalDigest } from '../../audit/canonical-json.ts';
import type { Batch } from '../batch.ts';
import { historyDetail } from '../batch-history.ts';
import { ruleSetDigest } from '../receipts/source-facts.ts';
import { addressesOf, controlDigest, rangesDigest } from '../recorded-facts.ts';
import { digestOfTotals } from '../reduction.ts';
import {
  type ByteRange,
  type CheckResult,
  type PreparedFacts,
  preparedSchema,
  type Submission,
  type SubmissionOptions,
} from '../submission.ts';

/** By the path of a field in its document. Null: the document does not have it. */
export type Fields = Readonly<Record<string, unknown>>;

/** What an entry records of the options that a file is checked and sent with. */
export function recordOfOptions(options: SubmissionOptions) {
  const { onInvalid, onUnknown, ingestValid, sendAgain, awaitRelease, awaitConfirmation, maxBatchBytes, ruleSet } =
    options;
  return {
    onInvalid,
    onUnknown,
    ingestValid,
    maxBatchBytes,
    // What is absent is sealed as well, so that it cannot be added.
    sendAgain: sendAgain ?? null,
    awaitRelease: awaitRelease ?? null,
    awaitConfirmation: awaitConfirmation ?? null,
    ruleSet: ruleSetDigest(ruleSet),
  };
}

/** What an entry records of who has a say in it: the ledger without whose word it does not go, and what a person has decided before that word. */
export function recordOfWord(submission: Submission) {
  const { ledger = null } = submission;
  return { ledger, decided: (submission.stage === 'held' ? submission.decided : undefined) ?? null };
}

/** What an entry records of a check, and of what would be sent. */
export function recordOfCheck(check: CheckResult, ranges: readonly ByteRange[]) {
  return { ...recordOfFileCheck(check), ranges: rangesDigest(ranges) };
}

/** What an entry records of a check alone: of a file of a team, the parts are recorded as they are taken. */
export function recordOfFileCheck({ totals, ...check }: CheckResult) {
  const { sha256, bytes, modifiedAt, lines, transactions, valid, errors, warnings } = check;
  return {
    sha256,
    bytes,
    modifiedAt,
    lines,
    transactions,
    valid,
    errors,
    warnings,
    totals: totals === undefined ? null : digestOfTotals(totals),
  };
}

/** What an entry records of where a connection leads: no query, since a key may stand in it, but a digest of all of it. */
export function recordOfWay({ connection, destination }: Pick<Submission, 'connection' | 'destination'>) {
  return { connection, ...addressesOf(destination), destination: digest(destination) };
}

/** What an entry records of the preparation of a file that is added. */
export function recordOfPreparation(prepared: PreparedFacts): Record<string, string> {
  const { manifestSha256 } = prepared;
  const facts = preparedSchema.omit({ manifestSha256: true, control: true, flow: true }).parse(prepared);
  const control = controlDigest(prepared);
  return {
    manifestSha256,
    prepared: canonicalDigest(facts),
    ...(control !== undefined && { control }),
  };
}

/** @param batches all of it, in the order they were made */
export function fieldsOfSubmission(submission: Submission, batches: readonly Batch[]): Fields {
  const { name, content, addedAt, stage, paused, removedAt, corrects, corrected, team, prepared, check } = submission;
  const { manifestSha256, prepared: preparation, control } = prepared ? recordOfPreparation(prepared) : {};
  const { totals, ...checked } = check ? recordOfFileCheck(check) : {};
  return {
    name,
    content,
    addedAt,
    stage,
    paused,
    removedAt,
    corrects,
    'corrected.by': corrected?.by,
    'corrected.rest': corrected?.rest,
    'team.file': team?.file,
    'prepared.manifestSha256': manifestSha256,
    prepared: preparation,
    'prepared.control': control,
    ...recordOfWay(submission),
    ...recordOfWord(submission),
    ...within('options', recordOfOptions(submission.options)),
    ...within('check', checked),
    'check.totals': totals ?? check?.totalsSha256,
    ranges: rangesDigest(rangesOf(submission, batches)),
  };
}

/** The fields below one of a document. */
export function within(name: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value]));
}

export function fieldsOfBatch(batch: Batch): Fields {
  const { start, end, lines, sha256, ingestValid } = batch;
  return { start, end, lines, sha256, ingestValid, abandoned: [], watched: [], ...historyDetail(batch) };
}

/** The ranges as they were approved, or would be: a retry has the range of the batch before it. */
function rangesOf(submission: Submission, batches: readonly Batch[]): readonly ByteRange[] {
  if (submission.stage === 'approved') return firstOfEach(batches);
  return submission.stage === 'held' || submission.stage === 'checked' ? submission.ranges : [];
}

/** The first batch of each range. */
export function firstOfEach(batches: readonly Batch[]): Batch[] {
  return [...Map.groupBy(batches, ({ start }) => start).values()].flatMap(([first]) => first ?? []);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
