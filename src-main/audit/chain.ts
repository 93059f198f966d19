/**
 * @file The chain of the history. The hash of an entry covers the entry and the hash before it, so that everybody can
 * check the links. The seal covers the hash, and only who has the key can make it, so that no chain can be recomputed.
 * Pure.
 */

import { hash } from 'node:crypto';
import type { HistoryKey } from './history-key.ts';

/** Who recorded an entry: the user of the system, the machine, and the version of Tranship. */
export interface Recorder {
  user: string;
  machine: string;
  version: string;
}

/** Who writes entries, and the key that seals them, if this process has one. */
export interface Author extends Recorder {
  key?: HistoryKey | undefined;
}

/** What an entry says. `detail` as it is stored. */
export interface EntryContent {
  at: number;
  /** 0 for the queue as a whole. */
  submission: number;
  batch: number | undefined;
  kind: string;
  detail: string;
}

/** An entry as it is stored; entries of an older Tranship have no recorder. */
export interface ChainedEntry extends EntryContent {
  position: number;
  recorder: Recorder | undefined;
  /** The id of the key that sealed it; undefined where the process had none. */
  key: string | undefined;
  seal: string | undefined;
  previousHash: string;
  hash: string;
}

/** The SHA-256, in hex, that chains an entry to the one before. */
export function hashOfEntry(
  previousHash: string,
  entry: EntryContent & Partial<Pick<ChainedEntry, 'recorder' | 'key'>>,
): string {
  const { at, submission, batch, kind, detail, recorder, key } = entry;
  const content = [previousHash, at, submission, batch ?? null, kind, detail];
  const by = recorder === undefined ? [] : [recorder.user, recorder.machine, recorder.version, key ?? null];
  return hash('sha256', JSON.stringify([...content, ...by]), 'hex');
}

/** The entry that follows the one with this hash, recorded by this author. */
export function chained(
  previousHash: string,
  content: EntryContent,
  author: Author | undefined,
): Omit<ChainedEntry, 'position'> {
  const recorder = author && { user: author.user, machine: author.machine, version: author.version };
  const key = author?.key?.id;
  const own = hashOfEntry(previousHash, { ...content, recorder, key });
  return { ...content, recorder, key, previousHash, hash: own, seal: author?.key?.seal('entry', own) };
}

/** The end of a chain. `count`: how many entries there are up to here. */
export interface Head {
  position: number;
  hash: string;
  count: number;
}
