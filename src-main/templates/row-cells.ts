/** @file The cells of a row by the names of their columns: what a template's sources and conditions read. Pure. */

import { cellTest } from '../../src-shared/cell-test.ts';
import { assertNever } from '../../src-shared/errors.ts';
import { countryOfIban } from '../../src-shared/iban.ts';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import type { Condition, PlainValue } from '../../src-shared/template-shapes.ts';
import { shown } from '../check/findings/finding.ts';
import type { Row } from '../exports/rows.ts';
import { uuidOfCells } from './row-uuid.ts';

export type Source = PlainValue['source'];
type Part = NonNullable<Extract<Source, { from: 'column' }>['part']>;

/** The text of a row; empty where there is none. */
export type TextOfRow = (row: Row) => string;

/** The cells of rows with these columns; of columns with the same name, the first is meant. */
export class RowCells {
  readonly #places: ReadonlyMap<string, number>;

  constructor(columns: readonly string[]) {
    const named = columns.map((name, index): [string, number] => [name, index]);
    this.#places = new Map(named.toReversed());
  }

  /** The cell of a column exactly as written; also of a column that the table came to know late. */
  cell(column: string): TextOfRow {
    const place = this.#places.get(column);
    if (place !== undefined) return (row) => row.cells[place] ?? '';
    return (row) => row.others?.find(([name]) => name === column)?.[1] ?? '';
  }

  /** Whether the cell of a column is a number that the file stores as such. */
  isStored(column: string): (row: Row) => boolean {
    const place = this.#places.get(column) ?? column;
    return ({ stored }) => stored?.includes(place) === true;
  }

  condition(condition: Condition): (row: Row) => boolean {
    const cell = this.cell(condition.column);
    const holds = cellTest(condition);
    return (row) => holds(cell(row));
  }

  /** The text that a source takes from a row: a whole cell exactly as written, parts and joined cells without spaces around. A UUID of empty cells is none. */
  text(source: Source): TextOfRow {
    switch (source.from) {
      case 'constant':
        return () => source.text;
      case 'column':
        return source.part === undefined ? this.cell(source.column) : this.#part(source.column, source.part);
      case 'columns': {
        const cells = source.columns.map((column) => this.cell(column));
        return (row) =>
          cells
            .map((cell) => cell(row).trim())
            .filter((text) => text !== '')
            .join(source.separator);
      }
      case 'uuid': {
        const cells = source.columns.map((column) => this.cell(column));
        return (row) => {
          const key = cells.map((cell) => cell(row).trim());
          return key.every((text) => text === '') ? '' : uuidOfCells(key);
        };
      }
      default:
        return assertNever(source);
    }
  }

  #part(column: string, part: Part): TextOfRow {
    const cell = this.cell(column);
    if (typeof part === 'string') return (row) => countryOfIban(cell(row));
    const { separator, number } = part;
    return (row) =>
      cell(row)
        .split(separator)
        .at(number > 0 ? number - 1 : number) ?? '';
  }
}

/** Whether a text has nothing but spaces. */
export function isBlank(text: string): boolean {
  return text === '' || text.trim() === '';
}

/** Excel shows long numbers as 1.23457E+15, and exports what it shows. */
const SHORTENED_BY_EXCEL = /^-?\d(?:[.,]\d+)?E\+\d{2,}$|^-?\d[.,]\d+E\d{2,}$/i;

/** Whether digits of a number or an id were lost before the export. */
export function hasLostDigits(text: string): boolean {
  return text.length < MOST_OF_SHORTENED && SHORTENED_BY_EXCEL.test(text.trim());
}
const MOST_OF_SHORTENED = 40;
const DIGITS_THAT_EXCEL_SHOWS = 6;

/** Whether a number is written as Excel shows a longer one; other programs write all of its digits so, as in 1.234567890123E12. */
export function isShortenedByExcel(text: string): boolean {
  if (!hasLostDigits(text)) return false;
  const [mantissa = ''] = text.trim().split(/e/i, 1);
  return mantissa.replace(/\D/g, '').length <= DIGITS_THAT_EXCEL_SHOWS;
}

const ERRORS_OF_SPREADSHEETS = new Set([
  ...[
    '#N/A',
    '#NV',
    '#REF!',
    '#BEZUG!',
    '#VALUE!',
    '#WERT!',
    '#VALEUR!',
    '#DIV/0!',
    '#NAME?',
    '#NOM?',
    '#NUM!',
    '#ZAHL!',
  ],
  ...[
    '#NOMBRE!',
    '#NULL!',
    '#NUL!',
    '#SPILL!',
    '#CALC!',
    '#FIELD!',
    '#BLOCKED!',
    '#GETTING_DATA',
    '#¡REF!',
    '#¡VALOR!',
  ],
]);
const TOO_NARROW = /^#{3,}$/;
const FORMULA_OF_TEXT = /^="(?:[^"]|"")*"$/;

/** Why a cell is not the value that it stands for: a spreadsheet has shown something else. Undefined where it is. */
export function notAValue(text: string): Said | undefined {
  const first = text.charCodeAt(0);
  if (first === HASH) {
    if (ERRORS_OF_SPREADSHEETS.has(text))
      return fact('{value} is an error of a spreadsheet, and no value. Mend it there.', { value: shown(text) });
    if (TOO_NARROW.test(text))
      return fact(
        '{value} is what a spreadsheet shows where a column is too narrow. Make it wider, and export it again.',
        { value: shown(text) },
      );
  }
  if (first === EQUALS && FORMULA_OF_TEXT.test(text))
    return fact('{value} is a formula, and not the text within it. Export the values.', { value: shown(text) });
  return undefined;
}
const [HASH, EQUALS] = [0x23, 0x3d];
