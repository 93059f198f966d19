/**
 * @file The data folder after years of work with Tranship: ten thousand submissions with their batches, most of them
 * processed, some refused, failed or held; and one submission with a million findings.
 */

import { createHash } from 'node:crypto';
import { type Finding, type RuleId, ruleIds } from '../../src-main/check/findings/finding.ts';
import { defaultRuleSet, severityOf } from '../../src-main/check/rules/rule-set.ts';
import type { Batch, BatchState, SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import type {
  ApprovedSubmission,
  ByteRange,
  CheckResult,
  HeldSubmission,
  Submission,
} from '../../src-main/send/submission.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { AppError } from '../../src-shared/errors.ts';

const DAY = 24 * 60 * 60 * 1000;
const BATCH_BYTES = 400_000_000;
const options: Submission['options'] = {
  onInvalid: 'stop',
  onUnknown: 'ask',
  ingestValid: false,
  ruleSet: defaultRuleSet,
  maxBatchBytes: BATCH_BYTES,
};
const refused = new AppError('batch.refused', { reason: 'VALIDATION_FAILED' }).toRecord();
const failed = new AppError('batch.failed', { reason: 'Internal processing error' }).toRecord();

/** Where the submissions were sent. */
export interface Place {
  connection: string;
  destination: string;
}

/** Fills `queue.db` in the folder; of the batches of each submission, the last one decides how it ended. */
export function writeHistory(folder: string, place: Place, submissions: number, batchesOfEach: number): void {
  const store = new QueueStore(folder);
  try {
    const began = Date.now() - submissions * 60_000;
    for (let first = 0; first < submissions; first += 1000) {
      store.together(() => {
        for (let number = first; number < Math.min(submissions, first + 1000); number++) {
          writeSubmission(store, number, place, began + number * 60_000, batchesOfEach);
        }
      });
    }
  } finally {
    store.close();
  }
}

function writeSubmission(store: QueueStore, number: number, place: Place, at: number, batches: number): void {
  const path = `/exports/branch-${String(number % 97).padStart(2, '0')}/migration_${new Date(at - DAY).toISOString().slice(0, 10)}_${number}.jsonl`;
  const isHeld = number % 50 === 7;
  const sha256 = hashOf(`file ${number}`);
  const bytes = (batches - 1) * BATCH_BYTES + 123_456_789;
  const lines = linesIn(bytes);
  const errors = isHeld ? 12 : 0;
  const check: CheckResult = {
    bytes,
    modifiedAt: at - DAY,
    sha256,
    lines,
    transactions: lines,
    valid: lines - errors,
    errors,
    warnings: number % 3,
    byRule: errors > 0 ? { 'field.format': errors } : {},
    durationMs: 5200,
  };
  const common = { name: path, content: path, addedAt: at, ...place, options, paused: false };
  const { id } = store.addSubmission(
    { ...common, stage: 'checking' },
    { at, kind: 'added', detail: { path, connection: place.connection } },
  );
  const ranges = Array.from({ length: batches }, (_, index) => rangeOf(number, index, bytes));
  if (isHeld) {
    const held: HeldSubmission = { ...common, id, stage: 'held', check, ranges };
    store.saveSubmission(held, { at: at + 5000, kind: 'held' });
    return;
  }
  const submission: ApprovedSubmission = { ...common, id, stage: 'approved', check };
  const detail = { sha256, bytes, lines, errors };
  const stored = store.approve(submission, ranges, { at: at + 5000, kind: 'approved', detail });
  for (const [index, batch] of stored.entries()) {
    const ended = endedBatch(batch, number, index === batches - 1 ? endOf(number) : 'processed', at);
    const { state, attempts, remoteState, report } = ended;
    const batchId = ended.delivery?.batchId;
    store.saveBatch(ended, {
      at: at + 60_000,
      kind: 'status',
      detail: { state, batchId, attempts, remoteState, report },
    });
  }
}

/** They add up to those of the file, whatever it is cut into. */
const linesIn = (bytes: number): number => Math.round(bytes / 600);

function rangeOf(number: number, index: number, bytes: number): ByteRange {
  const start = index * BATCH_BYTES;
  const end = Math.min(bytes, start + BATCH_BYTES);
  return { start, end, lines: linesIn(end) - linesIn(start), sha256: hashOf(`batch ${number} ${index}`) };
}

function endOf(number: number): BatchState {
  if (number % 40 === 3) return 'rejected';
  return number % 60 === 11 ? 'failed' : 'processed';
}

function endedBatch(batch: Batch, number: number, state: BatchState, at: number): Batch {
  const id = hashOf(`id ${number} ${batch.start}`);
  const batchId = batchIdSchema.parse(
    `${id.slice(0, 8)}-${id.slice(8, 12)}-4${id.slice(13, 16)}-9${id.slice(17, 20)}-${id.slice(20, 32)}`,
  );
  return {
    ...batch,
    state,
    attempts: 1,
    delivery: { batchId, mayHaveArrived: true },
    acceptedAt: at + 30_000,
    seenAt: at + 40_000,
    remoteState: { rejected: 'VALIDATION_FAILED', failed: 'ERROR' }[state as string] ?? 'PROCESSED',
    report: state === 'rejected' ? 'kept' : 'none',
    ...(state === 'rejected' && { error: refused }),
    ...(state === 'failed' && { error: failed }),
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The rules of the findings, in the order of how often each is broken. */
const broken: readonly RuleId[] = [
  ...(['field.format', 'field.implausible', 'field.unknown', 'field.required'] as const),
  ...ruleIds.filter((rule) => rule.startsWith('entity.') || rule === 'modification.duplicate'),
];

/** A submission that is held for so many findings, of many rules, errors and warnings mixed. */
export function writeFindings(folder: string, place: Place, count: number): SubmissionId {
  const store = new QueueStore(folder);
  try {
    const at = Date.now();
    const name = '/exports/all-wrong.jsonl';
    const check: CheckResult = {
      bytes: 600 * count,
      modifiedAt: at,
      sha256: hashOf(name),
      lines: count,
      transactions: count,
      valid: 0,
      errors: count,
      warnings: 0,
      byRule: {},
      durationMs: 5200,
    };
    const { id } = store.addSubmission(
      { name, content: name, addedAt: at, ...place, options, paused: false, stage: 'held', check, ranges: [] },
      { at, kind: 'added' },
    );
    for (let line = 1; line <= count; line += 10_000) {
      const length = Math.min(10_000, count - line + 1);
      const findings = Array.from({ length }, (_, index) => findingOf(line + index));
      store.findings.add(id, findings);
    }
    return id;
  } finally {
    store.close();
  }
}

function findingOf(line: number): Finding {
  const rule = ruleOf(line);
  const severity = severityOf(rule, defaultRuleSet) === 'warning' ? 'warning' : 'error';
  const message = `“${hashOf(String(line)).slice(0, 12)}” is not what this field holds: it must be a UUID.`;
  return { line, rule, severity, path: 'sender.unknown.external_id', message };
}

/** Half of them of the first rule, a quarter of the second, and so on. */
function ruleOf(line: number): RuleId {
  return broken[Math.min(broken.length - 1, Math.clz32(1) - Math.clz32(line & -line))] ?? 'field.format';
}
