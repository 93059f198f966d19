/** @file Rows of the queue as the shell receives them. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { submissionIdSchema } from '../../src-shared/shapes.ts';

const none = { bytes: 0, batches: 0 };

export function row(id: number, change: Partial<SubmissionRow> = {}): SubmissionRow {
  return {
    id: submissionIdSchema.parse(id),
    fileName: `file-${id}.jsonl`,
    folder: '/exports',
    connection: 'Bank',
    addedAt: 0,
    state: 'waiting',
    paused: false,
    lines: 10,
    errors: 0,
    warnings: 0,
    checkedBytes: 0,
    whole: { bytes: 1000, batches: 2 },
    sent: none,
    accepted: none,
    seen: none,
    processed: none,
    failedBatches: 0,
    unknownBatches: 0,
    ...change,
  };
}

/** Uploading; of 1000 bytes, `sent` were handed to the network and `accepted` were confirmed. */
export function uploading(id: number, sent: number, accepted = 0): SubmissionRow {
  return row(id, {
    state: 'uploading',
    sent: { bytes: sent, batches: 0 },
    accepted: { bytes: accepted, batches: 0 },
  });
}

/** One error that resolves itself, and one that does not. */
export const away = new AppError('network.unreachable', { host: 'bank.example', reason: 'no route' }).toRecord();
export const refusal = new AppError('auth.forbidden', { endpoint: 'POST /batches' }).toRecord();
export const fullDisk = new AppError('disk.full', { folder: '/data' }).toRecord();
