/**
 * @file Where modification ids went: in which file, on which line, in which batch, and what became of that. An index tells
 * the line, the line of the source confirms it, and the queue knows the rest.
 */

import { setImmediate } from 'node:timers/promises';
import type { LineOutcome } from '../../../src-shared/account.ts';
import { jsonIn } from '../../../src-shared/json-in.ts';
import type { SubmissionState } from '../../../src-shared/states.ts';
import { DamagedIndex } from '../../check/id-index/id-index-file.ts';
import { eachMatch, sortIds } from '../../check/id-index/id-matches.ts';
import { idWords, isSameId, KeyedIds } from '../../check/id-index/keyed-ids.ts';
import { fetchLine, type LineIndex } from '../../check/line-index.ts';
import { isJsonObject } from '../../check/rules/json-object.ts';
import { modificationIdOf } from '../../check/rules/line-judge.ts';
import { paymentOf } from '../../fixing/line-payment.ts';
import { LineSet } from '../../ground/line-set.ts';
import { outcomeOfLine } from '../account.ts';
import type { Batch, SubmissionId } from '../batch.ts';
import { lineRanges, linesOfBatches } from '../line-range.ts';
import type { QueueStore } from '../storage/store.ts';
import { isKnownById, type Submission, submissionState } from '../submission.ts';
import type { IdIndexes, IndexProblem, UsableIndex } from './id-indexes.ts';
import { madeAgain, type SourceProblem } from './made-again.ts';

/** One line of one file that has a wanted id. */
export interface Place {
  /** As it was asked for. */
  id: string;
  submission: SubmissionId;
  /** What people call the file. */
  file: string;
  connection: string;
  line: number;
  /** The path of the field that has it, where the file itself was searched; absent for a modification id. */
  field?: string;
  /** The batch that the line is in; undefined until the submission is approved. */
  batch?: Batch['number'];
  batchId?: string;
  /** Of the batch, or of the submission where there is none. */
  state: SubmissionState;
  /** What became of the line; undefined until it is checked. */
  outcome?: LineOutcome;
  /** The service's own word for it. */
  remoteState?: string;
  /** When the service had the batch, in ms since the epoch (§2.1). */
  arrivedAt?: number;
  /** What the line pays. */
  payment?: ReturnType<typeof paymentOf>;
  /** Whether the line still says so: the file may be gone or changed. The index alone is as good as certain. */
  isConfirmed: boolean;
  /** Whether the submission was taken out of the queue. */
  isRemoved: boolean;
}

/** A file whose index was no use, and whether it could be made again from the file itself. */
export interface Repair {
  submission: SubmissionId;
  file: string;
  index: IndexProblem;
  outcome: 'made-again' | 'not-tried' | SourceProblem;
}

export interface FoundPlaces {
  places: Place[];
  /** Whether there are more places than were asked for. */
  isCut: boolean;
  repairs: Repair[];
}

export interface FindPorts {
  store: Pick<QueueStore, 'checkedContents' | 'submission' | 'batches' | 'findings' | 'lines'>;
  indexes: IdIndexes;
  signal: AbortSignal;
  /** The most places that are told. */
  most: number;
  /** False: files without a usable index are not read. */
  mayRepair: boolean;
  /** An index must be made again, which takes as long as checking the file. */
  onRepair?: (file: string, index: IndexProblem) => void;
}

/** A line with one of the wanted ids. */
export interface Hit {
  wanted: number;
  line: number;
  /** In the file itself, just now; `field`: the path of the field, where the line could be read as fields. */
  inFile?: { field?: string };
}

/**
 * The places of these ids, in the order of the ids, then of the submissions and lines. Submissions that were taken out of
 * the queue are searched until they are purged.
 * @throws AppError queue.damaged, and the signal's reason
 */
export async function findPlaces(ids: readonly string[], ports: FindPorts): Promise<FoundPlaces> {
  const { store, signal, most } = ports;
  const search = new Search(ids, most);
  const repairs: Repair[] = [];
  const found: { wanted: number; place: Place }[] = [];
  for (const content of store.checkedContents()) {
    // Between two files, others have their turn.
    await setImmediate(undefined, { signal });
    const { hits, repair } = await hitsIn(content, search, ports);
    if (repair !== undefined) repairs.push(repair);
    if (hits.length === 0) continue;
    const submission = store.submission(content.id);
    if (submission !== undefined) found.push(...placesOf(submission, hits, ids, store));
  }
  found.sort((a, b) => a.wanted - b.wanted || a.place.submission - b.place.submission || a.place.line - b.place.line);
  return { places: found.map(({ place }) => place), isCut: search.isCut, repairs };
}

/** The wanted ids, enciphered once for each key, and how many places may still be told. */
class Search {
  isCut = false;
  readonly #words: Uint32Array;
  readonly #enciphered = new Map<string, ReturnType<typeof sortIds>>();
  #left: number;

  constructor(ids: readonly string[], most: number) {
    this.#words = idWords(ids);
    this.#left = most;
  }

