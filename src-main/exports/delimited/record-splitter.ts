/**
 * @file Cuts delimited text, which comes in chunks of any size, into pieces of whole records, so that several threads can
 * read them at the same time. Pure.
 *
 * The grammar is strict: a quote opens a cell only as its first character, two quotes within are one, and LF, CRLF and CR
 * end a record outside of quotes. After text behind a closing quote the record ends with its line: a fault costs a row.
 * What a quote costs that is not closed in its row, is decided in open-quotes.ts.
 */

import { fact } from '../../../src-shared/languages/fact.ts';
import { most } from '../bounds.ts';
import type { Piece } from '../rows.ts';
import { passUsualRecords } from './kernel/usual-records.ts';
import { NextOf } from './next-of.ts';
import { areRows, faultOfQuote, hasSwallowedRows, linesIn, piecesOfSwallowed } from './open-quotes.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;

/** Large enough for threads, small enough that all that becomes of the pieces on the way fits into the memory. */
const PIECE_BYTES = 256 * 1024;
/** Larger chunks are taken in parts, because what lies behind a piece is copied. */
const PART_BYTES = 256 * 1024;
/** Smaller pieces are copied; larger ones take the buffer with them. */
const COPIED_BYTES = 64 * 1024;

export interface SplitterOptions {
  /** The byte between cells; undefined where there are no cells and so no quotes: each line is a record. */
  delimiter: number | undefined;
  /** Of the table; undefined where a quote that is not closed costs its line, whatever the lines below it are. */
  columns?: number;
  /** So many records at the start are in no piece. */
  skippedRows?: number;
  /** Lines of the file before the first record. */
  linesBefore?: number;
  /** A piece ends with the first record that makes it so large. */
  pieceBytes?: number;
  /** A quote that is never closed would take in the rest of the file. */
  largestRecordBytes?: number;
}

// Numbers, because the loop over all bytes compares them.
const CELL_START = 0;
const PLAIN = 1;
const QUOTED = 2;
const QUOTE_IN_QUOTED = 3;

export class RecordSplitter {
  readonly #delimiter: number;
  readonly #columns: number | undefined;
  readonly #firstState: number;
  readonly #skippedRows: number;
  readonly #pieceBytes: number;
  readonly #largest: number;

  #buffer = new Uint8Array(new ArrayBuffer(0));
  #filled = 0;
  readonly #marks = new NextOf([LF, CR, QUOTE]);
  /** Where the piece begins, and where the record that is being read begins. */
  #pieceAt = 0;
  #recordAt = 0;
  #scanned = 0;
  #state: number;
  /** Where the first line ends that ends within the open quotes; -1 if none has. */
  #lineEndInQuotes = -1;
  /** The same of the first quote of the record behind whose closing one there is text. */
  #lineEndInWrongQuotes = -1;
  /** The record is too large, and the rest of its line is left out; or the rest of it, as its quotes have it. */
  #leavingOut: 'nothing' | 'line' | 'record' = 'nothing';

  /** Of the record that is being read. */
  #row = 1;
  #line: number;
  #linesInRecord = 0;
  /** Of the piece. */
  #firstRow = 1;
  #firstLine: number;

  constructor(options: SplitterOptions) {
    // No byte is -1, so without a delimiter no cell starts and no quote opens.
    this.#delimiter = options.delimiter ?? -1;
    this.#columns = options.columns;
    this.#firstState = options.delimiter === undefined ? PLAIN : CELL_START;
    this.#state = this.#firstState;
    this.#skippedRows = options.skippedRows ?? 0;
    this.#pieceBytes = options.pieceBytes ?? PIECE_BYTES;
    this.#largest = options.largestRecordBytes ?? most.bytesOfRow;
    this.#line = (options.linesBefore ?? 0) + 1;
    this.#firstLine = this.#line;
  }

  /** How many records have ended so far, with those that are in no piece. */
  get rows(): number {
    return this.#row - 1;
  }

  /** The pieces that end in this chunk, which may be used again afterwards. */
  *push(chunk: Uint8Array): Generator<Piece> {
    for (let from = 0; from < chunk.length; from += PART_BYTES) {
      this.#append(chunk.subarray(from, from + PART_BYTES));
      yield* this.#cut(false);
    }
  }

