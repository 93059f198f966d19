/** @file Of lines that share an id, which are left out: by hand, or by the step that keeps one of those that say the same. Pure. */

import type { EditedLine, FaultEntry } from '../../src-shared/contract.ts';
import { allOf, number } from '../wording.ts';
import type { EntryOfFile } from './draft.ts';

export interface LeftOut {
  byHand: readonly number[];
  byStep: readonly number[];
}

/** A line that was corrected by hand says something of its own. */
export function leftOutOf(
  { alike = [] }: Pick<FaultEntry, 'alike'>,
  edited: ReadonlyMap<number, EditedLine['kind']>,
  keepsOne: boolean,
): LeftOut {
  return {
    byHand: alike.flat().filter((line) => edited.get(line) === 'left-out'),
    byStep: alike.flatMap((same) => (keepsOne ? same.filter((line) => !edited.has(line)).slice(1) : [])),
  };
}

/** Whether lines are left that share the id, by the last check and by what was decided since. */
export const isStillShared = ({ left, lines }: EntryOfFile, { byHand, byStep }: LeftOut): boolean =>
  left > 0 && lines - byHand.length - byStep.length > 1;

/** “2, 5 and 17”, in the order of the file. */
export const numbersOf = (lines: readonly number[]): string =>
  allOf(lines.toSorted((one, other) => one - other).map(number));
