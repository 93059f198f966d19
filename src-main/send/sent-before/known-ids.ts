/**
 * @file The ids of small files that were sent, kept in memory: to open ten thousand indexes for each of ten thousand files would take
 * hours. It only says with which files a comparison may find something; how much is shared is read from the indexes.
 */

import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../../src-shared/errors.ts';
import { DamagedIndex, IdIndexFile } from '../../check/id-index/id-index-file.ts';
import { IdTable } from '../../check/id-index/id-table.ts';
import { WORDS_PER_RECORD } from '../../check/id-index/layout.ts';
import type { SubmissionId } from '../batch.ts';
import type { IdIndexes, UsableIndex } from './id-indexes.ts';
import type { SentFile } from './sent-files.ts';

/** The index of such a file has some blocks; to compare it takes less than to open it. */
const MOST_SMALL_IDS = 10_000;
/** To look up more takes longer than to open the others, which a thread does. */
const MOST_LOOK_UPS = 200_000;
/** Some 100 MB. Files beyond are opened each time. */
const MOST_IDS = 4_000_000;
/** So many are read before anything else has its turn. */
const READ_AT_ONCE = 50;

type Candidate = Pick<SentFile, 'id' | 'sha256'>;

/** Of the indexes with one key. */
interface Known {
  keyId: string;
  table: IdTable;
  /** Whose ids are in the table, with the content that they are of; undefined where they are not: only its index tells. */
  files: Map<SubmissionId, string | undefined>;
}

const newlyKnown = (keyId: string): Known => ({ keyId, table: new IdTable(), files: new Map() });

export class KnownIds {
  readonly #indexes: Pick<IdIndexes, 'pathOf'>;
  #known: Known | undefined;

  constructor(indexes: Pick<IdIndexes, 'pathOf'>) {
    this.#indexes = indexes;
  }

  /**
   * Those of the candidates that have an id of this index, or of which only their own index can tell.
   * @throws DamagedIndex for the index; the signal's reason
   */
  async sharing<Of extends Candidate>(
    { index, key }: Pick<UsableIndex, 'index' | 'key'>,
    candidates: readonly Of[],
    signal: AbortSignal,
  ): Promise<Of[]> {
    if (index.head.ids > MOST_LOOK_UPS) return [...candidates];
    // Another check, with another key, may put its own in that place while this one reads.
    const known = this.#known?.keyId === key.id ? this.#known : newlyKnown(key.id);
    this.#known = known;
    const { table, files } = known;
    const unread = candidates.filter(({ id, sha256 }) => !files.has(id) || (files.get(id) ?? sha256) !== sha256);
    for (const [at, { id, sha256 }] of unread.entries()) {
      if (at % READ_AT_ONCE === READ_AT_ONCE - 1) await turnOfOthers(signal);
      const taken = this.#take(id, sha256, known);
      if (taken !== 'in-use') files.set(id, taken === 'taken' ? sha256 : undefined);
    }
    const found = new Set<number>();
    for (const records of index.records()) {
      for (let at = 0; at < records.length; at += WORDS_PER_RECORD)
        table.each(records[at] ?? 0, records[at + 1] ?? 0, (file) => found.add(file));
      await turnOfOthers(signal);
    }
    return candidates.filter(({ id }) => found.has(id) || files.get(id) === undefined);
  }

  /** Takes the ids of this file into the table, if that is possible; in-use: another program has its index open at the moment. */
  #take(id: SubmissionId, sha256: string, { keyId, table }: Known): 'taken' | 'not-taken' | 'in-use' {
    let index: IdIndexFile | undefined;
    try {
      // The thread that compares can wait for it, and the window cannot.
      index = IdIndexFile.open(this.#indexes.pathOf(id), { patience: 0 });
      if (index === undefined || index.head.sha256 !== sha256 || index.head.keyId !== keyId) return 'not-taken';
      if (index.head.ids > MOST_SMALL_IDS || table.size + index.head.ids > MOST_IDS) return 'not-taken';
      for (const records of index.records())
        for (let at = 0; at < records.length; at += WORDS_PER_RECORD)
          if (!table.add(records[at] ?? 0, records[at + 1] ?? 0, id)) return 'not-taken';
      return 'taken';
    } catch (thrown) {
      // What is wrong with it says the comparison.
      if (thrown instanceof DamagedIndex) return 'not-taken';
      if (thrown instanceof AppError && thrown.code === 'file.locked') return 'in-use';
      throw thrown;
    } finally {
      index?.close();
    }
  }
}

async function turnOfOthers(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}
