/** @file Collects rows into pieces that are worth posting to another thread, and no larger than memory allows. */

import type { Fact } from '../../src-shared/languages/fact.ts';
import type { Piece, Row, RowFault } from './rows.ts';

export type RowsPiece = Extract<Piece, { kind: 'rows' }>;

/** The rows of a piece in their order, to be gone through once, and then those that cannot be read. */
export interface PieceRows {
  rows: Iterable<Row>;
  /** Only whole once all rows were taken. */
  faults: Iterable<RowFault>;
}

const ROWS_OF_PIECE = 1000;
const CHARACTERS_OF_PIECE = 1 << 20;
/** About. */
const CHARACTERS_OF_FAULT = 100;

export class RowCollector {
  #piece: { kind: 'rows'; rows: Row[]; faults: RowFault[] } = emptyPiece();
  #characters = 0;
  #ready: RowsPiece[] = [];

  /** `characters` is the length of its cells, about. */
  add(row: Row, characters: number): void {
    this.#piece.rows.push(row);
    // Cells take memory where there is nothing in them, too.
    this.#grow(characters + row.cells.length);
  }

  addFault(number: number, message: Fact): void {
    this.#piece.faults.push({ number, message });
    this.#grow(CHARACTERS_OF_FAULT);
  }

  /** The pieces that are full. */
  takeReady(): RowsPiece[] {
    const ready = this.#ready;
    if (ready.length > 0) this.#ready = [];
    return ready;
  }

  /** What is left at the end, full or not. */
  takeRest(): RowsPiece[] {
    if (this.#characters > 0) this.#finish();
    return this.takeReady();
  }

  #grow(characters: number): void {
    // Even an empty row takes memory.
    this.#characters += characters + 1;
    const isFull = this.#piece.rows.length + this.#piece.faults.length >= ROWS_OF_PIECE;
    if (isFull || this.#characters >= CHARACTERS_OF_PIECE) this.#finish();
  }

  #finish(): void {
    this.#ready.push(this.#piece);
    this.#piece = emptyPiece();
    this.#characters = 0;
  }
}

function emptyPiece() {
  return { kind: 'rows' as const, rows: [], faults: [] };
}
