/**
 * @file A table that is saved: in English and with names of its columns that stay the same, as programs read it; or in the language
 * of a person, as their spreadsheet opens it. Pure.
 */

import {
  amountCell,
  columnSeparator,
  momentsTitle,
  numberCell,
  toldMoment,
  writtenCell,
} from '../../src-shared/spreadsheet.ts';
import { type CsvValue, csvHead, csvRow, inPieces } from './csv.ts';

/** Says something in the language of a person. */
export type Speaker = <T>(say: () => T) => T;

export interface Column<Row> {
  title: () => string;
  /** As programs know it: its English title, by default. */
  name?: string;
  /** Moments as in 2026-11-21T06:30:05.000Z, and decimals with a point. */
  cell: (row: Row) => CsvValue;
  /** What a person reads in its place. */
  told?: (row: Row) => CsvValue;
  /** `written`: a date-time that a line has without a zone. */
  as?: 'moment' | 'written' | 'number' | 'amount';
  /** No person reads it: it says in another way what other columns say. */
  isForPrograms?: boolean;
}

export class SavedTable<Row> {
  readonly #columns: readonly Column<Row>[];
  readonly #say: Speaker | undefined;

  /** @param say absent where the table is for programs */
  constructor(columns: readonly Column<Row>[], say?: Speaker) {
    this.#columns = say === undefined ? columns : columns.filter(({ isForPrograms = false }) => !isForPrograms);
    this.#say = say;
  }

  head(): string {
    if (this.#say === undefined) return csvHead(this.#columns.map(({ name, title }) => name ?? title()));
    return this.#say(() =>
      csvHead(
        this.#columns.map(({ title, as }) => (as === 'moment' ? momentsTitle(title()) : title())),
        true,
        columnSeparator(),
      ),
    );
  }

  row(row: Row): string {
    if (this.#say === undefined) return csvRow(this.#columns.map(({ cell }) => cell(row)));
    return this.#say(() =>
      csvRow(
        this.#columns.map((column) => toldCell(column, row)),
        columnSeparator(),
      ),
    );
  }

  /** Below the others, and none of them. @param cells as the person reads them */
  below(cells: () => readonly CsvValue[]): string {
    return this.#say === undefined ? csvRow([...cells()]) : this.#say(() => csvRow([...cells()], columnSeparator()));
  }

  /** All of it, in pieces that are worth writing. */
  pieces(rows: Iterable<Row>): Generator<string> {
    return inPieces(this.#rows(rows));
  }

  *#rows(rows: Iterable<Row>): Generator<string> {
    yield this.head();
    for (const row of rows) yield this.row(row);
  }
}

function toldCell<Row>({ cell, told = cell, as }: Column<Row>, row: Row): CsvValue {
  const value = told(row);
  if (typeof value !== 'string') return value;
  if (as === 'moment') return toldMoment(value);
  if (as === 'written') return writtenCell(value);
  if (as === 'amount') return amountCell(value);
  return as === 'number' ? numberCell(value) : value;
}