  /** The rest, where no line end needs to follow. */
  *end(): Generator<Piece> {
    yield* this.#cut(true);
    yield* this.#take(this.#filled);
    if (this.#leavingOut !== 'nothing') yield* this.#endRecord(this.#filled);
  }

  /** The records that have ended, where the text breaks off and the last one cannot be trusted. */
  *breakOff(): Generator<Piece> {
    yield* this.#take(this.#recordAt);
  }

  *#cut(isLast: boolean): Generator<Piece> {
    for (;;) {
      if (this.#passUsual()) {
        if (this.#recordAt - this.#pieceAt >= this.#pieceBytes) yield* this.#take(this.#recordAt);
        continue;
      }
      const end = this.#findEnd(isLast);
      const openEnd = this.#lineEndInWrongQuotes === -1 ? this.#lineEndInQuotes : this.#lineEndInWrongQuotes;
      const isCut = this.#isInQuotes() || this.#lineEndInWrongQuotes !== -1;
      const isOpen = isCut && openEnd !== -1 && this.#leavingOut === 'nothing';
      if (end !== -1 && this.#lineEndInWrongQuotes !== -1 && this.#areRows(openEnd, end)) {
        yield* this.#cutOpenQuote(openEnd);
      } else if (end !== -1 && this.#hasSwallowedRows(end)) {
        yield* this.#cutSwallowed(end);
      } else if (end !== -1) {
        yield* this.#endRecord(end);
        if (end - this.#pieceAt >= this.#pieceBytes) yield* this.#take(end);
      } else if (isOpen && (isLast || this.#isTooLarge()) && this.#areRows(openEnd, this.#scanned)) {
        yield* this.#cutOpenQuote(openEnd);
      } else if (this.#isTooLarge() || (isLast && isOpen && openEnd < this.#filled)) {
        yield* this.#leaveOut();
      } else if (isLast && this.#leavingOut !== 'nothing') {
        yield* this.#leaveOut();
        return;
      } else if (isLast && this.#recordAt < this.#filled) {
        yield* this.#cutOpenQuote(this.#filled);
      } else {
        return;
      }
    }
  }

  /** Goes past records of the table that are as usual. @returns whether there was one */
  #passUsual(): boolean {
    const isAtStart = this.#scanned === this.#recordAt && this.#leavingOut === 'nothing';
    if (!isAtStart || this.#row <= this.#skippedRows || this.#delimiter === -1) return false;
    const [bytes, start, end] = [this.#buffer, this.#recordAt, this.#filled];
    const enough = this.#pieceBytes - (start - this.#pieceAt);
    const { at, records } = passUsualRecords({ bytes, start, end }, this.#delimiter, enough, this.#largest);
    this.#recordAt = at;
    this.#scanned = at;
    this.#row += records;
    this.#line += records;
    return records > 0;
  }

  #isInQuotes(): boolean {
    return this.#state === QUOTED || this.#state === QUOTE_IN_QUOTED;
  }

  #isTooLarge(): boolean {
    return this.#scanned - this.#recordAt > this.#largest;
  }

  #areRows(from: number, to: number): boolean {
    if (this.#columns === undefined || this.#row <= this.#skippedRows) return true;
    return areRows(this.#buffer.subarray(from, to), this.#delimiter, this.#columns);
  }

  #hasSwallowedRows(end: number): boolean {
    if (this.#linesInRecord < 2 || this.#columns === undefined || this.#row <= this.#skippedRows) return false;
    return (
      this.#leavingOut === 'nothing' &&
      hasSwallowedRows(this.#buffer.subarray(this.#recordAt, end), this.#delimiter, this.#columns)
    );
  }

  /** Where the record that is being read ends; -1 where that is not known yet, or all that is there is within quotes. */
  #findEnd(isLast: boolean): number {
    const buffer = this.#buffer;
    // Not beyond the largest record, so that the size of chunks decides nothing.
    const filled = Math.min(this.#filled, this.#recordAt + this.#largest + 1);
    const delimiter = this.#leavingOut === 'line' ? -1 : this.#delimiter;
    let state = this.#state;
    let at = this.#scanned;
    for (; at < filled; at++) {
      const byte = buffer[at];
      if (byte === LF || byte === CR) {
        const end = this.#lineEnd(at, isLast);
        if (end === -1) break;
        this.#linesInRecord += 1;
        if (state !== QUOTED) {
          this.#state = state;
          return end;
        }
        if (this.#lineEndInQuotes === -1) this.#lineEndInQuotes = end;
        at = end - 1;
      } else if (byte === QUOTE) {
        if (state === QUOTED) {
          state = QUOTE_IN_QUOTED;
        } else if (state !== PLAIN) {
          if (state === CELL_START) this.#lineEndInQuotes = -1;
          state = QUOTED;
        }
      } else {
        if (state === QUOTE_IN_QUOTED && byte !== delimiter) this.#closeWrongly();
        // What stands before the next of these bytes decides nothing but whether a cell begins there.
        const next = Math.min(this.#marks.next(at + 1), filled);
        if (state !== QUOTED) state = buffer[next - 1] === delimiter ? CELL_START : PLAIN;
        at = next - 1;
      }
    }
    this.#scanned = at;
    this.#state = state;
    const isAtEnd = isLast && at === this.#filled && this.#recordAt < at;
    if (!isAtEnd || state === QUOTED || this.#isTooLarge()) return -1;
    this.#linesInRecord += 1;
    return at;
  }

  /** Text follows a closing quote: perhaps it is the first one of another row, and the one before it is not closed. */
  #closeWrongly(): void {
    if (this.#columns === undefined || this.#row <= this.#skippedRows || this.#leavingOut !== 'nothing') return;
    if (this.#lineEndInWrongQuotes === -1) this.#lineEndInWrongQuotes = this.#lineEndInQuotes;
  }

  /** Where the line ends whose end begins at `at`; -1 where LF may still follow CR. */
  #lineEnd(at: number, isLast: boolean): number {
    if (this.#buffer[at] === LF) return at + 1;
    if (at + 1 === this.#filled) return isLast ? at + 1 : -1;
    return this.#buffer[at + 1] === LF ? at + 2 : at + 1;
  }

  /** The record ends. Yields the fault of one that was left out. */
  *#endRecord(end: number): Generator<Piece> {
    const row = this.#row;
    const line = this.#line;
    const leftOut = this.#leavingOut;
    const isOpen = this.#state === QUOTED;
    this.#row += 1;
    this.#line += this.#linesInRecord;
    this.#linesInRecord = 0;
    this.#recordAt = end;
    this.#scanned = end;
    this.#state = this.#firstState;
    this.#lineEndInWrongQuotes = -1;
    this.#leavingOut = 'nothing';
    if (row > this.#skippedRows && leftOut === 'nothing') return;
    this.#startPiece(end);
    if (row <= this.#skippedRows) return;
    if (leftOut === 'line') yield faultOfSize(row, this.#largest);
    else yield faultOfQuote(row, line, isOpen ? undefined : this.#line - 1);
  }

  /** The quotes of the record are not closed: only what is up to `end` is taken for it, in a piece of its own. */
  *#cutOpenQuote(end: number): Generator<Piece> {
    const recordAt = this.#recordAt;
    yield* this.#take(recordAt);
    const endNow = end - (recordAt - this.#recordAt);
    this.#linesInRecord = [...linesIn(this.#buffer.subarray(this.#recordAt, endNow))].length;
    yield* this.#endRecord(endNow);
    yield* this.#take(endNow);
  }

  /** The quotes of the record are closed, but rows stand between them: each of its lines is a row. */
  *#cutSwallowed(end: number): Generator<Piece> {
    const recordAt = this.#recordAt;
    yield* this.#take(recordAt);
    const endNow = end - (recordAt - this.#recordAt);
    const record = this.#buffer.slice(this.#recordAt, endNow);
    const [row, line] = [this.#row, this.#line];
    this.#row += this.#linesInRecord - 1;
    yield* this.#endRecord(endNow);
    this.#startPiece(endNow);
    yield* piecesOfSwallowed(record, row, line);
  }

  /** The rest of the line is read without cells, so that its quotes lead nowhere; but what is in quotes is no row. */
  *#leaveOut(): Generator<Piece> {
    yield* this.#take(this.#recordAt);
    if (this.#leavingOut === 'nothing') {
      const isOfTable = this.#columns !== undefined && this.#row > this.#skippedRows;
      this.#leavingOut = isOfTable && this.#isInQuotes() ? 'record' : 'line';
    }
    if (this.#leavingOut === 'line') this.#state = PLAIN;
    this.#lineEndInWrongQuotes = -1;
    this.#recordAt = this.#scanned;
    this.#startPiece(this.#scanned);
  }

  /** The piece up to `end`, which is the end of a record, if there is anything in it. */
  *#take(end: number): Generator<Piece> {
    const [from, firstRow, firstLine] = [this.#pieceAt, this.#firstRow, this.#firstLine];
    if (end === from) return;
    let bytes = this.#buffer.subarray(from, end);
    if (bytes.length < COPIED_BYTES) {
      bytes = bytes.slice();
      this.#startPiece(end);
    } else {
      this.#moveRest(end);
      this.#startPiece(0);
    }
    yield { kind: 'bytes', bytes, firstRow, rows: this.#row - firstRow, firstLine };
  }

  #startPiece(at: number): void {
    this.#pieceAt = at;
    this.#firstRow = this.#row;
    this.#firstLine = this.#line;
  }

  #append(part: Uint8Array): void {
    if (this.#filled + part.length > this.#buffer.length) this.#moveRest(this.#pieceAt);
    this.#buffer.set(part, this.#filled);
    this.#filled += part.length;
    this.#marks.search(this.#buffer.subarray(0, this.#filled));
  }

  /** What follows `from` moves to a new buffer, which has room for the next part: the old one goes away with its piece. */
  #moveRest(from: number): void {
    const rest = this.#buffer.subarray(from, this.#filled);
    const room = Math.max(this.#pieceBytes, rest.length < this.#pieceBytes ? 0 : 2 * rest.length);
    this.#buffer = new Uint8Array(new ArrayBuffer(room + 2 * PART_BYTES));
    this.#buffer.set(rest);
    this.#filled = rest.length;
    this.#marks.search(this.#buffer.subarray(0, this.#filled));
    this.#pieceAt = Math.max(0, this.#pieceAt - from);
    this.#recordAt -= from;
    this.#scanned -= from;
    this.#lineEndInQuotes -= this.#lineEndInQuotes === -1 ? 0 : from;
    this.#lineEndInWrongQuotes -= this.#lineEndInWrongQuotes === -1 ? 0 : from;
  }
}

function faultOfSize(row: number, largest: number): Piece {
  const message = fact(
    'Row {row, number} is larger than {size, number, bytes}, so it was left out: the line ends of the file may be damaged.',
    { row, size: largest },
  );
  return { kind: 'rows', rows: [], faults: [{ number: row, message }] };
}
