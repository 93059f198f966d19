/** @file The texts of the report on a batch. */

import type { FoundBy, ReportReading, ShownLine } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted, number } from '../wording.ts';

export const reportTexts = {
  reading: message('Reading the report…'),
  filterLabel: message('Which lines are shown'),
  all: message('All'),
  foundBy: {
    both: message('Found by both'),
    service: message('Only by the service'),
    check: message('Only by the check'),
    unmatched: message('No line'),
  } satisfies Record<FoundBy, string>,
  search: message('Search'),
  searchHint: message('Message, field, identifier or line'),
  tableLabel: message('What was found, by line of the file'),
  columns: {
    line: message('Line'),
    foundBy: message('Found by'),
    service: message('The service says'),
    check: message('The check says'),
  },
  noLine: message('none', {}, { context: 'line' }),
  nothing: message('Nothing was found that fits.'),
  shown: (shown: number, count: number) =>
    shown === count
      ? counted(count, 'line')
      : message('{shown, number} of {count, plural, one {# line} other {# lines}}', { shown, count }),
  more: message('Show more'),
  chooseOne: message('Choose a row to see its line here.'),
  lineTitle: (line: number) => message('Line {line, number}', { line }),
  noLineTitle: message('An entry that matches no line'),
  saveTable: message('Save the table…'),
  raw: message('As it came'),
  table: message('By line'),
  stricter: message('Make our check as strict…'),
  stricterTitle: message('Rules that would have found this'),
  stricterWorking: message('Checking the file with stricter rules…'),
  useRules: message('Use these rules from now on'),
  rulesInUse: message('Files are checked by these rules from now on. The settings show them, and take them back.'),
  viewLabel: message('How the report is shown'),
};

/** Who found what is on a line. */
export function foundByOf({ line, foundBy }: Pick<ShownLine, 'line' | 'foundBy'>): string {
  if (line === null) return reportTexts.foundBy.unmatched;
  return { both: message('both'), service: message('service'), check: message('check') }[foundBy];
}

/** The name of a filter with its count. */
export function filterName(foundBy: FoundBy | 'all', { counts }: ReportReading): string {
  if (foundBy !== 'all') return `${reportTexts.foundBy[foundBy]} ${number(counts[foundBy])}`;
  return `${reportTexts.all} ${number(Object.values(counts).reduce((sum, count) => sum + count, 0))}`;
}
