/** @file Sample submissions for viewing pages: every state, awkward names, plausible sizes. Always the same. */

import { type SubmissionRow, submissionIdSchema } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';

const MB = 1_000_000;
const HOUR = 3_600_000;

const names = [
  'retail-payments-2026-11.jsonl',
  'corporate-cards-q3-final.jsonl',
  'migration_export_core-banking_customer-segment-A_2019-01-01_to_2026-10-31_run-0042_reviewed-by-operations.jsonl',
  'مدفوعات-التجزئة-2026-10.jsonl',
  'העברות-בנקאיות-ספטמבר.jsonl',
  'Überweisungen Süd & West (Korrektur 3).jsonl',
  'sepa-instant.jsonl',
  '決済データ_東京支店_2026年10月.jsonl',
  'night-run.part-07-of-12.jsonl',
  'a.jsonl',
];
const folders = [
  '/home/mara/exports',
  'C:\\Users\\mara.lindqvist\\Documents\\Migration exports\\2026\\November\\Approved by operations',
  '\\\\files-03\\back-office\\outgoing',
];
const states: readonly SubmissionRow['state'][] = [
  'checking',
  'held',
  'paused',
  'waiting',
  'verifying',
  'processing',
  'rejected',
  'failed',
  'check-failed',
  'cancelled',
  'reserving',
  'processed',
];

export const demoConnections = ['Nordbank', 'Nordbank UAT', 'Practice'] as const;

/** The size of a sample submission's batches. */
export const batchBytesOf = ({ whole }: SubmissionRow): number =>
  whole.batches === 0 ? 0 : Math.ceil(whole.bytes / whole.batches);

/** `count` submissions, the newest last; the first states come early, so that a few rows already show many of them. */
export function demoRows(count: number, now: number): SubmissionRow[] {
  return Array.from({ length: count }, (_, index) =>
    demoRow(index + 1, stateOf(index, count), now - (count - index) * HOUR),
  );
}

/** The four newest are moving; most of a long queue has ended. */
function stateOf(index: number, count: number): SubmissionRow['state'] {
  const age = count - 1 - index;
  if (age < 4) return 'uploading';
  if (age < 4 + states.length * 2) return states[(age - 4) % states.length] ?? 'processed';
  return age % 11 === 0 ? (states[age % states.length] ?? 'processed') : 'processed';
}

/** One sample submission in the given state, with matching numbers. */
export function demoRow(id: number, state: SubmissionRow['state'], addedAt: number): SubmissionRow {
  const bytes = ((id * 7919) % 9_500) * MB + 41_337;
  const batches = state === 'checking' || state === 'check-failed' ? 0 : Math.max(1, Math.ceil(bytes / (1000 * MB)));
  const whole = state === 'held' ? { bytes: 0, batches: 0 } : { bytes: batches === 0 ? 0 : bytes, batches };
  const share = shareOf(state);
  const part = (fraction: number) => ({
    bytes: Math.floor(whole.bytes * fraction),
    batches: Math.floor(whole.batches * fraction),
  });
  return {
    id: submissionIdSchema.parse(id),
    fileName: names[id % names.length] ?? 'export.jsonl',
    folder: folders[id % folders.length] ?? '/',
    connection: demoConnections[id % demoConnections.length] ?? 'Practice',
    addedAt,
    state,
    paused: state === 'paused',
    bytes,
    lines: state === 'check-failed' ? 0 : Math.round(bytes / 812),
    errors: state === 'held' ? ((id * 31) % 900) + 3 : 0,
    warnings: id % 4 === 0 ? (id * 17) % 5000 : 0,
    checkedBytes: state === 'checking' ? Math.floor(bytes * 0.4) : bytes,
    whole,
    sent: part(share.sent),
    accepted: part(share.accepted),
    seen: part(share.seen),
    processed: part(share.processed),
    failedBatches: state === 'failed' ? batches : 0,
    unknownBatches: 0,
    ...(state === 'uploading' && { speed: { bytesPerSecond: 11_400_000, remainingMs: 640_000 } }),
    ...errorOf(id, state),
    ...(id % 13 === 0 && {
      warning: new AppError('submission.resembles', {
        path: '/home/mara/exports/old.jsonl',
        at: '2026-10-30 08:12',
        id: 3,
      }).toRecord(),
    }),
  };
}

function shareOf(state: SubmissionRow['state']): {
  sent: number;
  accepted: number;
  seen: number;
  processed: number;
} {
  if (state === 'processed') return { sent: 1, accepted: 1, seen: 1, processed: 1 };
  if (state === 'rejected') return { sent: 1, accepted: 1, seen: 1, processed: 0.4 };
  if (state === 'processing') return { sent: 1, accepted: 1, seen: 0.6, processed: 0.4 };
  if (state === 'verifying') return { sent: 1, accepted: 0.7, seen: 0.5, processed: 0.3 };
  if (state === 'uploading') return { sent: 0.45, accepted: 0.3, seen: 0.2, processed: 0.15 };
  if (state === 'paused' || state === 'failed' || state === 'cancelled') {
    return { sent: 0.3, accepted: 0.3, seen: 0.3, processed: 0.2 };
  }
  return { sent: 0, accepted: 0, seen: 0, processed: 0 };
}

function errorOf(id: number, state: SubmissionRow['state']): Pick<SubmissionRow, 'error'> {
  const before = { path: '/home/mara/exports/november.jsonl', at: '2026-11-02 14:05', id: 1 };
  if (state === 'held' && id % 2 === 0) return { error: new AppError('submission.sent-before', before).toRecord() };
  if (state === 'rejected')
    return { error: new AppError('batch.refused', { reason: 'Duplicate modification ids' }).toRecord() };
  if (state === 'failed') return { error: new AppError('batch.failed', { reason: 'Ingestion stopped' }).toRecord() };
  if (state === 'check-failed')
    return { error: new AppError('file.not-found', { path: '/home/mara/exports/a.jsonl' }).toRecord() };
  if (state === 'waiting' && id % 2 === 0) {
    return {
      error: new AppError('network.unreachable', { host: 'api.nordbank.example', reason: 'ENOTFOUND' }).toRecord(),
    };
  }
  return {};
}
