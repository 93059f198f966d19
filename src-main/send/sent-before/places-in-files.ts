/**
 * @file Where ids stand that are in no index, such as those of payments and transactions: the files themselves are searched, the
 * newest first, a part with each call.
 */

import { setImmediate } from 'node:timers/promises';
import { indexLines, lineBeginningAt } from '../../check/line-index.ts';
import type { TextHit, UnreadWhy } from '../../check/text-search/file-search.ts';
import { searchInThread } from '../../check/text-search/search.ts';
import type { SubmissionId } from '../batch.ts';
import type { QueueStore } from '../storage/store.ts';
import { type Hit, type Place, placesOf } from './places.ts';

/** Files that are larger together are read only when a person wants that: it takes more than a moment. */
const READ_UNASKED = 2 * 1024 ** 3;
/** A call answers after this, and says where the next one continues. */
const STEP_MS = 700;

/** A place in the file of a submission. */
export interface FilePlace {
  submission: SubmissionId;
  at: number;
}

export interface FoundInFiles {
  places: Place[];
  /** There are more places than were asked for. */
  isCut: boolean;
  /** All of the files, and how much of them has been read. */
  files: number;
  bytes: number;
  read: number;
  /** Files of this call that are not as they were checked, or cannot be read. */
  unsearched: { submission: SubmissionId; file: string; why: UnreadWhy }[];
  /** Where the next call continues; absent where all was read. */
  next?: FilePlace;
  /** Nothing was read so far: the files are large, and a call that continues from `next` reads them. */
  isAsked: boolean;
}

export interface FileSearchPorts {
  store: Pick<QueueStore, 'checkedFiles' | 'submission' | 'batches' | 'findings' | 'lines'>;
  signal: AbortSignal;
  /** The most lines that are told. */
  most: number;
  /** Where the call before has stopped. */
  from?: FilePlace | undefined;
  /** What is read without being asked for, in bytes. */
  readUnasked?: number;
}

/** @param ids each as `looksLikeId` @throws AppError queue.damaged, check.failed, and the signal's reason */
export async function findInFiles(ids: readonly string[], ports: FileSearchPorts): Promise<FoundInFiles> {
  const { store, signal, most, from, readUnasked = READ_UNASKED } = ports;
  const all = store.checkedFiles();
  const bytes = bytesOf(all);
  const whole = { files: all.length, bytes };
  const [newest] = all;
  const nothing = { ...whole, places: [], isCut: false, read: 0, unsearched: [], isAsked: false };
  if (ids.length === 0 || newest === undefined) return nothing;
  if (from === undefined && bytes > readUnasked)
    return { ...nothing, isAsked: true, next: { submission: newest.id, at: 0 } };
  const files = from === undefined ? all : all.filter(({ id }) => id <= from.submission);
  const first = files[0]?.id === from?.submission ? (from?.at ?? 0) : 0;
  const found = await searchInThread({ files, texts: ids, from: first, most, forMs: STEP_MS }, signal);
  const places: Place[] = [];
  for (const [file, hits] of Map.groupBy(found.hits, (hit) => hit.file)) {
    // Between two files, others have their turn.
    await setImmediate(undefined, { signal });
    const id = files[file]?.id;
    if (id !== undefined) places.push(...(await placesIn(id, hits, ids, ports)));
  }
  const stopped = found.next && files[found.next.file];
  const next = found.next && stopped && { submission: stopped.id, at: found.next.at };
  return {
    ...whole,
    places,
    isCut: found.isCut,
    read: next === undefined ? bytes : bytesOf(all.filter(({ id }) => id > next.submission)) + next.at,
    unsearched: found.unread.flatMap(({ file, why }) => {
      const submission = files[file] && store.submission(files[file].id);
      return submission === undefined ? [] : [{ submission: submission.id, file: submission.name, why }];
    }),
    ...(next !== undefined && { next }),
    isAsked: false,
  };
}

const bytesOf = (files: readonly { bytes: number }[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

async function placesIn(
  id: SubmissionId,
  hits: readonly TextHit[],
  ids: readonly string[],
  { store, signal }: FileSearchPorts,
): Promise<Place[]> {
  const submission = store.submission(id);
  if (submission === undefined) return [];
  // An earlier version has checked files without keeping where their lines begin.
  const index = store.lines.index(id) ?? (await indexLines(submission.content, signal));
  const found = hits.map(({ text, lineStart, field }): Hit => {
    const line = lineBeginningAt(submission.content, index, lineStart);
    return { wanted: text, line, inFile: field === undefined ? {} : { field } };
  });
  return placesOf(submission, found, ids, store).map(({ place }) => place);
}
