/** @file Texts and tables in the width of a terminal. */

import Table from 'cli-table3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hanging, tableText } from '../../src-main/shells/cli/text-width.ts';

const widest = (text: string) => Math.max(...text.split('\n').map(({ length }) => length));

/** Words of up to eight letters, so that no column is too narrow in 80 columns. */
const text = fc
  .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 })
  .map((words) => words.join(' '));

describe('A text beside a head', () => {
  it('A text is wrapped between words, and its further lines stay beside the head', () => {
    expect(hanging('Clock  ', 'The clock of this computer agrees', 30)).toBe(
      'Clock  The clock of this\n       computer agrees',
    );
  });

  it('A text is left to the terminal when there is hardly any room beside the head', () => {
    expect(hanging('Clock  ', 'The clock of this computer agrees', 20)).toBe(
      'Clock  The clock of this computer agrees',
    );
  });

  it('A text loses no word, and is never wider than the terminal', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 120 }), (words, columns) => {
        const shown = hanging('Name        good       '.slice(0, 20), words, columns);
        expect(widest(shown)).toBeLessThanOrEqual(columns);
        expect(shown.slice(20).split(/\s+/).join(' ')).toBe(words);
      }),
    );
  });
});

describe('A table', () => {
  const head = ['rule', 'reason'];

  it('A table that fits is drawn in its natural width', () => {
    expect(tableText(head, [['R-1', 'not live']], 80)).toBe(tableText(head, [['R-1', 'not live']], Infinity));
  });

  it('A table wraps long cells without breaking or cutting off words', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (rows) => {
        const shown = tableText(head, rows, 80);
        expect(widest(shown)).toBeLessThanOrEqual(80);
        const shownWords = shown.split(/[^a-z]+/).filter(Boolean);
        expect(shownWords.sort()).toEqual([...head, ...rows.flatMap((row) => row.join(' ').split(' '))].sort());
      }),
    );
  });

  it('A table is drawn as the library draws it, which knows how wide characters are', () => {
    const cell = fc.oneof(text, fc.constantFrom('', 'é…', '北京', 'e\u0301', '👩‍👩‍👧'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 12 }), (rows) => {
        const table = new Table({ head, style: { head: [], border: [], compact: true } });
        table.push(...rows);
        expect(tableText(head, rows, Infinity)).toBe(table.toString());
      }),
    );
  });

  it('A table becomes a list when its words do not fit beside each other', () => {
    const address = 'https://api.bank.example/tm/realtime';
    expect(
      tableText(
        ['name', 'base address'],
        [
          ['one', address],
          ['two', address],
        ],
        30,
      ),
    ).toBe(
      [`name          one`, `base address  ${address}`, '', `name          two`, `base address  ${address}`].join('\n'),
    );
  });
});
