/** @file The texts of findings in groups, of the search in them, and of going to a line. */

import type { FindingGroupRow } from '../../src-shared/contract.ts';
import { fieldWithPath } from '../../src-shared/field-words.ts';
import { findingSentence } from '../../src-shared/finding-sentence.ts';
import { message } from '../../src-shared/languages/message.ts';
import { number } from '../wording.ts';

type Named = Pick<FindingGroupRow, 'path' | 'value' | 'message'>;
type Lined = Pick<FindingGroupRow, 'count' | 'firstLines'>;

/** Field and value, or what is wrong where there is no value: “Source country · payment_source_country: “Sweden””. */
function name({ path, value, message: fault }: Named): string {
  if (value === undefined) return findingSentence(fault);
  return path === ''
    ? message('“{value}”', { value })
    : message('{path}: “{value}”', { path: fieldWithPath(path), value });
}

const times = (count: number): string => message('{count, plural, =1 {once} other {# times}}', { count });

/** “line 3”, “lines 3, 17, 22…”. Line 0 is the file as a whole. */
function lines({ count, firstLines }: Lined): string {
  const known = firstLines.filter((line) => line > 0);
  if (known.length === 0) return message('the file as a whole');
  const more = count > firstLines.length ? '…' : '';
  const numbers = `${known.map(number).join(', ')}${more}`;
  return known.length === 1 && more === ''
    ? message('line {numbers}', { numbers })
    : message('lines {numbers}', { numbers });
}

export const groupTexts = {
  listLabel: message('How findings are listed'),
  list: { groups: message('Grouped'), lines: message('Every line') },
  label: message('Groups of findings'),
  loading: message('Grouping the findings…'),
  name,
  times,
  lines,
  standing: (groups: number, findings: number) =>
    groups === 0
      ? message('No finding matches. Search for something else, or show all rules.')
      : message(
          '{groups, plural, one {# group} other {# groups}} of {findings, plural, one {# finding} other {# findings}}',
          { groups, findings },
        ),
  noneMatches: message('No finding matches. Search for something else, or show all rules.'),
  more: (count: number) => message('Show {count, number} more', { count }),
  back: message('Back to the groups'),
  opened: (group: Named & Lined) => `${name(group)} — ${times(group.count)}, ${lines(group)}`,
  /** In the field itself, which is narrow. */
  searchShort: message('Search findings'),
  search: message('Search field, value or message'),
  clearSearch: message('Clear the search'),
  counting: message('Searching the findings…'),
  goToLine: message('Go to line'),
  go: message('Go'),
  nearest: (asked: number, found: number) =>
    message('Line {asked, number} has none of these findings; the nearest is in line {found, number}.', {
      asked,
      found,
    }),
};
