/** @file The texts of the page of one submission. */

import type { BatchRow, Happening } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';

export const pageTexts = {
  back: 'Back to the queue',
  loading: 'Looking this submission up…',
  removed: 'This submission is no longer in the queue. Its history stays in the data folder.',
  tabs: { overview: 'Overview', findings: 'Findings', batches: 'Batches' },
  historyChanged: 'The stored history was changed by another program',
  historyChangedDetail: 'At least one line of it is not as Tranship wrote it. Do not rely on it as a proof.',
};

export const factTexts = {
  title: 'The file',
  folder: 'Folder',
  added: 'Added',
  size: 'Size',
  lines: 'Lines',
  transactions: 'Transactions',
  checked: 'Checked in',
  sha256: 'SHA-256',
  sums: 'Adds up to',
  days: 'Days',
  onInvalid: 'If lines are faulty',
  onInvalidWords: { stop: 'Stop, so that a person decides', 'service-decides': 'Send, and let the service decide' },
  ingestValid: 'In a faulty batch',
  ingestValidWords: (ingestValid: boolean) =>
    ingestValid ? 'the service takes the valid lines' : 'the service refuses the whole batch',
  maxBatchBytes: 'Largest batch',
  optionsTitle: 'How it is sent',
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string) => `Copy ${what}`,
  daySpan: (first: string, last: string, count: number) =>
    first === last ? first : `${first} to ${last} (${counted(count, 'day')} with transactions)`,
};

export const timelineTexts = {
  title: 'What happened',
  empty: 'Nothing has happened yet.',
  earlier: (count: number) => `Show ${counted(count, 'earlier entry')}`,
  batches: (positions: readonly number[], whole: number): string => {
    if (positions.length === whole && whole > 1) return 'All batches';
    if (positions.length === 1) return `Batch ${positions[0]}`;
    return `Batches ${spans(positions)}`;
  },
  earlierBatch: 'A batch that was tried again later',
  reason: (reason: string) => `Reason given: “${reason}”`,
};

/** 1, 2, 3, 7 as “1–3, 7”. */
function spans(positions: readonly number[]): string {
  const parts: { from: number; to: number }[] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    const last = parts.at(-1);
    if (last !== undefined && position <= last.to + 1) last.to = position;
    else parts.push({ from: position, to: position });
  }
  return parts.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** The text for one event. The technical kinds of the history are translated here, and only here. */
export function happeningInWords({ kind, batch, state, remoteState }: Happening): string {
  if (kind === 'status') return statusWords[remoteState ?? ''] ?? 'The service told where it stands';
  if (kind === 'cancelled' || kind === 'cancel') return batch === undefined ? 'Cancelled' : 'Given up';
  if (kind === 'begin') {
    if (state === 'reserving') return 'Place asked for at the service';
    return state === 'uploading' ? 'Sending began' : 'Asking the service where it stands';
  }
  return kindWords[kind] ?? 'Went on';
}

const kindWords: Record<string, string> = {
  added: 'File added; the check began',
  checked: 'Checked',
  'check-failed': 'The check could not finish',
  held: 'Checked and held back: a person decides',
  approved: 'Checked and cleared for sending',
  paused: 'Paused',
  resumed: 'Resumed',
  retried: 'Tried again',
  removed: 'Taken out of the queue',
  'last-block': 'The last block is on its way',
  refused: 'The storage did not take it',
  'send-again': 'Sent again under a new id',
  'arrived-after-all': 'A batch that was given up has arrived',
  'abandoned-status': 'The service was asked about an id that was given up',
  recovered: 'Recovered from a damaged queue',
  reserved: 'Place given by the service; sending began',
  'reserve-failed': 'The service gave no place for it',
  accepted: 'Sent; the storage confirmed it',
  exists: 'The storage has it already',
  'upload-failed': 'Sending was interrupted',
  'address-refused': 'The storage did not take it',
  'status-missing': 'The service does not know it yet',
  'status-failed': 'The service could not be asked',
  'report-kept': 'Report of the service stored',
  'report-absent': 'The service has no report',
  'report-failed': 'The report could not be fetched',
  restarted: 'Tranship was started again',
};

