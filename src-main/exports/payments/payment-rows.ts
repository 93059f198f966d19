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
  #text = '';
  #faults: RowFault[] = [];
  #firstRow = 1;
  /** Of the row that came last. */
  #number = 0;
  #ready: Piece[] = [];

  onPayment(payment: Payment): void {
    let line = '';
    let separator = '';
    for (const column of paymentColumns) {
      const cell = payment[column] ?? '';
      line += separator + (IN_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      separator = DELIMITER_OF_PAYMENTS;
    }
    this.#number += 1;
    this.#add(line);
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
    if (this.#text !== '' || this.#faults.length > 0) this.#finish();
    return this.takeReady();
  }

  #add(line: string): void {
    this.#text += `${line}\n`;
    const rows = this.#number - this.#firstRow + 1;
    if (rows >= ROWS_OF_PIECE || this.#text.length >= CHARACTERS_OF_PIECE) this.#finish();
  }

  #finish(): void {
    const [firstRow, rows] = [this.#firstRow, this.#number - this.#firstRow + 1];
    this.#ready.push({ kind: 'bytes', bytes: encoder.encode(this.#text), firstRow, rows, faults: this.#faults });
    this.#text = '';
    this.#faults = [];
    this.#firstRow = this.#number + 1;
  }
}
