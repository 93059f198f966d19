/**
 * @file The indexes of modification ids in the data folder: one file for each checked submission, named by its number. The
 * check writes them, retention removes them.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DamagedIndex, IdIndexFile } from '../../check/id-index/id-index-file.ts';
import { UNFINISHED } from '../../check/id-index/id-index-writer.ts';
import type { IdKey } from '../../check/id-index/keyed-ids.ts';
import type { IdIndexOrder } from '../../check/id-index/order.ts';
import { namesIn } from '../../ground/files/json-file.ts';
import type { SubmissionId } from '../batch.ts';

/** The folder in the data folder. */
export const ID_FOLDER = 'ids';

/** Why an index cannot be used as it is. */
export type IndexProblem =
  /** There is none: it was off, could not be written, or the file was checked by an earlier version. */
  | 'missing'
  | 'damaged'
  /** It was made with a key that this process does not have. */
  | 'other-key';

export interface UsableIndex {
  path: string;
  index: IdIndexFile;
  key: IdKey;
  /** Lets go of it. */
  close(): void;
}

export class IdIndexes {
  readonly #folder: string;
  readonly #keys: () => Promise<readonly IdKey[]>;

  /**
   * @param dataFolder the data folder
   * @param keys those that this process has; the first is for new indexes
   */
  constructor(dataFolder: string, keys: () => Promise<readonly IdKey[]>) {
    this.#folder = join(dataFolder, ID_FOLDER);
    this.#keys = keys;
  }

  /** Those that this process has; the first is for new indexes. */
  keys(): Promise<readonly IdKey[]> {
    return this.#keys();
  }

  pathOf(id: SubmissionId): string {
    return join(this.#folder, `${id}.ids`);
  }

  /** What a check is asked for, so that its ids are kept; undefined without a key that lasts. */
  async order(id: SubmissionId): Promise<IdIndexOrder | undefined> {
    const [key] = await this.#keys();
    return key && { path: this.pathOf(id), key };
  }

  /** As `order`, for an index with the key of a team, which is read once and removed; the same one each time. */
  teamOrder(id: SubmissionId, key: IdKey): IdIndexOrder {
    return { path: join(this.#folder, `${id}.ids.${key.id}${UNFINISHED}`), key };
  }

  /** Removes it again. */
  removeTeamIndex(id: SubmissionId, key: IdKey): void {
    rmSync(this.teamOrder(id, key).path, { force: true });
  }

  /** As `order`, for an index that is read once and removed: with this key, or one that is used for it alone. */
  passingOrder(
    id: SubmissionId | string,
    key: IdKey = { id: randomBytes(8).toString('hex'), key: randomBytes(32) },
  ): IdIndexOrder {
    return { path: join(this.#folder, `${id}.ids.${randomUUID()}${UNFINISHED}`), key };
  }

  /** Opens the index of the content with this SHA-256. */
  async open(id: SubmissionId, sha256: string): Promise<UsableIndex | IndexProblem> {
    const keys = await this.#keys();
    return openIndex(this.pathOf(id), sha256, keys);
  }

  /** Removes what processes have left that were killed while they wrote. No check may be under way. */
  removeUnfinished(): void {
    this.#removeAll((name) => name.endsWith(UNFINISHED));
  }

  /** Removes all of them: they are no longer wanted. */
  removeAll(): void {
    this.#removeAll(() => true);
  }

  #removeAll(isWanted: (name: string) => boolean): void {
    for (const name of namesIn(this.#folder)) {
      if (isWanted(name)) rmSync(join(this.#folder, name), { force: true });
    }
  }
}

/** Opens an index, if it is of this content and made with one of these keys. */
export function openIndex(path: string, sha256: string, keys: readonly IdKey[]): UsableIndex | IndexProblem {
  let index: IdIndexFile | undefined;
  try {
    index = IdIndexFile.open(path);
  } catch (thrown) {
    if (thrown instanceof DamagedIndex) return 'damaged';
    throw thrown;
  }
  if (index === undefined) return 'missing';
  const { head } = index;
  const close = () => index.close();
  const key = keys.find(({ id }) => id === head.keyId);
  if (key !== undefined && head.sha256 === sha256) return { path, index, key, close };
  close();
  // That of another content is left from a check that could not end.
  return head.sha256 === sha256 ? 'other-key' : 'missing';
}
