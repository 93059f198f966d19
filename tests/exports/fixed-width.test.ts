import { describe, expect, it } from 'vitest';
import { fixedWidthTable } from '../../src-main/exports/fixed-width/fixed-width-table.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { numbered, rowsOf, sourceOf } from './reading-all.ts';

const columns = [
  { name: 'Name', width: 4 },
  { name: 'Betrag', width: 3 },
];

function read(text: string | Uint8Array, headerRow = 0) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return rowsOf(fixedWidthTable(sourceOf(bytes, [3]), { format: 'fixed-width', columns, headerRow }));
}

describe('Fixed-width text', () => {
  it('is cut by characters, not by bytes, and keeps spaces before the text', async () => {
    expect(numbered(await read('Änne  1\r\n😀üß 020\n'))).toEqual([
      [1, 'Änne', '  1'],
      [2, '😀üß', '020'],
    ]);
  });

  it('has no cells beyond the end of a line, and part of one that is cut', async () => {
    expect(numbered(await read('Anna\nAn\nAnna 1\n'))).toEqual([
      [1, 'Anna', undefined],
      [2, 'An', undefined],
      [3, 'Anna', ' 1'],
    ]);
  });

  it('may have quotes and separators, which mean nothing', async () => {
    expect(numbered(await read('"a;"1\n"b,\t"\n'))).toEqual([
      [1, '"a;"', '1'],
      [2, '"b,\t', '"'],
    ]);
  });

  it('has rows from below its header on; blank lines are counted', async () => {
    expect(numbered(await read('NameBtr\n\nAnna123', 1))).toEqual([[3, 'Anna', '123']]);
  });

  it('may be followed by spaces, but by nothing else', async () => {
    const { rows, faults } = await read('Anna123   \nAnna123 x\n');
    expect(rows.map(({ number }) => number)).toEqual([1]);
    expect(faults).toEqual([
      { number: 2, message: 'Row 2 has 9 characters, but the columns take 7: “x” is too much.' },
    ]);
  });

  it('has no row that begins with the mark of a file, which would move all cells by one', async () => {
    const { rows, faults } = await read('Anna123\n\ufeffAnna123\n');
    expect(rows.map(({ number }) => number)).toEqual([1]);
    expect(inEnglish(faults.map(({ message }) => inEnglish(message)))).toContain('begins with a byte order mark');
  });

  it('must have characters of its encoding', async () => {
    const { rows, faults } = await read(
      Buffer.concat([Buffer.from('Anna1\nA'), Buffer.of(0xfc), Buffer.from('na2\n')]),
    );
    expect(rows.map(({ number }) => number)).toEqual([1]);
    expect(faults.map(({ number }) => number)).toEqual([2]);
  });
});
