import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { delimitedTable } from '../../src-main/exports/delimited/delimited-table.ts';
import type { Piece } from '../../src-main/exports/rows.ts';
import { rowsOfPiece } from '../../src-main/exports/rows-of-piece.ts';
import { quiet } from './reading-all.ts';

const ROWS = 10_000_000;
const ROWS_OF_CHUNK = 10_000;

it('Ten million rows are read in little memory, and the last has its number', async () => {
  const source = {
    shownPath: 'large.csv',
    async *openBytes() {
      yield Buffer.from('id;name\n');
      const chunk = Buffer.from('12345678;"Anna; Muster"\n'.repeat(ROWS_OF_CHUNK));
      for (let at = 0; at < ROWS / ROWS_OF_CHUNK; at++) yield chunk;
    },
  };
  const { table } = await delimitedTable(source, { format: 'delimited' }, quiet);
  const before = process.memoryUsage().rss;
  let [rows, most, largest] = [0, 0, 0];
  let last: Piece | undefined;
  for await (const piece of table.pieces(quiet)) {
    if (piece.kind !== 'bytes') throw new Error('a fault');
    last = piece;
    rows += piece.rows;
    largest = Math.max(largest, piece.bytes.length);
    most = Math.max(most, process.memoryUsage().rss);
  }
  expect(rows).toBe(ROWS);
  expect(last && rowsOfPiece(last, table).rows.at(-1)).toEqual({
    number: ROWS + 1,
    cells: ['12345678', 'Anna; Muster'],
  });
  expect(largest).toBeLessThan(2 * 1024 * 1024);
  expect(most - before).toBeLessThan(200 * 1024 * 1024);
});
