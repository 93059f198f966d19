/** @file The cells of a row by the names of their columns: what a template's sources and conditions read. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import type { Condition, PlainValue } from '../../src-shared/template-shapes.ts';
import type { Row } from '../exports/rows.ts';
import { uuidOfCells } from './row-uuid.ts';

export type Source = PlainValue['source'];

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

  condition(condition: Condition): (row: Row) => boolean {
    const cell = this.cell(condition.column);
    switch (condition.test) {
      case 'filled':
        return (row) => !isBlank(cell(row));
      case 'empty':
        return (row) => isBlank(cell(row));
      case 'one-of':
      case 'none-of': {
        const values = new Set(condition.values.map((value) => value.trim()));
        const wanted = condition.test === 'one-of';
        return (row) => values.has(cell(row).trim()) === wanted;
      }
      default:
        return assertNever(condition);
    }
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

  #part(column: string, { separator, number }: { separator: string; number: number }): TextOfRow {
    const cell = this.cell(column);
    return (row) =>
      cell(row)
        .split(separator)
        .at(number > 0 ? number - 1 : number) ?? '';
  }
}

/** The columns that a source reads. */
export function columnsOfSource(source: Source): readonly string[] {
  switch (source.from) {
    case 'constant':
      return [];
    case 'column':
      return [source.column];
    case 'columns':
    case 'uuid':
      return source.columns;
    default:
      return assertNever(source);
  }
}

/** Whether a text has nothing but spaces. */
export function isBlank(text: string): boolean {
  return text === '' || text.trim() === '';
}

/** Excel shows long numbers as 1.23457E+15, and exports what it shows. */
const SHORTENED_BY_EXCEL = /^\d(?:[.,]\d+)?E\+\d{2,}$/i;

/** Whether digits of an id were lost before the export. */
export function hasLostDigits(text: string): boolean {
  return text.includes('+') && SHORTENED_BY_EXCEL.test(text.trim());
}
