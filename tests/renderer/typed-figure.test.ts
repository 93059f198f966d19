/** @file What the form of control figures begins with, and what is kept of its fields. */

import { expect, it } from 'vitest';
import { parseControl } from '../../src-main/records/control/control-file.ts';
import { fileOfList, isTyped, tableOf, usualFigure, withHeader } from '../../src-renderer/statement/typed-figure.ts';
import { perOutcome } from '../../src-shared/account.ts';
import type { Statement } from '../../src-shared/contract.ts';

const figure = { day: '2026-11-30', currency: ' eur', count: '3 ', sum: '1.200,10', file: '' };

const file = (fileName: string, currency: string, lastDay: string): Statement['files'][number] => ({
  ...{ submission: 1, fileName, connection: 'bank', addedAt: '2026-11-30T08:00:00Z', isPractice: false },
  sums: perOutcome((outcome) =>
    outcome === 'accepted'
      ? { transactions: 1, sums: [{ currency, amount: '1' }], lastDay }
      : { transactions: 0, sums: [] },
  ),
});

it.each([
  ['control-south.csv', 'south_2026-11-30.jsonl'],
  ['Kontrolle_NORTH.csv', 'north_2026-11-30.jsonl'],
  ['control.csv', ''],
  // Two files have the word.
  ['accounts.csv', ''],
])('A list with the name %s is about the file “%s”', (name, expected) => {
  const names = [
    'south_2026-11-30.jsonl',
    'north_2026-11-30.jsonl',
    'accounts_october.jsonl',
    'accounts_november.jsonl',
  ];
  expect(
    fileOfList(
      name,
      names.map((fileName) => ({ fileName })),
    ),
  ).toBe(expected);
});

it('Begins with the latest day of the transactions, and the first currency, of all files or of one', () => {
  const files = [file('north.jsonl', 'USD', '2026-11-28'), file('south.jsonl', 'EUR', '2026-11-27')];
  const begun = { count: '', sum: '' };
  expect([
    usualFigure({ to: '2026-11-30', files }),
    usualFigure({ to: '2026-11-30', files }, 'north.jsonl'),
    usualFigure({ to: '2026-11-30', files: [] }),
    usualFigure({ to: '2026-11-30', files: [] }, 'gone.jsonl'),
  ]).toEqual([
    { ...begun, day: '2026-11-28', currency: 'EUR', file: '' },
    { ...begun, day: '2026-11-28', currency: 'USD', file: 'north.jsonl' },
    { ...begun, day: '2026-11-30', currency: '', file: '' },
    { ...begun, day: '2026-11-30', currency: '', file: '' },
  ]);
});

it('Makes a table of one row of the fields', () => {
  expect(tableOf(figure)).toBe('day;currency;count;sum\n2026-11-30;EUR;3;1.200,10');
  const text = tableOf({ ...figure, file: 'a;"b".jsonl' });
  expect(parseControl(text, 'typed')).toEqual([
    { day: '2026-11-30', currency: 'EUR', count: 3, sum: '1200.10', file: 'a;"b".jsonl' },
  ]);
});

it('Knows the column of a file in rows without names, and takes no decimals for one', () => {
  expect(withHeader('2026-11-30;EUR;3;1.200,10;south.jsonl')).toMatch(/^day;currency;count;sum;file\n/);
  expect(withHeader('2026-11-30,EUR,3,1200,10')).toMatch(/^day,currency,count,sum\n/);
});

it('Keeps nothing that has neither a number nor a sum', () => {
  expect(
    [figure, { ...figure, sum: '' }, { ...figure, count: '', sum: ' ' }, { ...figure, day: '' }].map(isTyped),
  ).toEqual([true, true, false, false]);
});
