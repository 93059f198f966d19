/** @file What the form of control figures begins with, and what is kept of its fields. */

import { expect, it } from 'vitest';
import { isTyped, tableOf, usualFigure } from '../../src-renderer/statement/typed-figure.ts';
import { noLines, perOutcome } from '../../src-shared/account.ts';

const figure = { day: '2026-11-30', currency: ' eur', count: '3 ', sum: '1.200,10' };

it('Begins with the latest day of the transactions, and the first currency', () => {
  const sums = perOutcome((outcome) => ({
    transactions: 1,
    sums: [],
    lastDay: outcome === 'accepted' ? '2026-11-28' : '2026-11-27',
  }));
  const whole = [{ currency: 'EUR', amount: '1' }];
  expect(usualFigure({ to: '2026-11-30', total: { account: noLines(), sums }, whole })).toMatchObject({
    day: '2026-11-28',
    currency: 'EUR',
  });
  expect(usualFigure({ to: '2026-11-30', total: { account: noLines() }, whole: [] })).toMatchObject({
    day: '2026-11-30',
    currency: '',
  });
});

it('Makes a table of one row of the fields', () => {
  expect(tableOf(figure)).toBe('day;currency;count;sum\n2026-11-30;EUR;3;1.200,10');
});

it('Keeps nothing that has neither a number nor a sum', () => {
  expect(
    [figure, { ...figure, sum: '' }, { ...figure, count: '', sum: ' ' }, { ...figure, day: '' }].map(isTyped),
  ).toEqual([true, true, false, false]);
});
