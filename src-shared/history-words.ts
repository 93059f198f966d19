/** @file What people read of an event of the history: in the window, on the command line and on receipts. */

import type { Account } from './account.ts';
import { partsInWords } from './account-words.ts';
import { type HistoryKind, isHistoryKind, type ReadKind } from './history.ts';
import { message } from './languages/message.ts';

/** What the words depend on. */
export interface WhatHappened {
  kind: ReadKind;
  state?: string | undefined;
  remoteState?: string | undefined;
  /** Of the lines of a batch that has ended with it. */
  account?: Account | undefined;
}

/** What one thing that happened is called; the technical kinds of the history are mapped here, and only here. */
export function happeningInWords({ account, ...happened }: WhatHappened): string {
  const what = kindInWords(happened);
  const isEnd = endingKinds.has(happened.kind);
  return account === undefined || !isEnd ? what : message('{what}: {lines}', { what, lines: partsInWords(account) });
}

/** What can say the last word about the lines of a batch. */
const endingKinds: ReadonlySet<ReadKind> = new Set<HistoryKind>([
  ...(['status', 'report-kept', 'report-absent', 'report-failed', 'told', 'cancel', 'doubled'] as const),
]);

function kindInWords({ kind, state, remoteState }: Omit<WhatHappened, 'account'>): string {
  if (kind === 'status') return statusWords[remoteState ?? '']?.() ?? message('The service named a state');
  if (kind === 'cancelled' || kind === 'cancel') return message('Cancelled');
  if (kind === 'begin') {
    if (state === 'reserving') return message('Asked for an upload address');
    return state === 'uploading' ? message('Sending started') : message('Asked the service for the state');
  }
  return isHistoryKind(kind) ? kindWords[kind]() : kind;
}

type KindWithContext = 'status' | 'cancelled' | 'cancel' | 'begin';

const kindWords = {
  added: () => message('File added; check started'),
  checked: () => message('Checked'),
  'check-failed': () => message('The check did not finish'),
  bound: () => message('Connection chosen'),
  held: () => message('Checked and held for a decision'),
  approved: () => message('Approved for sending'),
  paused: () => message('Paused'),
  resumed: () => message('Resumed'),
  'sent-now': () => message('Sent now, without waiting for the sending hours'),
  retried: () => message('Tried again'),
  removed: () => message('Removed from the list'),
  restored: () => message('Restored to the list'),
  'file-found': () => message('Its file was found at another place'),
  rebound: () => message('The connection was corrected'),
  corrected: () => message('Corrected: the lines not accepted yet, without those left out, are in another submission'),
  'correction-undone': () => message('Open again: the submission that corrected it was removed'),
  'refused-settled': () => message('The rows that the preparation had refused are dealt with elsewhere'),
  'last-block': () => message('Sending the last part'),
  refused: () => message('The storage refused it'),
  'send-again': () => message('Sent again under a new id'),
  'report-again': () => message('Report asked for again'),
  'arrived-after-all': () => message('Arrived under an id that had been abandoned'),
  doubled: () => message('Doubled: the service has processed it under two batch ids'),
  'abandoned-status': () => message('Asked the service about an abandoned id'),
  recovered: () => message('Recovered from a damaged queue'),
  'recovery-told': () => message('The recovery was reported'),
  sealed: () => message('Entries are sealed with the key of this folder from here'),
  'history-shortened': () => message('Entries of the history are missing'),
  'history-reviewed': () => message('What the verification found was reviewed'),
  'folder-confirmed': () => message('The data folder, which may be a copy, was confirmed'),
  'audit-set': () => message('The settings for auditing were changed'),
  'rule-set-changed': () => message('The rules of the check were changed'),
  'control-entered': () => message('Control figures of the core system were entered'),
  'control-removed': () => message('Control figures of the core system were removed'),
  'posting-begun': () => message('Transactions are being sent one by one, past the queue'),
  'posting-ended': () => message('Transactions were sent one by one, past the queue'),
  reserved: () => message('Upload address received; sending started'),
  'reserve-failed': () => message('The service gave no upload address'),
  accepted: () => message('Sent and accepted by the storage'),
  exists: () => message('The storage already has it'),
  'upload-failed': () => message('Sending was interrupted'),
  'upload-held': () => message('Held: the storage host that the service named is not allowed yet'),
  'address-refused': () => message('The storage refused it'),
  'status-missing': () => message('The service does not know it yet'),
  'status-failed': () => message('The service did not say the state'),
  'report-kept': () => message('Report stored'),
  'report-absent': () => message('The service reports no errors'),
  'report-failed': () => message('Fetching the report failed'),
  restarted: () => message('Tranship was restarted'),
  altered: () => message('Stopped: another program has changed the queue'),
  'may-have-left': () => message('It may have been sent since: the data folder may be a copy'),
  'sent-elsewhere': () => message('Sent by another copy of this data folder, as the team ledger says'),
  taken: () => message('Taken from the team'),
  told: () => message('Told by another desk of the team'),
} satisfies Record<Exclude<HistoryKind, KindWithContext>, () => string>;

/** What the service named; a state that is not known stands as it is. */
export const remoteStateInWords = (remoteState: string): string =>
  Object.hasOwn(statusWords, remoteState) ? (statusWords[remoteState]?.() ?? remoteState) : remoteState;

const statusWords: Readonly<Record<string, () => string>> = {
  VALIDATION_STARTED: () => message('The service started to validate it'),
  VALIDATION_FAILED: () => message('The service rejected it'),
  PENDING_INGESTION: () => message('Batch valid; waiting to be processed'),
  INITIALIZED: () => message('The service is about to process it'),
  IN_PROGRESS: () => message('The service started to process it'),
  PROCESSED: () => message('The service has processed it'),
  ERROR: () => message('The service could not process it'),
};
