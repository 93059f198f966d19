/** @file The texts of the history page. */

import type { Settings } from '../../src-shared/contract.ts';
import { counted } from '../wording.ts';

export const historyTexts = {
  title: 'History',
  intro: 'Everything that happened, newest first, also to files that were removed from the queue.',
  filter: 'Find in the history',
  fileName: 'File name',
  batchId: 'Batch id',
  modificationId: 'Modification id',
  from: 'From day',
  to: 'To day',
  state: 'State',
  anyState: 'Any state',
  person: 'Person',
  anyPerson: 'Any person',
  removedOnly: 'Only what was removed',
  clear: 'Show everything',
  table: 'Entries of the history',
  columns: { time: 'Time', file: 'File', what: 'What happened', state: 'State', person: 'By' },
  loading: 'Reading the history…',
  none: 'Nothing has happened yet. What you add, approve and send is recorded here.',
  nothingFound: 'Nothing in the history fits. Change what you look for, or show everything.',
  more: 'Show older entries',
  refresh: 'Read again',
  shown: (count: number, isAll: boolean) =>
    isAll ? `${counted(count, 'entry')}` : `The latest ${counted(count, 'entry')}`,
  batch: (id: string) => `Batch ${id}`,
  queue: 'The queue as a whole',
  removed: 'Removed',
  restore: 'Restore',
  restoreHint: (left: string) => `Brings it back to the queue; possible for ${left} more`,
  restoreOf: (fileName: string) => `Restore ${fileName}`,
  restored: (fileName: string) => `${fileName} is back in the queue.`,
  reason: (reason: string) => `Reason given: “${reason}”`,
  save: 'Save what is shown',
  saveNote: 'All entries that fit are saved, not only those shown.',
  csv: 'As a table (CSV)',
  jsonl: 'As JSON Lines',
  kept: ({ submissions, findings, reports }: Settings['retention']) =>
    [
      'The history itself is always kept.',
      `Ended files leave the queue ${submissions === null ? 'when you remove them' : `after ${counted(submissions, 'day')}`}.`,
      `Findings are kept ${keptFor(findings)}, reports ${keptFor(reports)}.`,
    ].join(' '),
  change: 'Change this in Settings',
};

function keptFor(days: number | null): string {
  return days === null ? 'until the file is removed' : `for ${counted(days, 'day')}`;
}
