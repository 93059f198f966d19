/** @file The texts of the page of one submission. */

import type { BatchRow, PreparedFrom, SubmissionDetails } from '../../src-shared/contract.ts';
import { differenceInWords } from '../../src-shared/control-words.ts';
import { counted, number } from '../wording.ts';

type Control = NonNullable<SubmissionDetails['control']>;

export { happeningInWords } from '../../src-shared/history-words.ts';

export const pageTexts = {
  back: 'Back to the queue',
  loading: 'Loading this submission…',
  removed: 'This submission is no longer in the queue. Its history stays in the data folder.',
  tabs: { overview: 'Overview', findings: 'Findings', batches: 'Batches' },
  historyChanged: 'The stored history was changed by another program',
  historyChangedDetail: 'At least one entry is not as Tranship wrote it. Do not rely on the history as proof.',
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
  sums: 'Sums',
  control: 'Control figures',
  controlEqual: (figures: number) => `${counted(figures, 'figure')} of the source system, all equal`,
  controlDiffers: ({ figures, differences }: Control) =>
    `${counted(differences, 'difference')} from ${counted(figures, 'figure')} of the source system, over all files of the preparation`,
  difference: differenceInWords,
  moreDifferences: (count: number) => `… and ${counted(count, 'more difference')}`,
  days: 'Days',
  yesOrNo: (isSo: boolean) => (isSo ? 'Yes' : 'No'),
  optionsTitle: 'How it is sent',
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

export const batchTexts = {
  title: 'Batches',
  none: 'No batches yet. Tranship cuts the file into batches once it is approved for sending.',
  caption: (count: number) => `The ${counted(count, 'batch')} of this file, in file order`,
  columns: ['Batch', 'State', 'Size', 'Lines', 'Attempts', 'At the service', 'Report & receipt'],
  serviceState: 'The state as the service names it',
  batchId: 'Batch id',
  noId: 'No id yet',
  abandoned: (count: number) => counted(count, 'abandoned id'),
  lineRange: (first: number, last: number) => `${number(first)} to ${number(last)}`,
  report: 'Report',
  reportOf: (position: number) => `Report of the service on batch ${position}`,
  saveReport: 'Save the report…',
  closeReport: 'Close the report',
  reportLoading: 'Fetching the report…',
  reportShortened: 'Only the beginning is shown. Save the report to see all of it.',
  more: (count: number) => `Show ${counted(count, 'more batch')}`,
  sent: (share: string) => `${share} sent`,
  askedUntil: (time: string) => `The service is asked until ${time}`,
  nextTry: (time: string) => `Next try at ${time}`,
  arrived: (state: string) => `did arrive (${state})`,
};

/** Whether the service may have something to put on a receipt. */
export const hasReceipt = ({ batchId }: BatchRow): boolean => batchId !== undefined;

export const savedTexts = {
  saved: (path: string) => `Saved as ${path}`,
  download: 'The download has started',
};

export const findingTexts = {
  from: ({ source, row, column }: PreparedFrom) =>
    `Row ${number(row)}${column === undefined ? '' : `, column ${column}`} of ${source}`,
  none: 'The check found no errors and no warnings.',
  checking: 'The check is running. Its findings appear here.',
  all: 'All',
  severity: { error: 'Errors', warning: 'Warnings' },
  severityOne: { error: 'Error', warning: 'Warning' },
  show: 'Show',
  clear: 'Show all rules',
  filtered: (count: number) => counted(count, 'finding'),
  save: 'Save findings',
  csv: 'As a table (CSV)',
  jsonl: 'As JSON Lines',
  saveNote: 'All findings are saved, not only those shown.',
  columns: { line: 'Line', rule: 'Rule', message: 'What is wrong' },
  wholeFile: 'File',
  keys: 'Arrow keys move through the findings; the line is shown beside them.',
  lineTitle: (line: number) => `Line ${number(line)}`,
  fileTitle: 'The file as a whole',
  chooseOne: 'Choose a finding to see its line here.',
  missing: (path: string) => `${path} is not in this line.`,
  broken: (at: number) => `The line is not valid JSON from character ${number(at + 1)}, which is marked.`,
  shortened: 'The line is very long; only its beginning is shown.',
  path: 'Path in the line',
  lineText: 'The line as it is in the file',
  gridLabel: 'Findings',
  retry: 'Try again',
  filterLabel: 'Which findings are shown',
  faultyPlace: 'Marked part',
  sendAlone: 'Send this line alone',
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
  'line.unjudged': 'Line with too many values',
  'json.syntax': 'Not valid JSON',
  'json.not-object': 'Not a transaction object',
  'json.duplicate-key': 'Key given twice',
  'field.required': 'Missing field',
  'field.type': 'Wrong type',
  'field.format': 'Wrong format',
  'field.unknown': 'Unknown field',
  'field.implausible': 'Implausible value',
  'entity.both-forms': 'Entity both known and unknown',
  'entity.no-form': 'Entity neither known nor unknown',
  'entity.unknown-details': 'Details of unknown entity missing',
  'entity.main-not-known': 'Main entity not known',
  'modification.duplicate': 'Modification id used twice',
};

export const ruleName = (rule: string): string => ruleNames[rule] ?? rule;
