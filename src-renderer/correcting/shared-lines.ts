/** @file Of lines that share an id, which are left out: by hand, or by the step that keeps one of those that say the same; and lines by their numbers. Pure. */

import type { EditedLine, FaultEntry, Faults } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { isUuid } from '../../src-shared/uuid.ts';
import { allOf, number } from '../wording.ts';
import type { EntryOfFile } from './draft.ts';

export interface LeftOut {
  byHand: readonly number[];
  byStep: readonly number[];
}

/** What was decided about all ids that lines share. */
export interface KeepsOne {
  /** Whether one is kept of those that say the same. */
  ofSame: boolean;
  /** Of each id, which line counts, whatever the others say. */
  ofEach?: 'first' | 'last';
  /** Ids of which no line counts. */
  ofNone?: ReadonlySet<string>;
}

/** A line that was corrected by hand says something of its own. */
export function leftOutOf(
  { fault, alike = [] }: Pick<FaultEntry, 'fault' | 'alike'>,
  edited: ReadonlyMap<number, EditedLine['kind']>,
  { ofSame, ofEach, ofNone }: KeepsOne,
): LeftOut {
  const byHand = alike.flat().filter((line) => edited.get(line) === 'left-out');
  if (fault.kind === 'shared' && ofNone?.has(fault.id))
    return { byHand, byStep: alike.flat().filter((line) => !byHand.includes(line)) };
  const copiesIn = (same: readonly number[]) => (ofSame ? same.filter((line) => !edited.has(line)).slice(1) : []);
  if (ofEach !== undefined && isWholeId(fault)) {
    const others = alike.flat().filter((line) => !byHand.includes(line));
    const kept = ofEach === 'first' ? Math.min(...others) : Math.max(...others);
    // Which of those that say the same as that one stays, the other decision says.
    const stay = alike.find((same) => same.includes(kept)) ?? [];
    return { byHand, byStep: others.filter((line) => !stay.includes(line) || copiesIn(stay).includes(line)) };
  }
  return { byHand, byStep: alike.flatMap(copiesIn) };
}

/** Only a UUID says that lines are the same payment: another text may be what a program has left of many ids. */
export const isWholeId = (fault: FaultEntry['fault']): boolean => fault.kind === 'shared' && isUuid(fault.id);

/** Whether lines are left that share the id, by the last check and by what was decided since. */
export const isStillShared = ({ left, lines }: EntryOfFile, { byHand, byStep }: LeftOut): boolean =>
  left > 0 && lines - byHand.length - byStep.length > 1;

/** “2, 5 and 17”, in the order of the file. */
export const numbersOf = (lines: readonly number[]): string =>
  allOf(lines.toSorted((one, other) => one - other).map(number));

/** “lines 23 and 71 of payments_west.jsonl”. */
export function originsInWords(origins: NonNullable<Faults['origins']>): string | undefined {
  const [origin] = origins;
  if (origin === undefined) return undefined;
  return message('{count, plural, one {line {lines}} other {lines {lines}}} of {fileName}', {
    count: origins.length,
    lines: numbersOf(origins.map(({ line }) => line)),
    fileName: origin.fileName,
  });
}
