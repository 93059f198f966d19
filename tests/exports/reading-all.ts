/** @file Reads all of a table or of a text in tests, and the places on the disk that they need. */

import { onTestFinished } from 'vitest';
import { type OpenedExport, type OpenOptions, openExport } from '../../src-main/exports/open-export.ts';
import type { PieceFormat, Row, RowFault, Table } from '../../src-main/exports/rows.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import type { SourceInOrder } from '../../src-main/exports/structured-source.ts';
import { WorkArea } from '../../src-main/exports/work-area.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A signal that says nothing. */
export const quiet = new AbortController().signal;

/** Text in chunks of these lengths, again and again. */
export function sourceOf(bytes: Uint8Array, lengths: readonly number[] = [bytes.length || 1]): SourceInOrder {
  return {
    shownPath: '/exports/november.csv',
    async *openBytes() {
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const length = lengths[turn % lengths.length] ?? 1;
        yield bytes.subarray(at, at + length);
        at += length;
      }
    },
  };
}

export interface AllRows {
  rows: Row[];
  faults: RowFault[];
}

export async function rowsOf(table: Pick<Table, 'pieces'> & PieceFormat, signal = quiet): Promise<AllRows> {
  const all: AllRows = { rows: [], faults: [] };
  for await (const piece of table.pieces(signal)) {
    const { rows, faults } = rowsOfPiece(piece, table);
    all.rows.push(...rows);
    all.faults.push(...faults);
  }
  return all;
}

/** Each row as its number and its cells. */
export function numbered({ rows }: Pick<AllRows, 'rows'>): (string | number | undefined)[][] {
  return rows.map(({ number, cells }) => [number, ...cells]);
}

export function temporaryWorkArea(): WorkArea {
  return new WorkArea({ parent: temporaryFolder() });
}

/** Opened as a person would, and closed after the test. */
export async function open(
  source: Parameters<typeof openExport>[0],
  options: Partial<OpenOptions> = {},
): Promise<OpenedExport> {
  const opened = await openExport(source, { workArea: temporaryWorkArea(), signal: quiet, ...options });
  onTestFinished(() => opened.close());
  return opened;
}
