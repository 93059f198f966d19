/** @file What the service has taken already, by modification id: such a line must not be sent a second time. */

import type { Buffer } from 'node:buffer';
import type { ByteSource } from '../check/source-file.ts';
import { LineSet } from '../ground/line-set.ts';
import { type Key, KeyTable, keyOf } from './key-table.ts';
import { LineReader } from './line-reader.ts';
import { modificationIdOf } from './modification-id.ts';
import type { StoredLines } from './rewrite-messages.ts';
import { contentOf } from './same-content.ts';

/** How a line relates to what was taken; `differs`: its id was taken with another content. */
export type Relation = 'new' | 'taken' | 'differs';

export class TakenLines {
  /** By id, a digest of the content. A line without an id is known by its content alone. */
  readonly #contents = new KeyTable();

  /** Reads the lines that were taken. Throws AppError `file.*`. */
  constructor(source: ByteSource, scope: StoredLines) {
    const isTaken = LineSet.decode(scope).inOrder();
    for (const line of new LineReader(source).lines()) {
      if (isTaken(line.number) && line.text !== undefined) this.#contents.set(keyIn(line.text), digestOf(line.text));
    }
  }

  relationOf(line: Buffer): Relation {
    const content = this.#contents.get(keyIn(line));
    if (content === undefined) return 'new';
    return content === digestOf(line) ? 'taken' : 'differs';
  }
}

function keyIn(line: Buffer): Key {
  const id = modificationIdOf(line);
  return id === undefined ? keyOf(contentOf(line)) : keyOf(`id ${id.toLowerCase()}`);
}

/** 48 bits: enough to tell a line from its corrected self. */
function digestOf(line: Buffer): number {
  const [one = 0, two = 0] = keyOf(contentOf(line));
  return one * 2 ** 16 + (two & 0xffff);
}
