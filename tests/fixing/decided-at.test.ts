/** @file When what a correction does was decided, as the turns of the person tell. */

import { expect, it } from 'vitest';
import { editsDecided, stepsDecided, turnsKept } from '../../src-main/fixing/decided-at.ts';
import type { RecipeStep } from '../../src-shared/contract.ts';
import type { Turn } from '../../src-shared/correction-shapes.ts';

const trim: RecipeStep = { step: 'trim', field: 'payment_type' };
const dropRefused: RecipeStep = { step: 'drop-refused' };
const [early, late] = ['2026-11-30T10:04:00.000Z', '2026-11-30T10:12:00.000Z'];

const took = (at: string, step: RecipeStep): Turn => ({
  at,
  decisions: [{ entry: 'e', step: { ...step } }],
  lines: 1,
  kind: 'k',
});
const byHand = (at: string, line: number): Turn => ({ at, decisions: [], lines: 1, kind: 'k', byHand: { line } });

it('A step was decided when it was taken last, and one that nobody took has no moment of its own', () => {
  const turns = [took(early, trim), took(late, trim), byHand(late, 3)];
  expect(stepsDecided([trim, dropRefused], turns)).toEqual([{ ...trim, at: late }, dropRefused]);
});

it('A line by hand was decided when it was corrected last, whatever was made of other lines since', () => {
  const turns = [byHand(early, 3), byHand(late, 4)];
  expect(editsDecided([{ line: 3, text: '{}' }, { line: 9 }], turns)).toEqual([
    { line: 3, text: '{}', at: early },
    { line: 9 },
  ]);
});

it('A turn has the moment at which it was kept first, also where its reason is given later, and whatever the page says', () => {
  const page = ({ at: _, ...turn }: Turn): Turn => turn;
  const [first, second] = [took(early, trim), took(early, dropRefused)];
  const explained = { ...page(second), decisions: [{ entry: 'e', step: { ...dropRefused, reason: 'No payment.' } }] };
  expect(turnsKept([page(first)], [], early)).toEqual([first]);
  expect(turnsKept([took('tomorrow', trim), explained, byHand('', 3)], [first, second], late)).toEqual([
    first,
    { ...explained, at: early },
    byHand(late, 3),
  ]);
});

it('The same turn taken twice has two moments, and one that was undone and is taken again is of then', () => {
  expect(turnsKept([took('', trim), took('', trim)], [took(early, trim)], late)).toEqual([
    took(early, trim),
    took(late, trim),
  ]);
  expect(turnsKept([took('', trim)], [], late)).toEqual([took(late, trim)]);
});
