import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SharedStrings } from '../../src-main/exports/xlsx/shared-strings.ts';
import { folderOfTest } from './workbook-file.ts';

test('a few texts stay in memory, and are found by number', () => {
  const folder = folderOfTest();
  const texts = new SharedStrings(folder);
  for (const text of ['zero', '', 'zwei €', '😀']) texts.add(text);
  texts.finish();
  const reader = texts.reader();
  expect([0, 1, 2, 3, 4, -1, Number.NaN, 1.5].map((number) => reader.text(number))).toEqual([
    'zero',
    '',
    'zwei €',
    '😀',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(readdirSync(folder)).toEqual([]);
  reader.close();
});

test('more texts than the memory is for go to the work folder, and are found in any order', () => {
  const folder = folderOfTest();
  const texts = new SharedStrings(folder);
  const textOf = (number: number) => `${number} ${'é'.repeat(2000 + (number % 7))}`;
  const count = 20_000;
  for (let number = 0; number < count; number++) texts.add(textOf(number));
  texts.finish();
  expect(readdirSync(folder)).toHaveLength(1);
  const reader = texts.reader();
  for (let step = 0; step < 5000; step++) {
    const number = (step * 7919) % count;
    if (reader.text(number) !== textOf(number)) throw new Error(`text ${number} is another one`);
  }
  reader.close();
  expect(texts.reader().text(count - 1)).toBe(textOf(count - 1));
});

test('a text that no cell of Excel can have is refused', () => {
  const texts = new SharedStrings(folderOfTest());
  expect(() => texts.add('x'.repeat(300_000))).toThrow(/longer than 256 KB/);
});
