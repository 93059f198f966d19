/**
 * @file The head of the history, sealed and kept beside the database: who cuts the end of the history off must cut this
 * file back too, to a state that it once had. It may lag behind the history, and is never ahead of it.
 */

import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import { codeOf } from '../ground/files/error-codes.ts';
import { isInUse } from '../ground/files/file-errors.ts';
import { type BlockOptions, blockWhileLocked } from '../ground/files/file-locks.ts';
import { PRIVATE_FILE } from '../ground/files/own-folder.ts';
import { blockingReplaceFile } from '../ground/files/replace-file.ts';
import type { Head } from './chain.ts';
import type { HistoryKey } from './history-key.ts';
import type { Checkpoint } from './verification.ts';

export const headFileName = 'history-head.json';

const count = z.int().nonnegative();
const noteSchema = z.object({ position: count, hash: z.string(), count, at: z.number(), seal: z.string() });
/** By the id of the key: each shell of the folder keeps what it has seen. */
const notesSchema = z.record(z.string(), noteSchema);
type Notes = z.infer<typeof notesSchema>;

/** absent: this key has noted nothing · unreadable: the file is not one of ours · forged: the seal does not fit */
export type KeptHead = { kind: 'kept'; head: Head } | { kind: 'absent' | 'unreadable' | 'forged' };

/** What this key has noted. @throws AppError folder.in-use: another program has the file open, which says nothing about it */
export function readHead(folder: string, key: HistoryKey, lock?: BlockOptions): KeptHead {
  const notes = readNotes(folder, lock);
  if (notes === undefined) return { kind: 'unreadable' };
  const note = notes[key.id];
  if (note === undefined) return { kind: 'absent' };
  const { position, hash, count } = note;
  if (!key.isSeal('head', textOf({ position, hash, count }, note.at), note.seal)) return { kind: 'forged' };
  return { kind: 'kept', head: { position, hash, count } };
}

/** What other keys have noted; their seals cannot be checked here. */
function otherHeads(folder: string, key: HistoryKey | undefined): { key: string; head: Head }[] {
  return Object.entries(readNotes(folder) ?? {})
    .filter(([id]) => id !== key?.id)
    .map(([id, { position, hash, count }]) => ({ key: id, head: { position, hash, count } }));
}

/** What is noted in the folder, to compare the history with. @throws AppError folder.in-use */
export function keptCheckpoints(folder: string, key: HistoryKey | undefined): Checkpoint[] {
  const kept = key === undefined ? undefined : readHead(folder, key);
  const own = kept?.kind === 'kept' ? [{ ...kept.head, source: fact('the head beside the queue') }] : [];
  return [
    ...own,
    ...otherHeads(folder, key).map((other) => ({
      ...other.head,
      source: fact('the head of the key {key}', { key: other.key }),
    })),
  ];
}

/** The file is on the disk when this returns. Throws what node:fs throws. */
export function writeHead(folder: string, key: HistoryKey, head: Head, at: number, lock?: BlockOptions): void {
  const notes: Notes = {
    ...readNotes(folder, lock),
    [key.id]: { ...head, at, seal: key.seal('head', textOf(head, at)) },
  };
  const path = join(folder, headFileName);
  // A new file, so that nothing is written through a link that somebody put under this name.
  rmSync(`${path}.part`, { force: true });
  const file = openSync(`${path}.part`, 'wx', PRIVATE_FILE);
  try {
    writeSync(file, `${JSON.stringify(notes)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  blockingReplaceFile(`${path}.part`, path, lock);
}

function textOf({ position, hash, count }: Head, at: number): string {
  return JSON.stringify([position, hash, count, at]);
}

/** Undefined where the file cannot be read. @throws AppError folder.in-use */
function readNotes(folder: string, lock?: BlockOptions): Notes | undefined {
  const path = join(folder, headFileName);
  try {
    return notesSchema.safeParse(JSON.parse(blockWhileLocked(() => readFileSync(path, 'utf8'), lock))).data;
  } catch (thrown) {
    if (isInUse(thrown)) throw new AppError('folder.in-use', { path }, { cause: thrown });
    return codeOf(thrown) === 'ENOENT' ? {} : undefined;
  }
}
