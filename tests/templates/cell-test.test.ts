/** @file Whether a cell is a number below or above 0: as the amount that is made of it. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnyNumber } from '../../src-main/templates/guessing/number-marks.ts';
import { cellTest } from '../../src-shared/cell-test.ts';
import type { Numbers } from '../../src-shared/template-shapes.ts';
import { runs } from '../harness/night.ts';
import { signedCell } from './walked-exports.ts';

const isNegative = cellTest({ column: 'Amount', test: 'negative' });
const isPositive = cellTest({ column: 'Amount', test: 'positive' });
const signOf = (cell: string) => [isNegative(cell), isPositive(cell)];

it.each(['-5', '- 5', ' 5- ', '(5)', '( 1.234,50 )', '−5', '–5', '‒0,01', '5–', '-$5', '$-5', 'EUR (5)', '5,00- EUR'])(
  '%s is negative',
  (cell) => {
    expect(signOf(cell)).toEqual([true, false]);
  },
);

it.each(['5', '+5', '0,01', ' 1 234 ', '1.5E-3', '5 EUR', '(5', '5)', ')5(', '2026-10-01'])(
  '%s is positive',
  (cell) => {
    expect(signOf(cell)).toEqual([false, true]);
  },
);

it.each(['', ' ', '0', '-0,00', '(0)', '-', 'abc', '٥'])('“%s” is neither', (cell) => {
  expect(signOf(cell)).toEqual([false, false]);
});

it('is what the amount that is read from the cell is, whatever marks it has, and whatever currency', () => {
  const marks: readonly Numbers[] = [
    { decimal: '.', thousands: ',' },
    { decimal: ',', thousands: '.' },
    { decimal: '.', thousands: "'" },
    { decimal: ',', thousands: ' ' },
  ];
  const read = new Set<string>();
  fc.assert(
    fc.property(signedCell, fc.constantFrom(...marks), (cell, numbers) => {
      const number = readAnyNumber(cell.trim(), numbers);
      // A power of ten times zero has other digits, and no sign.
      if (number === undefined || !/[1-9]/.test(number.split(/e/i, 1)[0] ?? '')) return;
      const sign = number.startsWith('-');
      expect(signOf(cell)).toEqual([sign, !sign]);
      read.add(`${sign} ${/[^\d.,-]/.test(cell)}`);
    }),
    { numRuns: runs(2_000, 50_000) },
  );
  expect(read.size).toBe(4);
});