  /** @throws DamagedIndex */
  hits({ index, key }: UsableIndex): Hit[] {
    const { sorted, before } = this.#under(key);
    const hits: Hit[] = [];
    eachMatch(index, sorted, (at, line) => {
      if (hits.length < this.#left) hits.push({ wanted: before[at] ?? 0, line });
      else this.isCut = true;
    });
    this.#left -= hits.length;
    return hits;
  }

  #under(key: UsableIndex['key']): ReturnType<typeof sortIds> {
    const known = this.#enciphered.get(key.id) ?? sortIds(new KeyedIds(key).encipher(this.#words));
    this.#enciphered.set(key.id, known);
    return known;
  }
}

async function hitsIn(
  { id, sha256 }: { id: SubmissionId; sha256: string },
  search: Search,
  { store, indexes, signal, mayRepair, onRepair }: FindPorts,
): Promise<{ hits: Hit[]; repair?: Repair }> {
  const opened = await indexes.open(id, sha256);
  const problem = typeof opened === 'string' ? opened : undefined;
  if (typeof opened !== 'string') {
    const hits = hitsOrDamage(opened, search);
    if (hits !== 'damaged') return { hits };
  }
  const submission = store.submission(id);
  // Its ids may have been forgotten since the search began: they are not made again.
  if (submission === undefined || !isKnownById(submission)) return { hits: [] };
  const index = problem ?? 'damaged';
  const repair = { submission: id, file: submission.name, index };
  if (!mayRepair) return { hits: [], repair: { ...repair, outcome: 'not-tried' } };
  onRepair?.(submission.name, index);
  const again = await madeAgain(submission, index, indexes, signal);
  if (typeof again === 'string') return { hits: [], repair: { ...repair, outcome: again } };
  const hits = hitsOrDamage(again, search);
  if (hits === 'damaged') return { hits: [], repair: { ...repair, outcome: 'unreadable' } };
  return { hits, repair: { ...repair, outcome: 'made-again' } };
}

/** Drops what a damaged index has given so far: the next one gives it again. */
function hitsOrDamage(usable: UsableIndex, search: Search): Hit[] | 'damaged' {
  try {
    return search.hits(usable);
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return 'damaged';
    throw thrown;
  } finally {
    usable.close();
  }
}

/** In the order of the hits. */
export function placesOf(
  submission: Submission,
  hits: readonly Hit[],
  ids: readonly string[],
  store: Pick<QueueStore, 'batches' | 'findings' | 'lines'>,
): { wanted: number; place: Place }[] {
  const all = store.batches(submission.id);
  const batches = linesOfBatches(all);
  const outcomeAt = outcomeFinder(submission, all, store);
  const lineIndex = store.lines.index(submission.id);
  const state = submissionState(
    submission,
    batches.map(({ batch }) => batch),
  );
  return hits.map(({ wanted, line, inFile }) => {
    const id = ids[wanted] ?? '';
    const batch = batches.find(({ last }) => line <= last)?.batch;
    const outcome = outcomeAt(line, batch);
    const text = lineIndex && lineText(submission.content, lineIndex, line);
    const isConfirmed = inFile !== undefined || (text !== undefined && hasId(text, id));
    const place: Place = {
      id,
      submission: submission.id,
      file: submission.name,
      connection: submission.connection,
      line,
      ...inFile,
      ...(batch !== undefined && { batch: batch.number }),
      ...(batch?.delivery !== undefined && { batchId: batch.delivery.batchId }),
      state: batch?.state ?? state,
      ...(outcome !== undefined && { outcome }),
      ...(batch?.remoteState !== undefined && { remoteState: batch.remoteState }),
      ...(batch?.acceptedAt !== undefined && { arrivedAt: batch.acceptedAt }),
      ...(isConfirmed && text !== undefined && { payment: paymentOf(text) }),
      isConfirmed,
      isRemoved: submission.removedAt !== undefined,
    };
    return { wanted, place };
  });
}

function outcomeFinder(
  { id, stage }: Submission,
  all: readonly Batch[],
  { findings, lines }: Pick<QueueStore, 'findings' | 'lines'>,
): (line: number, batch: Batch | undefined) => LineOutcome | undefined {
  const ranges = lineRanges(all);
  const isFaulty = (line: number) => [...findings.between(id, line, line)].some(({ severity }) => severity === 'error');
  return (line, batch) => {
    const range = batch && ranges.get(batch.number);
    const named = () => (batch === undefined ? LineSet.none : lines.named(batch.number));
    const place = batch && range && { batch, line: line - range.first + 1, named };
    return outcomeOfLine(stage, () => isFaulty(line), place);
  };
}

/** The line of the source; undefined where it cannot be read. */
export function lineText(path: string, lineIndex: LineIndex, line: number): string | undefined {
  try {
    const fetched = fetchLine(path, lineIndex, line);
    return fetched?.isShortened === true ? undefined : fetched?.text;
  } catch {
    return undefined;
  }
}

function hasId(line: string, id: string): boolean {
  const value = jsonIn(line);
  const own = isJsonObject(value) ? modificationIdOf(value) : undefined;
  return own !== undefined && isSameId(own, id);
}
