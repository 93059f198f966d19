/**
 * @file Which ids several lines still have once the others have gone: of two lines that shared one, the line that is left is
 * right. Only ids are counted that lines of the source were found to share.
 */

import type { Buffer } from 'node:buffer';
import { KeyTable, keyOf } from './key-table.ts';
import { modificationIdOf } from './modification-id.ts';

export class SurvivingIds {
  readonly #lines = new KeyTable();

  /** A line that is kept, stays to be corrected, or is at the service already; without its end. */
  add(line: Buffer): void {
    const key = keyIn(line);
    if (key !== undefined) this.#lines.set(key, (this.#lines.get(key) ?? 0) + 1);
  }

  isShared(line: Buffer): boolean {
    const key = keyIn(line);
    return key !== undefined && (this.#lines.get(key) ?? 0) > 1;
  }
}

function keyIn(line: Buffer) {
  const id = modificationIdOf(line);
  return id === undefined ? undefined : keyOf(id.toLowerCase());
}
