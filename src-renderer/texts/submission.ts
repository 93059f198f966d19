/** @file The texts of the page of one submission. */

import type { BatchRow, PreparedFrom, SubmissionDetails } from '../../src-shared/contract.ts';
import { differenceInWords } from '../../src-shared/control-words.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted } from '../wording.ts';

type Control = NonNullable<SubmissionDetails['control']>;

export { happeningInWords } from '../../src-shared/history-words.ts';

export const pageTexts = {
  back: message('Back to the queue'),
  loading: message('Loading this submission…'),
  removed: (time: string) =>
    message('This file was removed from the queue: {time}. What it was and what became of it stays here.', { time }),
  tabs: { overview: message('Overview'), findings: message('Findings'), batches: message('Batches') },
  historyChanged: message('The stored history was changed by another program'),
  historyChangedDetail: message('At least one entry is not as Tranship wrote it. Do not rely on the history as proof.'),
};

export const factTexts = {
  title: message('The file'),
  folder: message('Folder'),
  added: message('Added'),
  size: message('Size'),
  lines: message('Lines'),
  transactions: message('Transactions'),
  wouldMake: message('Batches it would make'),
  checked: message('Checked in'),
  sha256: 'SHA-256',
  sums: message('Sums'),
  control: message('Control figures'),
  controlEqual: (figures: number) =>
    message('{figures, plural, one {# figure} other {# figures}} of the source system, all equal', { figures }),
  controlDiffers: ({ figures, differences }: Control) =>
    message(
      '{differences, plural, one {# difference} other {# differences}} from {figures, plural, one {# figure} other {# figures}} of the source system, over all files of the preparation',
      { differences, figures },
    ),
  difference: differenceInWords,
  moreDifferences: (count: number) =>
    message('… and {count, plural, one {# more difference} other {# more differences}}', { count }),
  days: message('Days'),
  yesOrNo: (isSo: boolean) => (isSo ? message('Yes') : message('No')),
  optionsTitle: message('How it is sent'),
  daySpan: (first: string, last: string, count: number) =>
    first === last
      ? first
      : message('{first} to {last} ({count, plural, one {# day} other {# days}} with transactions)', {
          first,
          last,
          count,
        }),
};

export const timelineTexts = {
  title: message('What happened'),
  empty: message('Nothing has happened yet.'),
  earlier: (count: number) =>
    message('Show {count, plural, one {# earlier entry} other {# earlier entries}}', { count }),
  batches: (positions: readonly number[], whole: number): string => {
    if (positions.length === whole && whole > 1) return message('All batches');
    if (positions.length === 1) return message('Batch {place, number}', { place: positions[0] ?? 0 });
    return message('Batches {places}', { places: spans(positions) });
  },
  earlierBatch: message('A batch that was tried again later'),
  reason: (reason: string) => message('Reason given: “{reason}”', { reason }),
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
  title: message('Batches'),
  none: message('No batches yet. Tranship cuts the file into batches once it is approved for sending.'),
  columns: [
    message('Batch'),
    message('State'),
    message('Size'),
    message('Lines'),
    message('Attempts'),
    message('At the service'),
    message('Report & receipt'),
  ] as const,
  serviceState: message('The state as the service names it'),
  batchId: message('Batch id'),
  noId: message('No id yet'),
  abandoned: (count: number) => counted(count, 'abandoned id'),
  lineRange: (first: number, last: number) => message('{first, number} to {last, number}', { first, last }),
  report: message('Report'),
  reportOf: (position: number) => message('Report of the service on batch {position}', { position }),
  saveReport: message('Save the report…'),
  closeReport: message('Close the report'),
  reportLoading: message('Fetching the report…'),
  reportShortened: message('Only the beginning is shown. Save the report to see all of it.'),
  more: (count: number) => message('Show {count, plural, one {# more batch} other {# more batches}}', { count }),
  sent: (share: string) => message('{share} sent', { share }),
  askedUntil: (time: string) => message('The service is asked until {time}', { time }),
  nextTry: (time: string) => message('Next try at {time}', { time }),
  arrived: (state: string) => message('did arrive ({state})', { state }),
};

/** Whether the service may have something to put on a receipt. */
export const hasReceipt = ({ batchId }: BatchRow): boolean => batchId !== undefined;

export const savedTexts = {
  saved: (path: string) => message('Saved as {path}', { path }),
  download: message('The download has started'),
};

export const findingTexts = {
  from: ({ source, row, column }: PreparedFrom) =>
    column === undefined
      ? message('Row {row, number} of {source}', { row, source })
      : message('Row {row, number}, column {column} of {source}', { row, column, source }),
  none: message('The check found no errors and no warnings.'),
  checking: message('The check is running. Its findings appear here.'),
  all: message('All'),
  severity: { error: message('Errors'), warning: message('Warnings') },
  severityOne: { error: message('Error'), warning: message('Warning') },
  show: message('Show'),
  clear: message('Show all rules'),
  filtered: (count: number) => counted(count, 'finding'),
  save: message('Save findings'),
  csv: message('As a table (CSV)'),
  jsonl: message('As JSON Lines'),
  saveNote: message('All findings are saved, not only those shown.'),
  columns: { line: message('Line'), rule: message('Rule'), message: message('What is wrong') },
  wholeFile: message('File'),
  keys: message('Arrow keys move through the findings; the line is shown beside them.'),
  lineTitle: (line: number) => message('Line {line, number}', { line }),
  fileTitle: message('The file as a whole'),
  chooseOne: message('Choose a finding to see its line here.'),
  missing: (path: string) => message('{path} is not in this line.', { path }),
  broken: (at: number) =>
    message('The line is not valid JSON from character {at, number}, which is marked.', { at: at + 1 }),
  shortened: message('The line is very long; only its beginning is shown.'),
  path: message('Path in the line'),
  lineText: message('The line as it is in the file'),
  gridLabel: message('Findings'),
  retry: message('Try again'),
  filterLabel: message('Which findings are shown'),
  faultyPlace: message('Marked part'),
  sendAlone: message('Send this line alone'),
};

/** The names of the check's rules for people; their ids appear next to them in small print. */
export const ruleNames: Readonly<Record<string, string>> = {
  'file.empty': message('Empty file'),
  'file.encoding': message('Not UTF-8 text'),
  'file.not-jsonl': message('Not a JSON Lines file'),
  'file.bom': message('Byte order mark'),
  'file.over-limit': message('Larger than one batch'),
  'line.blank': message('Blank line'),
  'line.too-long': message('Line too long'),
  'line.unjudged': message('Line with too many values'),
  'json.syntax': message('Not valid JSON'),
  'json.not-object': message('Not a transaction object'),
  'json.duplicate-key': message('Key given twice'),
  'field.required': message('Missing field'),
  'field.type': message('Wrong type'),
  'field.format': message('Wrong format'),
  'field.unknown': message('Unknown field'),
  'field.implausible': message('Implausible value'),
  'entity.both-forms': message('Entity both known and unknown'),
  'entity.no-form': message('Entity neither known nor unknown'),
  'entity.unknown-details': message('Details of unknown entity missing'),
  'entity.main-not-known': message('Main entity not known'),
  'modification.duplicate': message('Modification id used twice'),
};

export const ruleName = (rule: string): string => ruleNames[rule] ?? rule;
