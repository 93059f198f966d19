/** @file What a payment message makes of its transactions: rows of a table, laid out in pieces as delimited text, and problems. */

import { Buffer } from 'node:buffer';
import type { Said } from '../../../src-shared/languages/fact.ts';
import { DELIMITER_OF_PAYMENTS, type Piece, type RowFault } from '../rows.ts';
import type { StatedFigure } from './control-figures.ts';
import type { MessageAccount, StatedTotal } from './message-facts.ts';
import { notBooked, type Payment, paymentColumns } from './payment-columns.ts';

/** Problems are full sentences. */
export interface PaymentRows {
  onPayment(payment: Payment): void;
  /** The next row cannot be read. */
  onRefused(problem: Said): void;
  /** The message does not agree with itself. */
  onProblem(problem: Said): void;
  /** What the message says about itself, right or wrong; undefined where it does not say it. */
  onFigure(figure: StatedFigure | undefined): void;
  /** An entry of a statement, whether it has details or not. */
  onEntry(): void;
  /** Of `MessageAccount.endPart`. */
  onPart(total: StatedTotal | undefined): void;
}

const ROWS_OF_PIECE = 1000;
/** Few enough that a walk takes them at once. */
const BYTES_OF_PIECE = 512 * 1024;
const IN_QUOTES = /["\t\r\n]/;
const FIRST_BYTES = 64 * 1024;
const MOST_BYTES_OF_CHARACTER = 3;
const LINE_FEED = 0x0a;

/** Numbers the rows from 1. */
export class PaymentPieces implements PaymentRows {
  readonly #account: MessageAccount;
  /** Of the piece: as texts, lines would outlive many collections of garbage. */
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #end = 0;
  readonly #cells: string[] = [];
  #faults: RowFault[] = [];
  #firstRow = 1;
  /** Of the row that came last. */
  #number = 0;
  #ready: Piece[] = [];

  /** @param account which is told of what is in the message */
  constructor(account: MessageAccount) {
    this.#account = account;
  }

  onPayment(payment: Payment): void {
    this.#account.addTransaction({ isBooked: !notBooked.includes(payment.Status ?? '') });
    const cells = this.#cells;
    for (let place = 0; place < paymentColumns.length; place++) {
      const column = paymentColumns[place];
      const cell = column && payment[column];
      cells[place] = cell === undefined ? '' : IN_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    }
    this.#number += 1;
    this.#add(cells.join(DELIMITER_OF_PAYMENTS));
  }

  onRefused(problem: Said): void {
    this.#account.addTransaction({ isBooked: true });
    this.#number += 1;
    this.#faults.push({ number: this.#number, message: problem });
    this.#add('');
  }

  onProblem(problem: Said): void {
    this.#faults.push({ number: this.#number, message: problem, isOfFile: true });
    if (this.#faults.length >= ROWS_OF_PIECE) this.#finish();
  }

  onFigure(figure: StatedFigure | undefined): void {
    const problem = figure && this.#account.addFigure(figure);
    if (problem !== undefined) this.onProblem(problem);
  }

  onEntry(): void {
    this.#account.addEntry();
  }

  onPart(total: StatedTotal | undefined): void {
    this.#account.endPart(total);
  }

  /** The pieces that are full. */
  takeReady(): Piece[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  /** What is left at the end, full or not. */
  takeRest(): Piece[] {
    if (this.#rows > 0 || this.#faults.length > 0) this.#finish();
    return this.takeReady();
  }

  get #rows(): number {
    return this.#number - this.#firstRow + 1;
  }

  #add(line: string): void {
    const most = this.#end + line.length * MOST_BYTES_OF_CHARACTER + 1;
    if (most > this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * most);
    this.#end += this.#bytes.write(line, this.#end);
    this.#bytes[this.#end] = LINE_FEED;
    this.#end += 1;
    if (this.#rows >= ROWS_OF_PIECE || this.#end >= BYTES_OF_PIECE) this.#finish();
  }

  #finish(): void {
    const bytes = new Uint8Array(this.#bytes.subarray(0, this.#end));
    this.#ready.push({ kind: 'bytes', bytes, firstRow: this.#firstRow, rows: this.#rows, faults: this.#faults });
    this.#end = 0;
    this.#faults = [];
    this.#firstRow = this.#number + 1;
  }
}
