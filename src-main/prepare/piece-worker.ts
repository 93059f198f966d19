/** @file Entry of a thread that turns pieces of tables into lines. Only piece-threads.ts starts it. */

import { parentPort, workerData } from 'node:worker_threads';
import { type PieceAssignment, type PieceOrder, pieceWork } from './piece-work.ts';

// Only piece-threads.ts starts this file.
const work = pieceWork(workerData as PieceAssignment);

parentPort?.on('message', (order: PieceOrder) => {
  const prepared = work(order);
  // Frees the memory at once instead of waiting for the garbage collector.
  if (order.piece.kind === 'bytes') order.piece.bytes.buffer.transfer(0);
  const transferred = prepared.blocks.flatMap(({ bytes, ends, rows, buckets }) => [
    ...[bytes.buffer, ends.buffer, rows.buffer],
    ...(buckets === undefined ? [] : [buckets.buffer]),
  ]);
  parentPort?.postMessage(prepared, [...transferred, prepared.ids.buffer, prepared.idRows.buffer]);
});
