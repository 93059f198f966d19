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
  /** Of a choice by the id alone: by its content, the line that the step would keep of those with that. */
  sayings: KeyTable;
}

/** What a line is compared by. */
interface Compared {
  content: Key;
  id?: string;
  /** Where lines are compared by the id alone: by what copies of the line that counts are told. */
  saying?: Key;
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
      const surveyed = survey !== undefined && step.keep === 'last' ? survey.#watched[at] : undefined;
      const { kept, sayings } = surveyed ?? { kept: new KeyTable(), sayings: new KeyTable() };
      return { step, index, kept, firsts: new KeyTable(), sayings };
    });
  }

  /**
   * The place of the step that drops this line, and of which line it is a copy; undefined where it is kept. To be asked in the order
   * of the file.
   */
  dropping(line: Buffer, number: number): { step: number; copyOf: number } | undefined {
    for (const { step, index, kept, firsts, sayings } of this.#watched) {
      const compared = comparedBy(step.by, line);
      if (compared === undefined) continue;
      const { content, id, saying } = compared;
      const keptLine = kept.get(content);
      const isLatest = step.keep === 'last' && this.#isSurvey;
      if (saying !== undefined && (isLatest || sayings.get(saying) === undefined)) sayings.set(saying, number);
      if (isLatest || keptLine === undefined) kept.set(content, number);
      else if (keptLine !== number) {
        // It is a copy of the version that counts: which of these stays, another step decides.
        if (saying !== undefined && sayings.get(saying) === keptLine) continue;
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
  if (by === 'id' && !isUuid(id)) return undefined;
  const saying = keyOf(sayingOf(line, id));
  return by === 'id' ? { content: keyOf(id.toLowerCase()), saying } : { id: id.toLowerCase(), content: saying };
}

/** Two spellings of one id make no difference. */
function sayingOf(line: Buffer, id: string): string | Buffer {
  const content = contentOf(line);
  if (Buffer.isBuffer(content)) return content;
  return content.replaceAll(JSON.stringify(id), JSON.stringify(id.toLowerCase()));
}
