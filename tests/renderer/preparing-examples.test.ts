import { expect, it } from 'vitest';
import { examplesOf, valueAt } from '../../src-renderer/preparing/examples.ts';
import type { Preview } from '../../src-shared/contract.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const line = (amount: string) => `{"modification":{"amount":${amount},"currency":"EUR"}}`;
const preview = (number: number, part: Partial<Preview>): Preview => ({
  number,
  isLeftOut: false,
  findings: [],
  ...part,
});
const rows = ['1,50', '1,50', '', '2,00', 'zwölf', '3,00'].map((cell, at) => ({ number: at + 2, cells: [cell] }));
const finding = {
  line: 6,
  rule: 'map.number',
  severity: 'error' as const,
  path: 'modification.amount',
  message: 'No number.',
};

it('A value of a line keeps every digit', () => {
  expect(valueAt(line('12345678901234567890.10'), 'modification.amount')).toBe('12345678901234567890.10');
  expect(valueAt(line('1.50'), 'modification.amount')).toBe('1.50');
});

it('What is not there has no value', () => {
  expect(valueAt(line('1'), 'modification.type')).toBeUndefined();
  expect(valueAt(undefined, 'modification.type')).toBeUndefined();
  expect(valueAt('{', 'modification.type')).toBeUndefined();
});

it('Examples are rows that differ, the first of them one that is faulty', () => {
  const previews = [
    preview(2, { text: line('1.50') }),
    preview(3, { text: line('1.50') }),
    preview(4, { text: '{}' }),
    preview(5, { text: line('2.00') }),
    preview(6, { findings: [finding] }),
    preview(7, { text: line('3.00') }),
  ];
  expect(examplesOf(paymentTemplate, 'modification.amount', { columns: ['amount'], rows }, previews)).toEqual([
    { row: 6, before: 'zwölf', after: undefined, problem: 'No number.' },
    { row: 2, before: '1,50', after: '1.50', problem: undefined },
    { row: 5, before: '2,00', after: '2.00', problem: undefined },
  ]);
});
