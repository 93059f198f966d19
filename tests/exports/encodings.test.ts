import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { delimitedTable } from '../../src-main/exports/delimited/delimited-table.ts';
import { detectEncoding } from '../../src-main/exports/encoding/detect-encoding.ts';
import { utf8Converter } from '../../src-main/exports/encoding/to-utf8.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import type { Encoding } from '../../src-shared/template-shapes.ts';
import { numbered, quiet, rowsOf } from './reading-all.ts';

function converted(encoding: Encoding, bytes: Uint8Array, lengths: readonly number[] = [bytes.length || 1]): Buffer {
  const converter = utf8Converter(encoding);
  const parts: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    parts.push(converter.push(bytes.subarray(at, at + length)));
    at += length;
  }
  return Buffer.concat([...parts, converter.end()]);
}

const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });

/** Unicode's tables: https://unicode.org/Public/MAPPINGS/ */
const in1252: Readonly<Record<string, number>> = {
  '€': 0x80,
  '„': 0x84,
  Š: 0x8a,
  '™': 0x99,
  ÿ: 0xff,
  '¤': 0xa4,
  ü: 0xfc,
  ß: 0xdf,
};
const in15: Readonly<Record<string, number>> = {
  '€': 0xa4,
  Š: 0xa6,
  Ž: 0xb4,
  œ: 0xbd,
  Ÿ: 0xbe,
  ÿ: 0xff,
  ü: 0xfc,
  ß: 0xdf,
};

function bytesIn(encoding: Encoding, text: string): Uint8Array {
  const table = encoding === 'windows-1252' ? in1252 : in15;
  switch (encoding) {
    case 'utf-8':
      return Buffer.from(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    default:
      return Uint8Array.from(text, (character) => table[character] ?? character.charCodeAt(0));
  }
}

describe('As UTF-8', () => {
  it.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('%s is the same text, however it is cut', (encoding) => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), lengths, (text, cuts) => {
        expect(converted(encoding, bytesIn(encoding, text), cuts).toString()).toBe(text);
      }),
    );
  });

  it.each([
    ['windows-1252', Object.keys(in1252)],
    ['iso-8859-15', Object.keys(in15)],
  ] as const)('%s is the same text', (encoding, characters) => {
    const text = `Grüße: ${characters.join('')}\n`;
    expect(converted(encoding, bytesIn(encoding, text.replace('Grüße', 'Gruss')), [3]).toString()).toBe(
      text.replace('Grüße', 'Gruss'),
    );
  });

  it('Windows-1252 and ISO 8859-15 are the same as Python has them', () => {
    // Made by: python3 -c "print(bytes(range(128,256)).decode(ENCODING, 'replace'))"
    const all = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
    const latin = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ';
    expect(converted('windows-1252', all).toString()).toBe(
      `€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿${latin}`,
    );
    expect(converted('iso-8859-15', all.subarray(32)).toString()).toBe(
      `\u00a0¡¢£€¥Š§š©ª«¬\u00ad®¯°±²³Žµ¶·ž¹º»ŒœŸ¿${latin}`,
    );
  });

  it('ISO 8859-2 and code page 437 are the same as Python has them', () => {
    const all = Uint8Array.from({ length: 128 }, (_, at) => 0x80 + at);
    expect(converted('cp437', all).toString()).toBe(
      'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
    );
    expect(converted('iso-8859-2', all.subarray(32)).toString()).toBe(
      '\u00a0Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u00adŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙',
    );
  });

  it('no character becomes a replacement: what is none is no UTF-8 either', () => {
    expect(converted('windows-1252', Buffer.of(0x41, 0x81, 0x42))).toEqual(Buffer.of(0x41, 0xff, 0x42));
    expect(converted('utf-16le', Buffer.of(0x41, 0, 0x3d, 0xd8, 0x42, 0))).toEqual(Buffer.of(0x41, 0xff, 0x42));
    expect(converted('utf-16le', Buffer.of(0x00, 0xdc))).toEqual(Buffer.of(0xff));
    expect(converted('utf-16be', Buffer.of(0, 0x41, 0))).toEqual(Buffer.of(0x41, 0xff));
  });
});

