/** @file How an export differs from the one that a template was made for, as people read it everywhere. Pure. */

import { assertNever } from './errors.ts';
import { fieldName } from './field-words.ts';
import { listed } from './languages/lists.ts';
import { message } from './languages/message.ts';
import { quotedList } from './languages/quoted.ts';
import type { FittingTemplate, TemplateDifference } from './preparation-shapes.ts';
import { columnsOfSource } from './source-columns.ts';
import type { Value } from './template-shapes.ts';

/** More than a sentence names. */
const MOST_NAMED = 12;

/** A full sentence: “BIC” is new, “Amount” cannot be read as before (“twelve”), “Land” has gone. Empty where nothing differs. */
export function templateDifferencesInWords(template: string, differences: readonly TemplateDifference[]): string {
  const named = differences.slice(0, MOST_NAMED).map(differenceInWords);
  const more = differences.length - named.length;
  if (more > 0) named.push(message('{more, plural, one {# more change} other {# more changes}}', { more }));
  if (named.length === 0) return '';
  return message('Since the template “{template}” was made, the export has changed: {changes}.', {
    template,
    changes: named.join(', '),
  });
}

/** How much of an export a kept template knows: “5 of 9 columns are the same …; 4 seem to have new names.” */
export function templateLikenessInWords({ name, columns: all, differences }: FittingTemplate): string {
  const renamed = differences.filter(({ kind }) => kind === 'renamed').length;
  const same = all - renamed - differences.filter(({ kind }) => kind === 'gone').length;
  return renamed === 0
    ? message('{same, number} of {all, number} columns are the same as in the template “{name}”.', { same, all, name })
    : message(
        '{same, number} of {all, number} columns are the same as in the template “{name}”; {renamed, plural, one {# seems to have a new name} other {# seem to have new names}}.',
        { same, all, name, renamed },
      );
}

function differenceInWords(difference: TemplateDifference): string {
  switch (difference.kind) {
    case 'new':
      return message('“{column}” is new', difference);
    case 'gone':
      return difference.instead === undefined
        ? message('“{column}” has gone', { column: difference.column })
        : message('“{column}” has gone, and {instead}', {
            column: difference.column,
            instead: listed(Object.entries(difference.instead).map(insteadInWords)),
          });
    case 'renamed': {
      const { column, before } = difference;
      return message('“{before}” seems to be “{column}” now', { before, column });
    }
    case 'otherwise':
      return message('“{column}” cannot be read as before (“{cell}”)', difference);
    case 'no-sheet':
      return message('there is no sheet “{sheet}”', difference);
    case 'reading':
      return readingInWords(difference);
    default:
      return assertNever(difference);
  }
}

/** “Currency is EUR for all”, “Booking time comes from “Tag” and “Zeit””. */
function insteadInWords([path, value]: [string, Value]): string {
  const field = fieldName(path);
  if ('source' in value && value.source.from === 'constant')
    return message('{field} is {value} for all', { field, value: value.source.text });
  const columns = 'source' in value ? columnsOfSource(value.source) : [];
  return message('{field} comes from {columns}', { field, columns: listed(quotedList(columns)) });
}

function readingInWords({ setting, now }: Extract<TemplateDifference, { kind: 'reading' }>): string {
  switch (setting) {
    case 'encoding':
      return message('the encoding is {now} now', { now });
    case 'delimiter':
      return message('the cells are divided by {now} now', { now: now === '\t' ? message('a tab') : now });
    case 'headerRow':
      return message('the names of the columns are in row {now} now', { now });
    default:
      return assertNever(setting);
  }
}
