/** @file What was recognised in a list of control figures, as a person reads it before they are kept. Pure. */

import type { ControlColumn, RecognisedFigures } from './control-shapes.ts';
import { labelled } from './languages/labelled.ts';
import { message } from './languages/message.ts';
import { namesInWords } from './names-in-words.ts';
import { counted, dateOfDay } from './quantities.ts';

/** A longer list is cut. */
const NAMED = 5;

/** What was recognised in figures before they are kept. @param hasNames whether they came with the names of their columns */
export function recognisedInWords(
  { figures, days, currencies, files, columns, withoutCount, withoutSum }: RecognisedFigures,
  hasNames: boolean,
): string[] {
  const parts = [
    message('{count, plural, one {# day} other {# days}} ({names})', {
      count: days.length,
      names: namesInWords(days.map(dateOfDay), NAMED),
    }),
    ...(currencies.length === 0
      ? []
      : [
          message('{count, plural, one {# currency} other {# currencies}} ({names})', {
            count: currencies.length,
            names: namesInWords(currencies, NAMED),
          }),
        ]),
    ...(files.length === 0
      ? []
      : [
          message('{count, plural, one {# file} other {# files}} ({names})', {
            count: files.length,
            names: namesInWords(files, NAMED),
          }),
        ]),
  ];
  const names: Record<ControlColumn['column'], string> = {
    day: message('day'),
    currency: message('currency'),
    count: message('number of transactions'),
    sum: message('sum'),
    file: message('file'),
  };
  const taken = columns.map(({ column, name }) =>
    hasNames ? message('{column} from “{name}”', { column: names[column], name }) : names[column],
  );
  return [
    labelled(counted(figures, 'figure'), `${parts.join(', ')}.`),
    message('Columns: {columns}.', { columns: taken.join(', ') }),
    ...(withoutCount === 0
      ? []
      : [
          message(
            '{count, plural, one {# figure has} other {# figures have}} no number of transactions: only the sum is compared.',
            { count: withoutCount },
          ),
        ]),
    ...(withoutSum === 0
      ? []
      : [
          message('{count, plural, one {# figure has} other {# figures have}} no sum: only the number is compared.', {
            count: withoutSum,
          }),
        ]),
  ];
}
