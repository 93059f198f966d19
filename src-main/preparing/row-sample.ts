/** @file Collects the first rows of a table from its pieces. Pure. */

import { rowsOfPiece } from './reading/rows-of-piece.ts';
import type { Piece, Row, RowFault, Table } from './rows.ts';

export class RowSample {
  readonly rows: Row[] = [];
  readonly faults: RowFault[] = [];
  readonly #format: Pick<Table, 'reading' | 'columns'>;
  readonly #most: number;
  #isFull = false;

  /** @param most rows that are kept */
  constructor(format: Pick<Table, 'reading' | 'columns'>, most: number) {
    this.#format = format;
    this.#most = most;
  }

  /** Whether there are more rows than are kept. */
  get isFull(): boolean {
    return this.#isFull;
  }

  add(piece: Piece): void {
    const { reading, columns } = this.#format;
    const { rows, faults } = rowsOfPiece(piece, { reading, columns });
    this.faults.push(...faults);
    for (const row of rows) {
      if (this.rows.length === this.#most) {
        this.#isFull = true;
        return;
      }
      this.rows.push(row);
    }
  }
}
