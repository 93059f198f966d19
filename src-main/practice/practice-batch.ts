/** @file A batch of the practice tenant, and its states (§3). */

import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';

/** The states of §3, the two before them that the status endpoint never shows, and any made-up one. */
export type PracticeState =
  | 'AWAITING_FILE'
  | 'SCANNING'
  | 'VALIDATION_STARTED'
  | 'VALIDATION_FAILED'
  | 'PENDING_INGESTION'
  | 'INITIALIZED'
  | 'IN_PROGRESS'
  | 'PROCESSED'
  | 'ERROR'
  | (string & {});

/** A batch as tests and the demo see it. Times are milliseconds since the epoch. */
export interface PracticeBatch {
  readonly batchId: string;
  readonly rejectOnInvalid: boolean;
  readonly state: PracticeState;
  readonly errorMessage: string;
  readonly states: readonly { readonly state: PracticeState; readonly at: number }[];
  /** The service no longer knows it (misfortune `forget-batch`); the object stays in the storage. */
  readonly forgotten: boolean;
  /** When the upload was complete (§2.1.3); these four are absent before. */
  readonly arrivedAt?: number;
  readonly path?: string;
  readonly bytes?: number;
  readonly sha256?: string;
  /** Absent before the validation. */
  readonly lines?: number;
  readonly invalidLines?: number;
  /** Absent when there is nothing to report. */
  readonly reportPath?: string;
  readonly reportShape?: ReportShape;
}