describe('The encoding of a text', () => {
  it.each([
    ['UTF-8 by its mark', Buffer.from('\ufeffName'), 'utf-8', 'by-mark'],
    ['UTF-16 by its mark', Buffer.from('\ufeffName', 'utf16le'), 'utf-16le', 'by-mark'],
    ['big-endian UTF-16 by its mark', Buffer.from('\ufeffName', 'utf16le').swap16(), 'utf-16be', 'by-mark'],
    ['UTF-16 by its zeros', Buffer.from('Name;Straße\n', 'utf16le'), 'utf-16le', 'detected'],
    ['big-endian UTF-16 by its zeros', Buffer.from('Name;Straße\n', 'utf16le').swap16(), 'utf-16be', 'detected'],
    ['UTF-8, as nothing else looks like it', Buffer.from('Müller;Łódź;€;😀\n'), 'utf-8', 'detected'],
    ['UTF-8 for ASCII', Buffer.from('Name;Ort\n'), 'utf-8', 'detected'],
    [
      'UTF-8 with one damaged character among many',
      Buffer.concat([Buffer.from('ü'.repeat(50)), Buffer.of(0xff)]),
      'utf-8',
      'guessed',
    ],
    ['Windows-1252 for other text', Buffer.from('M\xfcller;K\xf6ln\n', 'latin1'), 'windows-1252', 'guessed'],
    [
      'Windows-1252 where ß stands before a space that does not break',
      Buffer.from('Stra\xdf\xa0e', 'latin1'),
      'windows-1252',
      'guessed',
    ],
    ['Windows-1252 where there is its euro sign', Buffer.from('5 \x80;\xa4 5\n', 'latin1'), 'windows-1252', 'guessed'],
    [
      'ISO 8859-15 where its euro sign stands at a number',
      Buffer.from('M\xfcller;5,00 \xa4\n', 'latin1'),
      'iso-8859-15',
      'guessed',
    ],
    [
      'Windows-1252 where that byte is within a word',
      Buffer.from('M\xfcl\xa4ler\n', 'latin1'),
      'windows-1252',
      'guessed',
    ],
  ] as const)('is %s', (_, bytes, encoding, how) => {
    expect(detectEncoding([bytes])).toEqual({ encoding, how });
  });

  it('is UTF-8 where a sample begins and ends within a character', () => {
    const text = Buffer.from('a😀b');
    for (let from = 1; from < 5; from++) {
      for (let to = from; to <= 5; to++) {
        expect(detectEncoding([Buffer.from('Name'), text.subarray(from, to)]).encoding).toBe('utf-8');
      }
    }
  });

  it('shows in any of the samples', () => {
    expect(detectEncoding([Buffer.from('Name'), Buffer.from('Anna'), Buffer.of(0x4d, 0xfc, 0x6c)]).encoding).toBe(
      'windows-1252',
    );
  });
});

describe('Tables that another program has written', () => {
  const characters = [...'ab"; ,|\n\r\tüß€Š'];
  const cell = fc.array(fc.constantFrom(...characters), { maxLength: 6 }).map((parts) => parts.join(''));
  const tables = fc
    .integer({ min: 1, max: 5 })
    .chain((columns) =>
      fc
        .array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 0, maxLength: 12 })
        .map((rows) => ({ columns, rows })),
    );
  const ways = fc.record({
    delimiter: fc.constantFrom(',' as const, ';' as const, '\t' as const, '|' as const),
    quoting: fc.constantFrom('all', 'needed'),
    ends: fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 4 }),
    hasLastEnd: fc.boolean(),
    encoding: fc.constantFrom(
      'utf-8' as const,
      'utf-16le' as const,
      'utf-16be' as const,
      'windows-1252' as const,
      'iso-8859-15' as const,
    ),
    cuts: lengths,
  });

  function written(
    rows: readonly (readonly string[])[],
    way: { delimiter: string; quoting: string; ends: readonly string[]; hasLastEnd: boolean },
  ): string {
    const lines = rows.map((cells) =>
      cells
        .map((text) => {
          const mustQuote = /["\n\r]/.test(text) || text.includes(way.delimiter) || (cells.length === 1 && text === '');
          return mustQuote || way.quoting === 'all' ? `"${text.replaceAll('"', '""')}"` : text;
        })
        .join(way.delimiter),
    );
    return lines
      .map((line, at) => line + (at < lines.length - 1 || way.hasLastEnd ? way.ends[at % way.ends.length] : ''))
      .join('');
  }

  it('have the rows that were written, in any encoding, quoting and cutting', async () => {
    await fc.assert(
      fc.asyncProperty(tables, ways, async ({ columns, rows }, way) => {
        const header = Array.from({ length: columns }, (_, at) => `column ${at}`);
        const bytes = bytesIn(way.encoding, written([header, ...rows], way));
        const source = {
          shownPath: 'table.csv',
          async *openBytes() {
            const converter = utf8Converter(way.encoding);
            for (let at = 0, turn = 0; at < bytes.length; turn++) {
              const length = way.cuts[turn % way.cuts.length] ?? 1;
              yield converter.push(bytes.subarray(at, at + length));
              at += length;
            }
            yield converter.end();
          },
        };
        const { delimiter, encoding } = way;
        const { table } = await delimitedTable(
          source,
          { format: 'delimited', encoding, delimiter, headerRow: 1 },
          quiet,
        );
        const read = await rowsOf(table);
        expect(table.columns).toEqual(header);
        // Rarely, each line of a cell has the cells of the table: that is doubted, and refused in words.
        fc.pre(!read.faults.some(({ message }) => inEnglish(message).includes('swallowed rows')));
        expect(read.faults).toEqual([]);
        expect(numbered(read)).toEqual(
          rows.flatMap((cells, at) => (cells.every((text) => text.trim() === '') ? [] : [[at + 2, ...cells]])),
        );
      }),
      { numRuns: 400 },
    );
  });
});
