/** @file What the check's worker and the thread that started it say to each other. */

import type { ErrorRecord } from '../../src-preload/errors.ts';
import type { CheckProgress, CheckRequest, CheckSummary } from './file-check.ts';
import type { Finding } from './finding.ts';

/** What the worker is started with. */
export interface CheckAssignment {
  request: CheckRequest;
  /** Milliseconds since the epoch, for dates in the future. */
  now: number;
  /** How many batches of findings have been dealt with; the worker waits on it. */
  acknowledged: Int32Array<SharedArrayBuffer>;
}

export type CheckMessage =
  | { kind: 'findings'; findings: readonly Finding[] }
  | { kind: 'progress'; progress: CheckProgress }
  | { kind: 'done'; summary: CheckSummary }
  | { kind: 'failed'; error: ErrorRecord };

/** Batches of findings that may be on their way at once. */
export const BATCHES_ON_THE_WAY = 2;
