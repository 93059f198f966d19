/** @file The figures of the overview: each batch on the day of the person on which it happened. */

import { afterAll, describe, expect, it } from 'vitest';
import { DAY } from '../../src-main/ground/clock.ts';
import { newFolder, open, sendFile } from '../audit/attacked-folder.ts';
import { addedSubmission, at, sampleCheck, sampleSubmission } from './samples.ts';

const opened = open(newFolder());
sendFile(opened);
const { store } = opened;
afterAll(() => opened.close());
/** `at` is nine hours after the first of these. */
const midnight = at - 9 * 3_600_000;

describe('the figures of days', () => {
  it('count what arrived and what was processed, with its bytes', () => {
    const [before, day, after] = store.figuresByDay([midnight - DAY, midnight, midnight + DAY, midnight + 2 * DAY]);
    expect(day).toMatchObject({ at: midnight, sent: 2, bytes: 150, processed: 2, refused: 0, failed: 0 });
    expect([before, after]).toEqual(
      [midnight - DAY, midnight + DAY].map((start) => ({
        ...{ at: start, sent: 0, bytes: 0, processed: 0, refused: 0, failed: 0 },
      })),
    );
  });

  it('take each moment for the day that it lies in, to the millisecond', () => {
    const arrived = at + 2000;
    expect(store.figuresByDay([arrived - 1, arrived, arrived + 1]).map(({ sent }) => sent)).toEqual([0, 2]);
  });

  it('of an empty time are zeros', () => {
    const starts = Array.from({ length: 401 }, (_, index) => midnight + (index + 10) * DAY);
    expect(store.figuresByDay(starts).every(({ sent, processed }) => sent + processed === 0)).toBe(true);
  });
});

it('What the checks found is added up by rule, the most frequent first', () => {
  for (const byRule of [{ 'field.type': 2, 'line.blank': 1 }, { 'field.type': 3 }]) {
    const submission = sampleSubmission({ ...addedSubmission(), stage: 'approved', check: { ...sampleCheck, byRule } });
    store.addSubmission(submission, { at, kind: 'added' });
  }
  expect(store.findingsByRule(midnight, midnight + DAY)).toEqual([
    { rule: 'field.type', count: 5 },
    { rule: 'line.blank', count: 1 },
  ]);
  expect(store.findingsByRule(midnight + DAY, midnight + 2 * DAY)).toEqual([]);
});
