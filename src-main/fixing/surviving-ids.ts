/**
 * @file Which ids several lines still have once the others have gone: of two lines that shared one, the line that is left is
 * right. Only ids are counted that lines of the source were found to share, and those that lines have been given since.
 */

import type { Buffer } from 'node:buffer';
import { type Key, KeyTable, keyOf } from './key-table.ts';
import { modificationIdOf } from './modification-id.ts';

export class SurvivingIds {
  /** How many lines have each id that counts. */
  readonly #lines = new KeyTable();
  #areGiven = false;

  get areGiven(): boolean {
    return this.#areGiven;
  }

  /** The id that a line has been given counts, whoever has it: a line of the source may have it already. */
  give(line: Buffer): void {
    const key = keyIn(line);
    if (key === undefined) return;
    this.#areGiven = true;
    this.#lines.set(key, this.#lines.get(key) ?? 0);
  }

  /** A line that is kept, stays to be corrected, or is at the service already. @param isSharing whether the source has its id twice */
  add(line: Buffer, isSharing: boolean): void {
    if (!isSharing && !this.#areGiven) return;
    const key = keyIn(line);
    const before = key && (this.#lines.get(key) ?? (isSharing ? 0 : undefined));
    if (key !== undefined && before !== undefined) this.#lines.set(key, before + 1);
  }

  isShared(line: Buffer, isSharing: boolean): boolean {
    if (!isSharing && !this.#areGiven) return false;
    const key = keyIn(line);
    return key !== undefined && (this.#lines.get(key) ?? 0) > 1;
  }
}

/** As it is compared. */
export const idIn = (line: Buffer): string | undefined => modificationIdOf(line)?.toLowerCase();

function keyIn(line: Buffer): Key | undefined {
  const id = idIn(line);
  return id === undefined ? undefined : keyOf(id);
}
