/**
 * @file Decides which one of several equal lines is kept. Lines with one modification id that say different things are different
 * payments, of which one has a wrong id: all of them are kept, and told of, since only a person can say which.
 */

import { Buffer } from 'node:buffer';
import { isUuid } from '../../src-shared/uuid.ts';
import { type Key, KeyTable, keyOf } from './key-table.ts';
import { modificationIdOf } from './modification-id.ts';
import type { DuplicateStep } from './recipe.ts';
import type { IdConflicts, SharedId } from './rewrite-messages.ts';
import { contentOf } from './same-content.ts';
import { SharedIds } from './shared-ids.ts';

interface Watched {
  index: number;
  step: DuplicateStep;
  /** By what it says, the line that is kept. */
  kept: KeyTable;
  /** By its id, the first line that is kept. */
  firsts: KeyTable;
}

/** What a line is compared by. */
interface Compared {
  content: Key;
  id?: string;
}

export class Duplicates {
  readonly #watched: readonly Watched[];
  readonly #isSurvey: boolean;
  /** The first of the lines that share an id and say different things. */
  readonly #firstInConflict = new Set<number>();
  readonly #shared = new SharedIds();
  #conflicting = 0;

  /**
   * @param steps each with its place among all steps
   * @param survey what a first pass over the same lines has seen; undefined for such a pass itself, which is needed
   * where the last one is kept
   */
  constructor(steps: readonly { step: DuplicateStep; index: number }[], survey: Duplicates | undefined) {
    this.#isSurvey = survey === undefined;
    this.#watched = steps.map(({ step, index }, at) => {
      const surveyed = survey !== undefined && step.keep === 'last' ? survey.#watched[at]?.kept : undefined;
      return { step, index, kept: surveyed ?? new KeyTable(), firsts: new KeyTable() };
    });
  }

  /**
   * The place of the step that drops this line, and of which line it is a copy; undefined where it is kept. To be asked in the order
   * of the file.
   */
  dropping(line: Buffer, number: number): { step: number; copyOf: number } | undefined {
    for (const { step, index, kept, firsts } of this.#watched) {
      const compared = comparedBy(step.by, line);
      if (compared === undefined) continue;
      const { content, id } = compared;
      const keptLine = kept.get(content);
      if (step.keep === 'last' && this.#isSurvey) kept.set(content, number);
      else if (keptLine === undefined) kept.set(content, number);
      else if (keptLine !== number) {
        if (id !== undefined && keptLine < number) this.#noteRepeated(firsts, id, number, keptLine);
        return { step: index, copyOf: keptLine };
      }
      if (id !== undefined) this.#noteKept(firsts, id, number);
    }
    return undefined;
  }

  /** Lines that are kept although they share an id. */
  get conflicts(): IdConflicts {
    return { lines: this.#conflicting, groups: this.#shared.conflicts };
  }

  /** Lines that share an id, dropped or kept. */
  get shared(): SharedId[] {
    return this.#shared.list;
  }

  #noteRepeated(firsts: KeyTable, id: string, number: number, alike: number): void {
    const first = firsts.get(keyOf(id));
    if (first !== undefined) this.#shared.add(id, number, { first, alike });
  }

  #noteKept(firsts: KeyTable, id: string, number: number): void {
    const key = keyOf(id);
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, number);
      return;
    }
    if (!this.#firstInConflict.has(first)) {
      this.#firstInConflict.add(first);
      this.#conflicting += 1;
    }
    this.#conflicting += 1;
    this.#shared.add(id, number, { first, alike: number });
  }
}

function comparedBy(by: DuplicateStep['by'], line: Buffer): Compared | undefined {
  if (by === 'line') return { content: keyOf(line) };
  const id = modificationIdOf(line);
  if (id === undefined) return undefined;
  // What a program has cut off is the id of no payment.
  if (by === 'id') return isUuid(id) ? { content: keyOf(id.toLowerCase()) } : undefined;
  return { id: id.toLowerCase(), content: keyOf(sayingOf(line, id)) };
}

/** Two spellings of one id make no difference. */
function sayingOf(line: Buffer, id: string): string | Buffer {
  const content = contentOf(line);
  if (Buffer.isBuffer(content)) return content;
  return content.replaceAll(JSON.stringify(id), JSON.stringify(id.toLowerCase()));
}
