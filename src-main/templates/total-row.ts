/** @file Rows that add up the others, as people and programs write them below a table: they are no transactions. Pure. */

import { fact } from '../../src-shared/languages/fact.ts';
import { shown } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import type { CellFault } from './cell-fault.ts';
import { isBlank } from './row-cells.ts';

const TOTAL =
  /^(?:(?:grand |sub-?)?totals?|sums?|(?:gesamt|end|zwischen|teil)?summen?|gesamt(?:betrag)?|insgesamt|(?:sous-)?total(?: g[ée]n[ée]ral)?|sommes?|totale|totaal|suma|samlet|yhteensä|summa)(?: [a-z]{3})?:?$/iu;
/** What a line with the number of rows begins with, which has hardly another cell. */
const COUNT = /^(?:anzahl|count|number of|records|rows|nombre)\b/iu;

const CELLS_OF_COUNT = 2;
const LONGEST = 40;

/**
 * What is wrong with a row that looks like a total: a word for it in its first cell, and most other cells empty.
 * @param columns of the table
 */
export function totalRowFault({ number, cells }: Row, columns: readonly string[]): CellFault | undefined {
  const at = cells.findIndex((one) => one !== undefined && !isBlank(one));
  const cell = cells[at]?.trim() ?? '';
  if (cell === '' || cell.length > LONGEST) return undefined;
  const isTotal = TOTAL.test(cell);
  if (!isTotal && !COUNT.test(cell)) return undefined;
  let filled = 0;
  for (const one of cells) if (one !== undefined && !isBlank(one)) filled += 1;
  if (isTotal ? filled * 2 > columns.length : filled > CELLS_OF_COUNT) return undefined;
  const column = columns[at];
  return {
    row: number,
    cell,
    rule: 'row.total',
    ...(column !== undefined && { column }),
    message: fact(
      '{value} looks like a total of other rows, and no transaction. Leave such rows out, or say that they are transactions.',
      { value: shown(cell) },
    ),
  };
}
