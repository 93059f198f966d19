/**
 * @file Data folders to damage: filled queues, copies of them as a killed process leaves them, and what is left
 * afterwards.
 */

import { closeSync, cpSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Batch } from '../../src-main/send/batch.ts';
import { openRecovered } from '../../src-main/send/recovery/recovery.ts';
import { type HistoryEvent, QueueStore } from '../../src-main/send/storage/store.ts';
import type { ApprovedSubmission, Submission } from '../../src-main/send/submission.ts';
import { batchIdSchema } from '../../src-main/wire/service/wire.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { addedSubmission, at } from './samples.ts';

export const recoveredAt = Date.UTC(2026, 10, 21, 10);

/** What a queue holds. */
export interface Content {
  submissions: Submission[];
  batches: Batch[];
  history: HistoryEvent[];
}

export function contentOf(store: QueueStore): Content {
  return { submissions: store.submissions(), batches: store.batches(), history: store.history() };
}

/** A different content for each batch, which a test finds in the bytes of the file. */
const sha256Of = (number: number) => number.toString(16).padStart(8, '0').repeat(8);

/**
 * Adds submissions with batches in different states: every third is done, every third is on its way, the rest waits.
 * @param first the number in the first path
 */
export function fill(store: QueueStore, submissions: number, first = 0): void {
  for (let number = first; number < first + submissions; number++) {
    const path = `/exports/${String(number).padStart(6, '0')}.jsonl`;
    const added = store.addSubmission(addedSubmission({ name: path, content: path }), { at, kind: 'added' });
    const check = {
      sha256: sha256Of(number),
      bytes: 150,
      lines: 15,
      transactions: 15,
      valid: 15,
      errors: 0,
      warnings: 0,
    };
    const submission: ApprovedSubmission = {
      ...added,
      stage: 'approved',
      check: { ...check, modifiedAt: at, byRule: {}, durationMs: 1 },
    };
    const ranges = [
      { start: 0, end: 100, lines: 10, sha256: sha256Of(1_000_000 + number) },
      { start: 100, end: 150, lines: 5, sha256: sha256Of(2_000_000 + number) },
    ];
    for (const batch of store.approve(submission, ranges, { at, kind: 'approved' })) {
      const state = (['processed', 'uploading', 'waiting'] as const)[number % 3] ?? 'waiting';
      if (state === 'waiting') continue;
      const delivery = { batchId: batchIdOf(batch.number), mayHaveArrived: state === 'processed' };
      store.saveBatch(
        { ...batch, state, attempts: 1, delivery },
        { at, kind: 'status', detail: { state, ...delivery } },
      );
    }
  }
}

export const batchIdOf = (number: number) =>
  batchIdSchema.parse(`${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`);

/** Queues that were filled already, by the number of their submissions: each commit waits for the disk. */
const filled = new Map<number, { file: Buffer; content: Content }>();

/** A folder with a queue that was closed properly, and what it holds. */
export function filledFolder(submissions = 12): { folder: string; content: Content } {
  const folder = temporaryFolder();
  const known = filled.get(submissions);
  if (known !== undefined) {
    writeFileSync(join(folder, 'queue.db'), known.file);
    return { folder, content: known.content };
  }
  const store = new QueueStore(folder);
  fill(store, submissions);
  const content = contentOf(store);
  store.close();
  filled.set(submissions, { file: readFileSync(join(folder, 'queue.db')), content });
  return { folder, content };
}

/** A folder as a killed process leaves it: `before` is in the database, `after` in its write-ahead log only. */
export function killedFolder(before = 6, after = 6): { folder: string; content: Content } {
  const { folder: original } = filledFolder(before);
  const store = new QueueStore(original);
  fill(store, after, before);
  const content = contentOf(store);
  const folder = temporaryFolder();
  cpSync(original, folder, { recursive: true });
  store.close();
  rmSync(join(folder, 'queue.db-shm'), { force: true });
  return { folder, content };
}

export function overwrite(path: string, bytes: Uint8Array, position: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, position);
  closeSync(file);
}

/** Opens the queue as the app does, reads all of it, and closes it. */
export function start(folder: string) {
  const { opened, recovery } = openRecovered(
    folder,
    () => recoveredAt,
    () => opening(folder),
  );
  try {
    return { recovery, ...contentOf(opened) };
  } finally {
    opened.close();
  }
}

function opening(folder: string): QueueStore {
  const store = new QueueStore(folder);
  try {
    store.submissions();
    store.batches();
    return store;
  } catch (thrown) {
    store.close();
    throw thrown;
  }
}

export const filesIn = (folder: string) => readdirSync(folder).sort();
export const bytesOf = (folder: string, name: string) => readFileSync(join(folder, name));