const statusWords: Record<string, string> = {
  VALIDATION_STARTED: 'The service began to validate it',
  VALIDATION_FAILED: 'The service refused it',
  PENDING_INGESTION: 'The service found it valid; it waits there',
  INITIALIZED: 'The service is about to process it',
  IN_PROGRESS: 'The service began to process it',
  PROCESSED: 'The service has processed it',
  ERROR: 'The service could not process it',
};

export const batchTexts = {
  title: 'Batches',
  none: 'No batches yet. They are made once the check has ended and the file is cleared for sending.',
  caption: (count: number) => `The ${counted(count, 'batch')} of this file, in its order`,
  columns: ['Batch', 'State', 'Size', 'Lines', 'Attempts', 'At the service', 'Papers'],
  serviceState: 'The service’s own word for it',
  batchId: 'Batch id',
  noId: 'No id yet',
  abandoned: (count: number) => counted(count, 'id given up'),
  report: 'Report',
  reportOf: (position: number) => `Report of the service on batch ${position}`,
  saveReport: 'Save the report…',
  closeReport: 'Close the report',
  reportLoading: 'Fetching the report…',
  reportShortened: 'Only the beginning is shown. Save the report to see all of it.',
  receipt: 'Receipt',
  receiptOf: (position: number) => `Save the receipt of batch ${position}`,
  more: (count: number) => `Show ${counted(count, 'more batch')}`,
  sent: (share: string) => `${share} sent`,
  askedUntil: (time: string) => `The service is asked until ${time}`,
  nextTry: (time: string) => `Next try at ${time}`,
  arrived: (state: string) => `has arrived after all (${state})`,
};

/** Whether the service may have something to put on a receipt. */
export const hasReceipt = ({ batchId }: BatchRow): boolean => batchId !== undefined;

export const savedTexts = {
  saved: (path: string) => `Saved as ${path}`,
  download: 'The download has begun',
};

export const findingTexts = {
  none: 'The check found nothing to complain about.',
  checking: 'The check is under way. What it finds is shown here.',
  all: 'All',
  severity: { error: 'Errors', warning: 'Warnings' },
  severityOne: { error: 'Error', warning: 'Warning' },
  show: 'Show',
  clear: 'Show all rules',
  filtered: (count: number) => counted(count, 'finding'),
  save: 'Save findings',
  csv: 'As a table (CSV)',
  jsonl: 'As JSON Lines',
  saveNote: 'All findings are saved, whatever is shown here.',
  columns: { line: 'Line', rule: 'Rule', message: 'What is wrong' },
  wholeFile: 'File',
  keys: 'Arrow keys move through the findings; the line is shown beside them.',
  lineTitle: (line: number) => `Line ${number(line)}`,
  fileTitle: 'The file as a whole',
  chooseOne: 'Choose a finding to see its line here.',
  missing: (path: string) => `${path} is not in this line.`,
  broken: (at: number) => `The line stops being JSON at character ${number(at + 1)}, where it is marked.`,
  shortened: 'The line is very long; only its beginning is shown.',
  path: 'Place in the line',
  lineText: 'The line as it stands in the file',
  gridLabel: 'Findings',
  retry: 'Try again',
  filterLabel: 'Which findings are shown',
  faultyPlace: 'Faulty place',
  sendAlone: 'Send this line by itself',
};

/** The names of the check's rules for people; their ids appear next to them in small print. */
export const ruleNames: Readonly<Record<string, string>> = {
  'file.empty': 'Empty file',
  'file.encoding': 'Not UTF-8 text',
  'file.not-jsonl': 'Not a JSON Lines file',
  'file.bom': 'Byte order mark',
  'file.over-limit': 'Larger than one batch',
  'line.blank': 'Blank line',
  'line.too-long': 'Line too long',
  'json.syntax': 'Not valid JSON',
  'json.not-object': 'Not a transaction object',
  'json.duplicate-key': 'Key given twice',
  'field.required': 'Missing field',
  'field.type': 'Wrong kind of value',
  'field.format': 'Wrong format',
  'field.unknown': 'Unknown field',
  'field.implausible': 'Implausible value',
  'entity.both-forms': 'Party both known and unknown',
  'entity.no-form': 'Party neither known nor unknown',
  'entity.unknown-details': 'Details of unknown party missing',
  'entity.main-not-known': 'Main party not known',
  'modification.duplicate': 'Modification id used twice',
};

export const ruleName = (rule: string): string => ruleNames[rule] ?? rule;
