/** @file The texts of findings in groups, of the search in them, and of going to a line. */

import type { FindingGroupRow } from '../../src-shared/contract.ts';
import { counted, number } from '../wording.ts';

type Named = Pick<FindingGroupRow, 'path' | 'value' | 'message'>;
type Lined = Pick<FindingGroupRow, 'count' | 'firstLines'>;

/** Field and value, or what is wrong where there is no value: “payment_source_country: “Sweden””. */
function name({ path, value, message }: Named): string {
  if (value === undefined) return message;
  return path === '' ? `“${value}”` : `${path}: “${value}”`;
}

const times = (count: number): string => (count === 1 ? 'once' : `${number(count)} times`);

/** “line 3”, “lines 3, 17, 22…”. Line 0 is the file as a whole. */
function lines({ count, firstLines }: Lined): string {
  const known = firstLines.filter((line) => line > 0);
  if (known.length === 0) return 'the file as a whole';
  const more = count > firstLines.length ? '…' : '';
  return `${known.length === 1 && more === '' ? 'line' : 'lines'} ${known.map(number).join(', ')}${more}`;
}

export const groupTexts = {
  listLabel: 'How findings are listed',
  list: { groups: 'Grouped', lines: 'Every line' },
  label: 'Groups of findings',
  loading: 'Grouping the findings…',
  name,
  times,
  lines,
  standing: (groups: number, findings: number) =>
    groups === 0
      ? 'No finding matches. Search for something else, or show all rules.'
      : `${counted(groups, 'group')} of ${counted(findings, 'finding')}`,
  noneMatches: 'No finding matches. Search for something else, or show all rules.',
  more: (count: number) => `Show ${number(count)} more`,
  back: 'Back to the groups',
  opened: (group: Named & Lined) => `${name(group)} — ${times(group.count)}, ${lines(group)}`,
  search: 'Search field, value or message',
  clearSearch: 'Clear the search',
  counting: 'Searching the findings…',
  goToLine: 'Go to line',
  go: 'Go',
  nearest: (asked: number, found: number) =>
    `Line ${number(asked)} has none of these findings; the nearest is in line ${number(found)}.`,
};
