/** @file What --reading takes, and what it says about what it does not take. */

import { describe, expect, it } from 'vitest';
import { readingFrom } from '../../src-main/exports/reading-choices.ts';
import { AppError } from '../../src-shared/errors.ts';
import type { Reading } from '../../src-shared/template-shapes.ts';

const csv: Reading = { format: 'delimited', encoding: 'utf-8', delimiter: ';' };

function problemOf(reading: Reading, choices: readonly string[]): string {
  try {
    readingFrom(reading, choices);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'usage.invalid') return thrown.detail;
    throw thrown;
  }
  return 'taken';
}

it.each<[Reading, string[], Reading]>([
  [csv, ['encoding=Windows-1252'], { format: 'delimited', encoding: 'windows-1252', delimiter: ';' }],
  [csv, ['delimiter=TAB', 'headerRow=3'], { format: 'delimited', encoding: 'utf-8', delimiter: '\t', headerRow: 3 }],
  [csv, ['headerRow=2', 'headerRow=0'], { ...csv, headerRow: 0 }],
  // Whichever is said first: the details belong to the other format.
  [csv, ['sheet=May', 'format=xlsx', 'sheet=a=b'], { format: 'xlsx', sheets: ['May', 'a=b'] }],
  [csv, ['format=parquet'], { format: 'parquet' }],
  [csv, ['format=delimited'], csv],
  [{ format: 'json' }, ['list=/export/rows'], { format: 'json', list: '/export/rows' }],
  [{ format: 'xml' }, ['element=/Document/Ntry'], { format: 'xml', element: '/Document/Ntry' }],
])('%o with %o', (reading, choices, expected) => {
  expect(readingFrom(reading, choices)).toEqual(expected);
});

describe('What is not taken is said in words', () => {
  it.each<[string, string]>([
    ['foo=bar', '“foo” is not known. For delimited text (CSV): encoding, delimiter, headerRow.'],
    ['constructor=x', '“constructor” is not known. For delimited text (CSV): encoding, delimiter, headerRow.'],
    ['headerRow=abc', 'headerRow: “abc” is not a whole number.'],
    ['headerRow=', 'headerRow: “” is not a whole number.'],
    ['headerRow=1.5', 'headerRow: “1.5” is not a whole number.'],
    ['headerRow=-1', 'headerRow: “-1” is not a whole number.'],
    ['headerRow=1001', 'headerRow: 1001 is more than 1000.'],
    [
      'encoding=latin1',
      'encoding: “latin1” is not known. Known are utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, iso-8859-2 and cp437; for latin1 take windows-1252.',
    ],
    [
      'encoding=ebcdic',
      'encoding: “ebcdic” is not known. Known are utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, iso-8859-2 and cp437.',
    ],
    [
      'encoding=constructor',
      'encoding: “constructor” is not known. Known are utf-8, utf-16le, utf-16be, windows-1252, iso-8859-15, iso-8859-2 and cp437.',
    ],
    ['delimiter=x', 'delimiter: “x” is not known. Known are a comma, a semicolon, a pipe, and tab.'],
    [
      'delimiter=constructor',
      'delimiter: “constructor” is not known. Known are a comma, a semicolon, a pipe, and tab.',
    ],
    [
      'sheet=x',
      '“sheet” is for a workbook (XLSX), and the exports are read as delimited text (CSV). For delimited text (CSV): encoding, delimiter, headerRow.',
    ],
    [
      'format=doc',
      'format: “doc” is not known. Known are delimited, fixed-width, json, xlsx, parquet, xml, iso20022 and swift.',
    ],
    ['foo', '“foo” must be a name and a value, such as encoding=utf-8.'],
    [
      'format=fixed-width',
      'Only a template can say how fixed-width text is read: it needs more than fits into a call.',
    ],
  ])('%s', (choice, problem) => {
    expect(problemOf(csv, [choice])).toBe(problem);
  });

  it('for a format without any choice', () => {
    expect(problemOf({ format: 'parquet' }, ['encoding=utf-8'])).toBe(
      '“encoding” is for delimited text (CSV), fixed-width text, JSON, XML, a payment message of ISO 20022 and a payment message of SWIFT (MT), and the exports are read as a Parquet file. For a Parquet file, there is nothing to choose.',
    );
  });
});
