/** @file The lines of a piece with their sizes, before it is decided which file each belongs to. Pure. */

import type { Block } from './prepared-piece.ts';

export interface MeasuredLine {
  bucket: number;
  key: string;
  bytes: number;
  row: number;
}

/** The lines of several blocks in the order of their rows, by which the files are filled. */
export function linesInOrder(blocks: readonly Block[]): MeasuredLine[] {
  const lines: MeasuredLine[] = [];
  for (const { key, ends, rows, buckets } of blocks) {
    let [line, start] = [0, 0];
    for (let run = 0; run < rows.length; run += 2) {
      for (let at = 0; at < (rows[run + 1] ?? 0); at++, line++) {
        const end = ends[line] ?? 0;
        lines.push({ bucket: buckets?.[line] ?? 0, key, bytes: end - start, row: (rows[run] ?? 0) + at });
        start = end;
      }
    }
  }
  return blocks.length === 1 ? lines : lines.sort((a, b) => a.row - b.row);
}
