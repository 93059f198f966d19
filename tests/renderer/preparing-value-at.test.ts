import { expect, it } from 'vitest';
import { cellsOf, valuesShown } from '../../src-renderer/preparing/sampled-cells.ts';
import { valueAt } from '../../src-renderer/preparing/value-at.ts';

const line = (amount: string) => `{"modification":{"amount":${amount},"currency":"EUR"}}`;

it('A value of a line keeps every digit', () => {
  expect(valueAt(line('12345678901234567890.10'), 'modification.amount')).toBe('12345678901234567890.10');
  expect(valueAt(line('1.50'), 'modification.amount')).toBe('1.50');
});

it('What is not there has no value', () => {
  expect(valueAt(line('1'), 'modification.type')).toBeUndefined();
  expect(valueAt(undefined, 'modification.type')).toBeUndefined();
  expect(valueAt('{', 'modification.type')).toBeUndefined();
});

const table = {
  columns: ['Betrag', 'Pos'],
  rows: [
    ['1,50', '1'],
    ['1,50', null],
    ['', '2'],
    ['2,00', ''],
    ['x'.repeat(50), '3'],
    ['3,00', '4'],
  ].map((cells, at) => ({
    number: at + 2,
    cells,
  })),
};

it('A column is shown by three values that differ', () => {
  expect(valuesShown(table, ['Betrag'])).toEqual(['1,50', '2,00', '3,00']);
  expect(valuesShown(table, ['Betrag', 'Pos'])).toEqual(['1,50 / 1', '1,50', '2']);
  expect(cellsOf(table, 'Pos')).toEqual(['1', '2', '3', '4']);
});
