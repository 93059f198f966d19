/** @file For the window benchmark: how soon a table of findings is filled at any place, and a line of a large file shown. */

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { OfferedFiles } from '../../src-main/actions/offered-files.ts';
import { fetchLine, indexLines } from '../../src-main/check/line-index.ts';
import type { SubmissionId } from '../../src-main/send/batch.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';

/** What the table asks for at once. */
const PAGE = 200;

export interface FindingTimes {
  firstPage: number;
  /** The first jump to the end of a list that was not read since the start, by filter. */
  jump: { all: number; oneRule: number; errorsOnly: number };
  /** Any place after that. */
  jumpAgain: number;
}

/** Milliseconds, each in a store that has just been opened. */
export function measureFindings(folder: string, id: SubmissionId, count: number): FindingTimes {
  const fresh = (offset: number, filter: Parameters<QueueStore['findings']['slice']>[3]) => {
    const store = new QueueStore(folder);
    try {
      const first = timed(() => store.findings.slice(id, offset, PAGE, filter));
      return [first, timed(() => store.findings.slice(id, Math.floor(offset / 3), PAGE, filter))] as const;
    } finally {
      store.close();
    }
  };
  const [all, jumpAgain] = fresh(count - PAGE, {});
  return {
    firstPage: fresh(0, {})[0],
    jump: {
      all,
      oneRule: fresh(count / 2 - PAGE, { rules: ['field.format'] })[0],
      errorsOnly: fresh(count / 2, { severity: 'error' })[0],
    },
    jumpAgain,
  };
}

/** Milliseconds until the slowest of 20 lines all over the file was read. */
export async function measureLines(path: string, signal: AbortSignal): Promise<number> {
  const index = await indexLines(path, signal);
  const lines = Array.from({ length: 20 }, (_, part) => 1 + Math.floor(((index.lines - 1) * part) / 19));
  return Math.max(...lines.map((line) => timed(() => fetchLine(path, index, line))));
}

/** Milliseconds until a file that a person picked on the desktop is offered. */
export async function measureOffer(path: string): Promise<number> {
  const offered = new OfferedFiles({ estimate: () => ({ estimatedBatches: 1, estimatedCheckMs: 1 }) });
  const began = performance.now();
  await offered.offer([path]);
  return performance.now() - began;
}

/** A file of at least so many bytes, made of one sample over and over. */
export function writeLargeFile(path: string, sample: string, bytes: number): void {
  const block = readFileSync(sample);
  const file = openSync(path, 'w');
  for (let written = 0; written < bytes; ) written += writeSync(file, block);
  closeSync(file);
}

function timed(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}
