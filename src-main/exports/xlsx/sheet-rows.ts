/** @file Reads the rows of a sheet from its XML. Pure, apart from the texts that it looks up. */

import { type Fact, fact } from '../../../src-shared/languages/fact.ts';
import { most } from '../bounds.ts';
import { rowTooLarge } from '../row-problems.ts';
import { BrokenXml, localName } from '../xml/xml-text.ts';
import type { CellStyle } from './cell-styles.ts';
import { RichText, withoutEscapes } from './rich-text.ts';
import { type DateSystem, dateOfSerial } from './serial-dates.ts';

export interface SheetRow {
  number: number;
  /** By a person, or by a filter. */
  isHidden: boolean;
  /** By column, with gaps. */
  cells: (string | undefined)[];
  /** Columns whose cell is a number, and no date. */
  stored: number[];
  /** Of these columns, the currencies that are shown beside the numbers; only where they are asked for. */
  currencies?: Map<number, string>;
  /** Sentences about cells that cannot be read. */
  problems: Fact[];
}

export interface SheetContext {
  textOf(number: number): string | undefined;
  styles: readonly (CellStyle | undefined)[];
  dates: DateSystem;
  currencies?: readonly (string | undefined)[];
}

/** The whole sentence about a cell, by its name, such as B7. */
type ProblemOfCell = (given: { cell: string }) => Fact;

// Made in functions of their own: a closure where a cell is read would move its variables to the heap, for good cells too.
const errorInCell =
  (error: string): ProblemOfCell =>
  (given) =>
    fact('Cell {cell} has the error {error}.', { ...given, error });
const unknownType =
  (type: string): ProblemOfCell =>
  (given) =>
    fact('Cell {cell} is of a type that is unknown ({type}).', { ...given, type });
const noBoolean =
  (value: string): ProblemOfCell =>
  (given) =>
    fact('Cell {cell} is neither true nor false, but “{value}”.', { ...given, value });

/** So many are told of a row. */
const MOST_PROBLEMS = 100;

/** Handlers for the XML of a sheet; rows that have anything are handed to `onRow`. */
export class SheetRows {
  readonly #context: SheetContext;
  readonly #onRow: (row: SheetRow) => void;
  #isInData = false;
  #row: SheetRow = emptyRow(0, false);
  #hasAny = false;
  /** Of the row. */
  #characters = 0;
  #isTooLarge = false;
  #column = -1;
  #type = 'n';
  #style: CellStyle | undefined;
  #currency: string | undefined;
  #value: string | undefined;
  #isInValue = false;
  #hasFormula = false;
  #isInText = false;
  readonly #text = new RichText();

  constructor(context: SheetContext, onRow: (row: SheetRow) => void) {
    this.#context = context;
    this.#onRow = onRow;
  }

  onOpen(qualified: string, attributes: Readonly<Record<string, string>>): void {
    const name = localName(qualified);
    if (this.#isInText) {
      this.#text.onOpen(name);
      return;
    }
    switch (name) {
      case 'c':
        this.#beginCell(attributes);
        break;
      case 'v':
        this.#isInValue = true;
        this.#value = '';
        break;
      case 'f':
        this.#hasFormula = true;
        break;
      case 'is':
        this.#isInText = true;
        this.#text.begin();
        break;
      case 'row':
        this.#beginRow(attributes['r'], ['1', 'true'].includes(attributes['hidden'] ?? ''));
        break;
      case 'sheetData':
        this.#isInData = true;
        break;
      default:
    }
  }

