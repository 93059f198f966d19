/** @file Decides which one of several lines with the same id, or the same bytes, is kept. */

import type { Buffer } from 'node:buffer';
import { type Key, KeyTable, keyOf } from './key-table.ts';
import { modificationIdOf } from './modification-id.ts';
import type { DuplicateStep } from './recipe.ts';

interface Watched {
  index: number;
  step: DuplicateStep;
  /** By key, the line that is kept. */
  kept: KeyTable;
}

export class Duplicates {
  readonly #watched: readonly Watched[];
  readonly #isSurvey: boolean;

  /**
   * @param steps each with its place among all steps
   * @param survey what a first pass over the same lines has seen; undefined for such a pass itself, which is needed
   * where the last one is kept
   */
  constructor(steps: readonly { step: DuplicateStep; index: number }[], survey: Duplicates | undefined) {
    this.#isSurvey = survey === undefined;
    this.#watched = steps.map(({ step, index }, at) => {
      const surveyed = survey !== undefined && step.keep === 'last' ? survey.#watched[at]?.kept : undefined;
      return { step, index, kept: surveyed ?? new KeyTable() };
    });
  }

  /** The place of the step that drops this line; undefined where it is kept. To be asked in the order of the file. */
  dropping(line: Buffer, number: number): number | undefined {
    for (const { step, index, kept } of this.#watched) {
      const key = keyBy(step.by, line);
      if (key === undefined) continue;
      const keptLine = kept.get(key);
      if (step.keep === 'last' && this.#isSurvey) kept.set(key, number);
      else if (keptLine === undefined) kept.set(key, number);
      else if (keptLine !== number) return index;
    }
    return undefined;
  }
}

function keyBy(by: DuplicateStep['by'], line: Buffer): Key | undefined {
  if (by === 'line') return keyOf(line);
  const id = modificationIdOf(line);
  return id === undefined ? undefined : keyOf(id);
}
