/** @file Entry of a thread that turns pieces of tables into lines. Only piece-threads.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { type RowMapper, rowMapper } from './mapping/row-mapper.ts';
import { bucketOf } from './payment-buckets.ts';
import type { PieceAssignment, PieceOrder } from './piece-threads.ts';
import { preparePiece } from './prepared-piece.ts';
import { isIn } from './processed-before.ts';
import { handOverRows } from './reading/rows-of-piece.ts';
import type { PieceFormat } from './rows.ts';

// Only piece-threads.ts starts this file.
const { template, grouping, processed } = workerData as PieceAssignment;

interface KnownTable {
  format: PieceFormat;
  map: RowMapper;
}
const tables = new Map<number, KnownTable>();

parentPort?.on('message', ({ table, format, piece }: PieceOrder) => {
  if (format !== undefined) tables.set(table, { format, map: rowMapper(template, format.columns) });
  const known = tables.get(table);
  if (known === undefined) throw new Error('A piece came before the format of its table.');
  const isProcessed = (row: number) => processed !== undefined && isIn(processed, table, row);
  const prepared = handOverRows(piece, known.format, (rows) =>
    preparePiece(rows, known.map, grouping, bucketOf, isProcessed),
  );
  // Frees the memory at once instead of waiting for the garbage collector.
  if (piece.kind === 'bytes') piece.bytes.buffer.transfer(0);
  const transferred = prepared.blocks.flatMap(({ bytes, ends, rows, buckets }) => [
    ...[bytes.buffer, ends.buffer, rows.buffer],
    ...(buckets === undefined ? [] : [buckets.buffer]),
  ]);
  parentPort?.postMessage(prepared, [...transferred, prepared.ids.buffer, prepared.idRows.buffer]);
});
