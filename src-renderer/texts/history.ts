/** @file The texts of the history page. */

import type { Settings } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted } from '../wording.ts';

export const historyTexts = {
  title: message('History'),
  intro: message('Everything that happened, newest first, also to files that were removed from the queue.'),
  filter: message('Find in the history'),
  fileName: message('File name'),
  batchId: message('Batch id'),
  modificationId: message('Modification id'),
  from: message('From day'),
  to: message('To day'),
  state: message('State'),
  anyState: message('Any state'),
  person: message('Person'),
  anyPerson: message('Any person'),
  removedOnly: message('Only what was removed'),
  clear: message('Show everything'),
  table: message('Entries of the history'),
  columns: {
    time: message('Time'),
    file: message('File'),
    what: message('What happened'),
    state: message('State'),
    person: message('By'),
  },
  loading: message('Reading the history…'),
  none: message('Nothing has happened yet. What you add, approve and send is recorded here.'),
  nothingFound: message('Nothing in the history fits. Change what you look for, or show everything.'),
  more: message('Show older entries'),
  refresh: message('Read again'),
  shown: (count: number, isAll: boolean) =>
    isAll ? counted(count, 'entry') : message('The latest {count, plural, one {# entry} other {# entries}}', { count }),
  batch: (id: string) => message('Batch {id}', { id }),
  queue: message('The queue as a whole'),
  removed: message('Removed'),
  restore: message('Restore'),
  restoreHint: (left: string) => message('Brings it back to the queue; possible for {left} more', { left }),
  restoreOf: (fileName: string) => message('Restore {fileName}', { fileName }),
  restored: (fileName: string) => message('{fileName} is back in the queue.', { fileName }),
  reason: (reason: string) => message('Reason given: “{reason}”', { reason }),
  save: message('Save what is shown'),
  saveNote: message('All entries that fit are saved, not only those shown.'),
  csv: message('As a table (CSV)'),
  jsonl: message('As JSON Lines'),
  kept: ({ submissions, findings, reports }: Settings['retention']) =>
    [
      message('The history itself is always kept.'),
      submissions === null
        ? message('Ended files leave the queue when you remove them.')
        : message('Ended files leave the queue after {days, plural, one {# day} other {# days}}.', {
            days: submissions,
          }),
      message('Findings are kept {findings}, reports {reports}.', {
        findings: keptFor(findings),
        reports: keptFor(reports),
      }),
    ].join(' '),
  change: message('Change this in Settings'),
};

function keptFor(days: number | null): string {
  return days === null
    ? message('until the file is removed')
    : message('for {days, plural, one {# day} other {# days}}', { days });
}
