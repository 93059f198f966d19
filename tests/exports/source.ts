/** @file Sources and readings for tests of the readers. */

import { jsonRowsOfPiece } from '../../src-main/exports/json/json-rows.ts';
import type { Piece, Row, RowFault, Table } from '../../src-main/exports/rows.ts';
import type { SourceInOrder } from '../../src-main/exports/structured-source.ts';

export const never = new AbortController().signal;

/** A text, or bytes, in parts of so many bytes. */
export function sourceOf(content: string | Uint8Array, partBytes = 7): SourceInOrder {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    shownPath: '/exports/payments',
    async *openBytes() {
      for (let at = 0; at < bytes.length; at += partBytes) yield bytes.subarray(at, at + partBytes);
    },
  };
}

export interface Everything {
  rows: Row[];
  faults: RowFault[];
}

/** All rows of a table, with the faults, as the threads would read them. */
export async function everythingOf(table: Table): Promise<Everything> {
  const all: Everything = { rows: [], faults: [] };
  for await (const piece of table.pieces(never)) {
    const { rows, faults } = rowsOf(piece, table.columns);
    all.rows.push(...rows);
    all.faults.push(...faults);
  }
  return all;
}

function rowsOf(piece: Piece, columns: readonly string[]): Extract<Piece, { kind: 'rows' }> {
  return piece.kind === 'rows' ? piece : jsonRowsOfPiece(piece, columns);
}

/** Rows as objects, without the cells that are not there. */
export async function recordsOf(table: Table): Promise<Record<string, string>[]> {
  const { rows } = await everythingOf(table);
  return rows.map(({ cells, others = [] }) => {
    const named = table.columns.map((column, index) => [column, cells[index]] as const);
    return Object.fromEntries(
      [...named, ...others].flatMap(([column, cell]) => (cell === undefined ? [] : [[column, cell]])),
    );
  });
}
