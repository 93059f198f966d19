/**
 * @file Modification ids as an index holds them: enciphered, so that only who has the key can tell which ids a file had,
 * not even by trying. A block cipher never maps two ids to the same 128 bits; half of them are kept.
 */

import { Buffer } from 'node:buffer';
import { type Cipheriv, createCipheriv } from 'node:crypto';
import { ModificationIdList, WORDS_PER_ID } from '../modification-id-list.ts';

/** A key for the ids, and the name under which an index says that it was made with it. */
export interface IdKey {
  /** Not secret. */
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}

const WORDS_OF_BITS = 4;

export class KeyedIds {
  readonly #cipher: Cipheriv;

  constructor({ key }: Pick<IdKey, 'key'>) {
    // Each id is a block by itself, and the same id must give the same block: that is what this mode does.
    this.#cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  }

  /** Two words for each of these ids, which are laid out as in a ModificationIdList. */
  encipher(ids: Uint32Array): Uint32Array {
    const count = ids.length / WORDS_PER_ID;
    const plain = new Uint32Array(count * WORDS_OF_BITS);
    for (let from = 0, to = 0; from < ids.length; from += WORDS_PER_ID, to += 4) {
      plain[to] = ids[from] ?? 0;
      plain[to + 1] = ids[from + 1] ?? 0;
      plain[to + 2] = ids[from + 2] ?? 0;
      plain[to + 3] = ids[from + 3] ?? 0;
    }
    return this.encipherBits(plain);
  }

  /** Two words for each of these ids, of which there are only the four words of their 128 bits. */
  encipherBits(plain: Uint32Array): Uint32Array {
    const sealed = this.#cipher.update(Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength));
    const whole = new Uint32Array(sealed.buffer, sealed.byteOffset, plain.length);
    const halves = new Uint32Array(plain.length / 2);
    for (let from = 0, to = 0; to < halves.length; from += 4, to += 2) {
      halves[to] = whole[from] ?? 0;
      halves[to + 1] = whole[from + 1] ?? 0;
    }
    return halves;
  }
}

/** The ids as the check compares them, in the layout of a ModificationIdList: UUIDs in any letter case, other texts exactly. */
export function idWords(ids: readonly string[]): Uint32Array {
  const list = new ModificationIdList();
  for (const [index, id] of ids.entries()) list.add(id, index + 1, false);
  return list.takeWith([]);
}

/** Whether §2.6.2 takes both for the same id. */
export function isSameId(one: string, other: string): boolean {
  const words = idWords([one, other]);
  return [0, 1, 2, 3].every((at) => words[at] === words[at + WORDS_PER_ID]);
}
