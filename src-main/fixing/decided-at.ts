/** @file When a person decided what a correction does: its steps, and lines by hand. What was decided again counts as of then. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { Turn } from '../../src-shared/correction-shapes.ts';
import type { HandEdit } from './hand-edits.ts';
import type { RecipeStep } from './recipe.ts';

/** A step that nobody took by itself has no moment: it was decided with the correction. */
export const stepsDecided = (steps: readonly RecipeStep[], turns: readonly Turn[]): RecipeStep[] =>
  steps.map((step) => ({
    ...step,
    ...momentOf(turns, ({ decisions }) => decisions.some((one) => isDeepStrictEqual(one.step, step))),
  }));

/** Lines by hand with when they were corrected, or left out. */
export const editsDecided = (edits: readonly HandEdit[], turns: readonly Turn[]): HandEdit[] =>
  edits.map((edit) => ({ ...edit, ...momentOf(turns, ({ byHand }) => byHand?.line === edit.line) }));

function momentOf(turns: readonly Turn[], isAbout: (turn: Turn) => boolean): { at?: string } {
  const at = turns.findLast(isAbout)?.at;
  return at === undefined ? {} : { at };
}
