import { expect, it } from 'vitest';
import { fits, isChosen } from '../../src-main/exports/file-choice.ts';

it.each([
  ['*.csv', 'a.csv'],
  ['*.csv', '2025/november/a.CSV'],
  ['2025/*.csv', '2025/a.csv'],
  ['2025/*', '2025/november/a.csv'],
  ['konten*', 'konten'],
  ['konto-?.csv', 'konto-1.csv'],
  ['*a*b*', 'xxaxxbxx'],
  ['Übersicht.csv', 'u\u0308bersicht.csv'],
  ['[1].csv', '[1].csv'],
  ['2025/', '2025'],
])('The pattern %s fits %s', (pattern, name) => {
  expect(fits(pattern, name)).toBe(true);
});

it.each([
  ['*.csv', 'a.csv.gz'],
  ['2025/*.csv', '2024/a.csv'],
  ['a.csv', 'aXcsv'],
  ['konto-?.csv', 'konto-.csv'],
  ['[12].csv', '1.csv'],
  ['', 'a.csv'],
  ['*b', 'a'],
])('The pattern %s does not fit %s', (pattern, name) => {
  expect(fits(pattern, name)).toBe(false);
});

it('A folder or an archive that a pattern fits is taken with all that is in it', () => {
  expect(isChosen({ only: ['2025'] }, '2025/november/a.csv')).toBe(true);
  expect(isChosen({ only: ['inner.zip'] }, 'inner.zip/a.csv')).toBe(true);
  expect(isChosen({ only: ['inner.zip'] }, 'other.zip/a.csv')).toBe(false);
});

it('A file that was chosen itself is taken whatever the patterns are, unless it is left out', () => {
  expect(isChosen({ only: ['*.xml'] }, '')).toBe(true);
  expect(isChosen({ leftOut: [''] }, '')).toBe(false);
  expect(isChosen(undefined, 'a.csv')).toBe(true);
});

it('What is left out is left out by its whole name, which is no pattern', () => {
  const choice = { leftOut: ['2025/a.csv', '*'] };
  expect(['2025/a.csv', 'a.csv', '2024/a.csv', '*'].map((name) => isChosen(choice, name))).toEqual([
    ...[false, true, true, false],
  ]);
});

it('No pattern takes long, however many stars it has', () => {
  // Going back more than one star would take longer than the world has existed.
  expect(fits(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
});
