/** @file The days of the overview: practice is shown in place of real figures, never among them. */

import { expect, it } from 'vitest';
import { figuresShown } from '../../src-renderer/overview/days.ts';
import { noLines } from '../../src-shared/account.ts';

const lines = (accepted: number) => ({ ...noLines(), accepted });

it('Shows what is real, also on days on which there was practice alone', () => {
  const days = [
    { at: 0, account: lines(3) },
    { at: 1, account: noLines(), practised: lines(9) },
  ];
  expect(figuresShown(days)).toEqual({ days, isPractice: false });
});

it('Shows practice, and says so, where there is nothing else', () => {
  const days = [
    { at: 0, account: noLines() },
    { at: 1, account: noLines(), practised: lines(9) },
  ];
  expect(figuresShown(days)).toEqual({
    days: [
      { at: 0, account: noLines() },
      { at: 1, account: lines(9) },
    ],
    isPractice: true,
  });
});
