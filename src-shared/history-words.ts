/** @file What people read of an event of the history: in the window, on the command line and on receipts. */

import { type HistoryKind, isHistoryKind, type ReadKind } from './history.ts';

/** What the words depend on. */
export interface WhatHappened {
  kind: ReadKind;
  state?: string | undefined;
  remoteState?: string | undefined;
}

/** What one thing that happened is called; the technical kinds of the history are mapped here, and only here. */
export function happeningInWords({ kind, state, remoteState }: WhatHappened): string {
  if (kind === 'status') return statusWords[remoteState ?? ''] ?? 'The service named a state';
  if (kind === 'cancelled' || kind === 'cancel') return 'Cancelled';
  if (kind === 'begin') {
    if (state === 'reserving') return 'Asked for an upload address';
    return state === 'uploading' ? 'Sending started' : 'Asked the service for the state';
  }
  return isHistoryKind(kind) ? kindWords[kind] : kind;
}

type KindWithContext = 'status' | 'cancelled' | 'cancel' | 'begin';

const kindWords = {
  added: 'File added; check started',
  checked: 'Checked',
  'check-failed': 'The check did not finish',
  held: 'Checked and held for a decision',
  approved: 'Approved for sending',
  paused: 'Paused',
  resumed: 'Resumed',
  retried: 'Tried again',
  removed: 'Removed from the list',
  restored: 'Restored to the list',
  rebound: 'The connection was corrected',
  corrected: 'Settled: another submission has what was missing',
  'correction-undone': 'Open again: the submission that corrected it was removed',
  'last-block': 'Sending the last part',
  refused: 'The storage refused it',
  'send-again': 'Sent again under a new id',
  'arrived-after-all': 'Arrived under an id that had been abandoned',
  'abandoned-status': 'Asked the service about an abandoned id',
  recovered: 'Recovered from a damaged queue',
  'recovery-told': 'The recovery was reported',
  sealed: 'Entries are sealed with the key of this folder from here',
  'history-shortened': 'Entries of the history are missing',
  'history-reviewed': 'What the verification found was reviewed',
  'audit-set': 'The settings for auditing were changed',
  reserved: 'Upload address received; sending started',
  'reserve-failed': 'The service gave no upload address',
  accepted: 'Sent and accepted by the storage',
  exists: 'The storage already has it',
  'upload-failed': 'Sending was interrupted',
  'upload-held': 'Held: the service named another storage host',
  'address-refused': 'The storage refused it',
  'status-missing': 'The service does not know it yet',
  'status-failed': 'The service did not say the state',
  'report-kept': 'Report stored',
  'report-absent': 'The service has no report',
  'report-failed': 'Fetching the report failed',
  restarted: 'Tranship was restarted',
} satisfies Record<Exclude<HistoryKind, KindWithContext>, string>;

const statusWords: Record<string, string> = {
  VALIDATION_STARTED: 'The service started to validate it',
  VALIDATION_FAILED: 'The service refused it',
  PENDING_INGESTION: 'The service found it valid; it waits to be processed',
  INITIALIZED: 'The service is about to process it',
  IN_PROGRESS: 'The service started to process it',
  PROCESSED: 'The service has processed it',
  ERROR: 'The service could not process it',
};
