/** @file The texts of the report on a batch. */

import type { FoundBy, ReportReading, ShownLine } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';

export const reportTexts = {
  reading: 'Reading the report…',
  filterLabel: 'Which lines are shown',
  all: 'All',
  foundBy: {
    both: 'Found by both',
    service: 'Only by the service',
    check: 'Only by the check',
    unmatched: 'No line',
  } satisfies Record<FoundBy, string>,
  search: 'Search',
  searchHint: 'Message, field, identifier or line',
  tableLabel: 'What was found, by line of the file',
  columns: { line: 'Line', foundBy: 'Found by', service: 'The service says', check: 'The check says' },
  noLine: 'none',
  nothing: 'Nothing was found that fits.',
  shown: (shown: number, count: number) =>
    shown === count ? counted(count, 'line') : `${number(shown)} of ${counted(count, 'line')}`,
  more: 'Show more',
  chooseOne: 'Choose a row to see its line here.',
  lineTitle: (line: number) => `Line ${number(line)}`,
  noLineTitle: 'An entry that matches no line',
  saveTable: 'Save the table…',
  raw: 'As it came',
  table: 'By line',
  stricter: 'Make our check as strict…',
  stricterTitle: 'Rules that would have found this',
  stricterWorking: 'Checking the file with stricter rules…',
  useRules: 'Use these rules from now on',
  rulesInUse: 'Files are checked by these rules from now on. The settings show them, and take them back.',
  viewLabel: 'How the report is shown',
};

/** Who found what is on a line. */
export function foundByOf({ line, foundBy }: Pick<ShownLine, 'line' | 'foundBy'>): string {
  if (line === null) return reportTexts.foundBy.unmatched;
  return { both: 'both', service: 'service', check: 'check' }[foundBy];
}

/** The name of a filter with its count. */
export function filterName(foundBy: FoundBy | 'all', { counts }: ReportReading): string {
  if (foundBy !== 'all') return `${reportTexts.foundBy[foundBy]} ${number(counts[foundBy])}`;
  return `${reportTexts.all} ${number(Object.values(counts).reduce((sum, count) => sum + count, 0))}`;
}
