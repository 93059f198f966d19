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

/**
 * The turns with the moment at which each was first kept, by the clock of the app: a page may have another one, and may say
 * anything. A turn whose reason is given later is still that turn.
 * @param kept those that were kept before
 */
export function turnsKept(turns: readonly Turn[], kept: readonly Turn[], at: string): Turn[] {
  const known = Map.groupBy(kept, subjectOf);
  return turns.map((turn) => {
    const [before] = known.get(subjectOf(turn))?.splice(0, 1) ?? [];
    return { ...turn, at: before === undefined ? at : before.at };
  });
}

const subjectOf = ({ decisions, kind, byHand, isPutBack, isLeftOut }: Turn): string =>
  JSON.stringify([decisions.map(({ entry, step }) => [entry, step.step]), kind, byHand?.line, isPutBack, isLeftOut]);

function momentOf(turns: readonly Turn[], isAbout: (turn: Turn) => boolean): { at?: string } {
  const at = turns.findLast(isAbout)?.at;
  return at === undefined ? {} : { at };
}
