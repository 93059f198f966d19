/**
 * @file Examines a large queue in a thread while the program is still being loaded, since the start has to wait for the
 * verdict. Only “sound” counts, and only if the files are still as they were: the folder is not locked by then, and another
 * process may have written meanwhile. Otherwise the queue is examined again, under the lock.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { threadFile } from '../../thread-file.ts';
import { threadSurroundings } from '../thread-surroundings.ts';
import { databaseName } from './database-name.ts';

/** With a smaller queue, starting a thread takes longer than examining it. */
const LARGE_BYTES = 8_000_000;
/** Examining takes a fraction of it; after that the thread is no longer waited for. */
const LONGEST_WAIT_MS = 10_000;

/** What the thread is started with. */
export interface ExaminationTask {
  folder: string;
  /** One number, a verdict. */
  verdict: SharedArrayBuffer;
}
export const verdicts = { none: 0, sound: 1, other: 2 } as const;

interface Begun {
  folder: string;
  /** The files as they were. */
  stamp: string;
  verdict: Int32Array<SharedArrayBuffer>;
}

let begun: Begun | undefined;

/** Begins to examine the queue of a folder, if it is large. Never throws: what is wrong shows when the queue is opened. */
export function beginExamination(folder: string, entry = threadFile('queue-worker'), leastBytes = LARGE_BYTES): void {
  begun = undefined;
  try {
    const bytes = statSync(join(folder, databaseName), { throwIfNoEntry: false })?.size ?? 0;
    if (bytes < leastBytes) return;
    const verdict = new Int32Array(new SharedArrayBuffer(4));
    const stamp = stampOf(folder);
    const task: ExaminationTask = { folder, verdict: verdict.buffer };
    const worker = new Worker(entry, { name: 'queue', workerData: task, env: threadSurroundings() });
    worker.unref();
    // Nothing has been learned then, and no one waits for the thread.
    worker.on('error', () => {});
    begun = { folder, stamp, verdict };
  } catch {
    // The start examines the queue itself.
  }
}

/**
 * Whether the queue of this folder was found sound and has not changed since. Waits for the thread. It is asked once, by
 * the holder of the folder's lock.
 */
export function wasFoundSound(folder: string, longestWaitMs = LONGEST_WAIT_MS): boolean {
  const found = begun;
  begun = undefined;
  if (found?.folder !== folder) return false;
  Atomics.wait(found.verdict, 0, verdicts.none, longestWaitMs);
  return Atomics.load(found.verdict, 0) === verdicts.sound && stampOf(folder) === found.stamp;
}

/** An empty log says nothing: reading a database may leave one, or take it away. */
function stampOf(folder: string): string {
  const stamps = ['', '-wal'].map((companion) => {
    const found = statSync(join(folder, `${databaseName}${companion}`), { throwIfNoEntry: false });
    return found === undefined || found.size === 0 ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
  });
  return stamps.join('; ');
}
