/** @file What a payment message makes of its transactions: rows of a table, laid out in pieces as delimited text, and problems. */

import { DELIMITER_OF_PAYMENTS, type Piece, type RowFault } from '../rows.ts';
import { type Payment, paymentColumns } from './payment-columns.ts';

/** Problems are full sentences. */
export interface PaymentRows {
  onPayment(payment: Payment): void;
  /** The next row cannot be read. */
  onRefused(problem: string): void;
  /** The message does not agree with itself. */
  onProblem(problem: string): void;
}

const ROWS_OF_PIECE = 1000;
/** Few enough that a walk takes its bytes at once. */
const CHARACTERS_OF_PIECE = 256 * 1024;
const IN_QUOTES = /["\t\r\n]/;
const encoder = new TextEncoder();

/** Numbers the rows from 1. */
export class PaymentPieces implements PaymentRows {
  #lines: string[] = [];
  #characters = 0;
  readonly #cells: string[] = [];
  #faults: RowFault[] = [];
  #firstRow = 1;
  /** Of the row that came last. */
  #number = 0;
  #ready: Piece[] = [];

  onPayment(payment: Payment): void {
    const cells = this.#cells;
    for (let place = 0; place < paymentColumns.length; place++) {
      const column = paymentColumns[place];
      const cell = column && payment[column];
      cells[place] = cell === undefined ? '' : IN_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    }
    this.#number += 1;
    this.#add(cells.join(DELIMITER_OF_PAYMENTS));
  }

  onRefused(problem: string): void {
    this.#number += 1;
    this.#faults.push({ number: this.#number, message: problem });
    this.#add('');
  }

  onProblem(problem: string): void {
    this.#faults.push({ number: this.#number, message: problem, isOfFile: true });
    if (this.#faults.length >= ROWS_OF_PIECE) this.#finish();
  }

  /** The pieces that are full. */
  takeReady(): Piece[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  /** What is left at the end, full or not. */
  takeRest(): Piece[] {
    if (this.#lines.length > 0 || this.#faults.length > 0) this.#finish();
    return this.takeReady();
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#lines.length >= ROWS_OF_PIECE || this.#characters >= CHARACTERS_OF_PIECE) this.#finish();
  }

  #finish(): void {
    const rows = this.#lines.length;
    // Behind the last line, too.
    const bytes = encoder.encode([...this.#lines, ''].join('\n'));
    this.#ready.push({ kind: 'bytes', bytes, firstRow: this.#firstRow, rows, faults: this.#faults });
    this.#lines = [];
    this.#characters = 0;
    this.#faults = [];
    this.#firstRow = this.#number + 1;
  }
}
