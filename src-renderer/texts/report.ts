/** @file The texts of the report on a batch. */

import type { FoundBy, ReportReading, ShownLine } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted, number } from '../wording.ts';

export const reportTexts = {
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
