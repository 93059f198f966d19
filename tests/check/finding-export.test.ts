import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { csv, jsonLines } from '../../src-main/check/findings/finding-export.ts';
import { csvRow } from '../../src-main/ground/csv.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { visible } from '../../src-shared/visible-text.ts';

function finding(path: string, message = 'm'): Finding {
  return { line: 7, rule: 'field.unknown', severity: 'warning', path, message };
}

/** Reads RFC 4180 one character after another. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[at++];
      else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',' || (character === '\r' && text[at + 1] === '\n')) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (character === '\r') {
        rows.push([]);
        at++;
      }
    } else cell += character;
  }
  return rows.slice(0, -1);
}

const mark = '\uFEFF';

/** The cells of a spreadsheet that has another separator, and for which a quote counts only at the start of a cell. */
function cellsBetween(separator: string, text: string): string[] {
  return text.split(new RegExp(`[${separator}\\r\\n]`));
}

describe('CSV', () => {
  it('A reader of RFC 4180 gets every cell of the CSV back, with anything unseen in it by its number', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ';', '“', ' ') });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (texts) => {
        const safe = texts.map(([path, message]) => finding(`p${path}`, `m${message}`));
        const rows = safe.map(({ path, message }) => [
          '7',
          'field.unknown',
          'warning',
          visible(path),
          visible(inEnglish(message)),
        ]);
        const header = [`${mark}line`, 'rule', 'severity', 'path', 'message'];
        expect(parseCsv([...csv(safe)].join(''))).toEqual([header, ...rows]);
      }),
    );
  });

  it.each(['=', '+', '-', '@', '＝', '＋', '－', '＠'])(
    'No cell of the CSV begins with %j, which a spreadsheet may calculate',
    (start) => {
      const text = [...csv([finding(`${start}HYPERLINK("x")`)])].join('');
      expect(parseCsv(text)[1]?.[3]).toBe(`'${start}HYPERLINK("x")`);
    },
  );

  const unit = fc.constantFrom('a', '"', "'", ' ', ',', ';', '\t', '|', '\n', '\r', '=', '+', '-', '@', '＝');

  it.each([',', '\t', '|'])(
    'No cell of a table with semicolons begins with a formula for who expects %j',
    (separator) => {
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
          const row = csvRow(['a', text], ';');
          for (const cell of cellsBetween(separator, row)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝]/);
        }),
        { examples: [['a,=1+1'], ['a,"=1"'], ['a\n=1']] },
      );
    },
  );

  it.each([';', '\t', '|'])('No cell begins with a formula where the separator is %j', (separator) => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const row = [...csv([finding('path', text)])].join('').split('\r\n').slice(1).join('\r\n');
        for (const cell of cellsBetween(separator, row)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝]/);
      }),
      { examples: [['a;=1+1'], ['a;"=1"'], ['a\n=1']] },
    );
  });

  it('Only the start of a file has a byte order mark, by which a spreadsheet knows UTF-8', () => {
    expect([...csv([])].join('')).toMatch(/^\uFEFFline/);
    expect([...csv([], false)].join('')).toMatch(/^line/);
  });

  it('The CSV is only the header when there are no findings', () => {
    expect([...csv([])]).toEqual([`${mark}line,rule,severity,path,message\r\n`]);
  });

  it('The CSV comes in pieces, not as one text', () => {
    const many = Array.from({ length: 10_000 }, () => finding('path', 'a message'));
    expect(Math.max(...csv(many).map((piece) => piece.length))).toBeLessThan(66_000);
  });
});

describe('JSON Lines', () => {
  it('JSON Lines contain one finding a line, with its keys in the documented order', () => {
    expect([...jsonLines([finding('=a', 'b\n'), finding('c')])].join('')).toBe(
      '{"line":7,"rule":"field.unknown","severity":"warning","path":"=a","message":"b\\n"}\n' +
        '{"line":7,"rule":"field.unknown","severity":"warning","path":"c","message":"m"}\n',
    );
  });

  it('JSON Lines are empty when there are no findings', () => {
    expect([...jsonLines([])]).toEqual([]);
  });
});