  onText(text: string): void {
    if (this.#isTooLarge || !(this.#isInValue || this.#isInText)) return;
    this.#characters += text.length;
    if (this.#characters > most.bytesOfRow) this.#refuseRow();
    else if (this.#isInValue) this.#value += text;
    else this.#text.onText(text);
  }

  onClose(qualified: string): void {
    const name = localName(qualified);
    switch (name) {
      case 'c':
        if (this.#isInData) this.#endCell();
        break;
      case 'v':
        this.#isInValue = false;
        break;
      case 'is':
        this.#isInText = false;
        this.#value = this.#text.take();
        break;
      case 'row':
        if (this.#isInData && this.#hasAny) this.#onRow(this.#row);
        break;
      case 'sheetData':
        this.#isInData = false;
        break;
      default:
        if (this.#isInText) this.#text.onClose(name);
    }
  }

  #beginRow(written: string | undefined, isHidden: boolean): void {
    const number = written === undefined ? this.#row.number + 1 : Number(written);
    if (!(Number.isInteger(number) && number >= 1 && number <= most.rowsOfSheet))
      throw new BrokenXml(
        fact('After row {before} comes a row with the number “{number}”.', {
          before: this.#row.number,
          number: written ?? number,
        }),
      );
    this.#row = emptyRow(number, isHidden);
    this.#hasAny = false;
    this.#characters = 0;
    this.#isTooLarge = false;
    this.#column = -1;
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const reference = attributes['r'];
    this.#column = reference === undefined ? this.#column + 1 : columnOf(reference);
    if (this.#column < 0 || this.#column >= most.columnsOfSheet)
      throw new BrokenXml(
        fact('Row {row} has a cell at “{place}”, which no sheet has.', {
          row: this.#row.number,
          place: reference ?? this.#column,
        }),
      );
    this.#type = attributes['t'] ?? 'n';
    const style = attributes['s'];
    this.#style = style === undefined ? this.#context.styles[0] : this.#context.styles[Number(style)];
    this.#currency = this.#context.currencies?.[Number(style ?? 0)];
    this.#value = undefined;
    this.#hasFormula = false;
  }

  #endCell(): void {
    if (this.#isTooLarge) return;
    const cell = this.#cell();
    if (cell === undefined) return;
    this.#row.cells[this.#column] = cell;
    this.#hasAny ||= cell.trim() !== '';
  }

  #cell(): string | undefined {
    const value = this.#value;
    if (value === undefined || (value === '' && this.#type === 'n')) {
      if (this.#hasFormula)
        this.#complain((given) =>
          fact(
            'Cell {cell} has a formula whose result is not in the file. Open the workbook in Excel, save it, and choose it again.',
            given,
          ),
        );
      return undefined;
    }
    switch (this.#type) {
      case 's':
        return this.#sharedText(value);
      case 'inlineStr':
        return value;
      case 'str':
        return withoutEscapes(value);
      case 'b':
        return this.#boolean(value.trim());
      case 'e':
        return this.#complain(errorInCell(value));
      case 'd':
        return value.trim();
      case 'n': {
        const number = value.trim();
        const style = this.#style;
        const isDigits = style !== undefined && 'digits' in style;
        const date = style && !isDigits ? dateOfSerial(number, style, this.#context.dates) : undefined;
        if (date !== undefined) return date;
        this.#row.stored.push(this.#column);
        if (this.#currency !== undefined) {
          this.#row.currencies ??= new Map();
          this.#row.currencies.set(this.#column, this.#currency);
        }
        return isDigits && WHOLE.test(number) ? number.padStart(style.digits, '0') : withDigitsOfExcel(number);
      }
      default:
        return this.#complain(unknownType(this.#type));
    }
  }

  #sharedText(value: string): string | undefined {
    const text = this.#context.textOf(value.trim() === '' ? -1 : Number(value));
    return text ?? this.#complain((given) => fact('Cell {cell} names a text that the workbook does not have.', given));
  }

  #boolean(value: string): string | undefined {
    if (value === '1' || value === 'true') return 'true';
    if (value === '0' || value === 'false') return 'false';
    return this.#complain(noBoolean(value));
  }

  #refuseRow(): void {
    this.#isTooLarge = true;
    this.#hasAny = true;
    this.#value = undefined;
    this.#text.begin();
    this.#row.cells = [];
    this.#row.problems = [rowTooLarge({ row: this.#row.number })];
  }

  #complain(problem: ProblemOfCell): undefined {
    if (this.#row.problems.length < MOST_PROBLEMS)
      this.#row.problems.push(problem({ cell: `${columnLetters(this.#column)}${this.#row.number}` }));
    this.#hasAny = true;
  }
}

function emptyRow(number: number, isHidden: boolean): SheetRow {
  return { number, isHidden, cells: [], stored: [], problems: [] };
}

const WHOLE = /^\d+$/;
const FRACTION = /^-?\d*\.\d+(?:[eE]-\d+)?$/;
const DIGITS_OF_EXCEL = 15;

/**
 * A number as Excel shows and means it: what a double has beyond 15 significant digits, as in 0.30000000000000004, is no part of the
 * value. A whole number stays: another program may have written an id so.
 */
function withDigitsOfExcel(written: string): string {
  if (written.length <= DIGITS_OF_EXCEL || !FRACTION.test(written)) return written;
  const [mantissa = ''] = written.split(/e/i, 1);
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '');
  if (digits.length <= DIGITS_OF_EXCEL) return written;
  return String(Number(Number(written).toPrecision(DIGITS_OF_EXCEL)));
}

/** From 0; -1 for what is no reference to a cell such as BC12. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) return at === 0 || at > 3 ? -1 : column - 1;
    column = column * 26 + letter;
  }
  return -1;
}

/** The letters of a column, from 0. */
export function columnLetters(column: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
