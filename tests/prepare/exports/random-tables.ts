/** @file Random tables, and what writes them as exports: by itself, sharing nothing with what reads them. */

import fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { ZipFile } from 'yazl';
import type { Template } from '../../../src-shared/template-shapes.ts';
import { payments, utf16 } from './awkward-export.ts';

/** A row: an amount in digits, a day as ISO 8601, and texts; an empty one is an empty cell. */
export interface RandomRow {
  amount: string;
  day: string;
  texts: readonly string[];
}

export interface RandomTable {
  names: readonly string[];
  rows: readonly RandomRow[];
}

const letter = fc.constantFrom(...'aZ019 .-_;,|\'"\\<>&=+@#%ß€é東'.split(''), '😀', '\n', 'null', '""', ']]>');
const text = fc
  .array(letter, { maxLength: 8 })
  .map((letters) => letters.join('').trim())
  // A cell of spaces alone is empty in every format, but not written the same way.
  .map((joined) => joined.replaceAll(/ +/g, ' '))
  // What a spreadsheet computes a text of is refused.
  .map((joined) => joined.replace(/^="/, '"'));
const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: most }).map((all) => all.join(''));
const amount = fc.tuple(fc.boolean(), digits(25), fc.option(digits(18))).map(([isNegative, whole, decimals]) => {
  const written = `${whole.replace(/^0+(?=\d)/, '')}${decimals === null ? '' : `.${decimals}`}`;
  return isNegative && /[1-9]/.test(written) ? `-${written}` : written;
});
/** After the day in 1900 that Excel made up. */
const FIRST_SERIAL = 61;
const LAST_SERIAL = 73_050;
const serial = fc.integer({ min: FIRST_SERIAL, max: LAST_SERIAL });
const DAY_MS = 86_400_000;
const serialOf = (day: string) => Math.round((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS);
const dayOf = (number: number) => new Date(Date.UTC(1899, 11, 30) + number * DAY_MS).toISOString().slice(0, 10);

export const randomTable: fc.Arbitrary<RandomTable> = fc.integer({ min: 1, max: 5 }).chain((width) =>
  fc.record({
    names: fc.constant(Array.from({ length: width }, (_, at) => `Spalte ${at + 1} ä`)),
    rows: fc.array(
      fc.record({
        amount,
        day: serial.map(dayOf),
        texts: fc.array(text, { minLength: width, maxLength: width }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  }),
);

export const templateOf = ({ names }: RandomTable, reading: Template['reading']): Template => ({
  ...payments,
  reading,
  columns: ['amount', 'day', ...names],
  dates: { formats: ['iso'], zone: 'as-written' },
  fields: {
    'modification.amount': { source: { from: 'column', column: 'amount' } },
    'modification.created_at': { source: { from: 'column', column: 'day' } },
  },
  additionalFields: Object.fromEntries(names.map((name) => [name, { source: { from: 'column', column: name } }])),
});

/** What must come of each row, whatever the format. */
export const linesOf = ({ names, rows }: RandomTable): string[] =>
  rows.map(({ amount: number, day, texts }) => {
    const filled = names.flatMap((name, at) => (texts[at] === '' ? [] : [[name, texts[at]]]));
    const more = filled.length === 0 ? '' : `,"additional_fields":${JSON.stringify(Object.fromEntries(filled))}`;
    return `{"modification":{"amount":${number},"created_at":"${day}T00:00:00"}${more}}`;
  });

export interface CsvStyle {
  delimiter: ',' | ';' | '\t' | '|';
  end: '\n' | '\r\n' | '\r';
  isQuoted: boolean;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  hasMark: boolean;
  hasLastEnd: boolean;
}

export const csvStyle: fc.Arbitrary<CsvStyle> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  isQuoted: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
  hasMark: fc.boolean(),
  hasLastEnd: fc.boolean(),
});

export function csvOf({ names, rows }: RandomTable, style: CsvStyle): Uint8Array {
  const { delimiter, end, isQuoted, encoding, hasMark, hasLastEnd } = style;
  const cell = (content: string) =>
    isQuoted || /[",;|\t\r\n]/.test(content) ? `"${content.split('"').join('""')}"` : content;
  const line = (cells: readonly string[]) => cells.map(cell).join(delimiter);
  const written = [
    line(['amount', 'day', ...names]),
    ...rows.map(({ amount: number, day, texts }) => line([number, day, ...texts])),
  ].join(end);
  const whole = `${hasMark ? '\ufeff' : ''}${written}${hasLastEnd ? end : ''}`;
  if (encoding === 'utf-8') return Buffer.from(whole);
  return utf16(whole, encoding === 'utf-16le' ? 'little' : 'big');
}

export type JsonStyle = 'lines' | 'list' | 'pretty list' | 'list within' | 'one after the other';
export const jsonStyle: fc.Arbitrary<JsonStyle> = fc.constantFrom(
  'lines',
  'list',
  'pretty list',
  'list within',
  'one after the other',
);

export function jsonOf({ names, rows }: RandomTable, style: JsonStyle): string {
  const space = style === 'pretty list' ? '\n  ' : '';
  const objects = rows.map(({ amount: number, day, texts }) => {
    const members = [`"amount":${space}${number}`, `"day":"${day}"`];
    names.forEach((name, at) => {
      // An empty cell is written in one of three ways.
      if (texts[at] !== '' || at % 3 === 0) members.push(`${JSON.stringify(name)}:${JSON.stringify(texts[at])}`);
      else if (at % 3 === 1) members.push(`${JSON.stringify(name)}:null`);
    });
    return `{${space}${members.join(`,${space}`)}${space}}`;
  });
  switch (style) {
    case 'lines':
      return objects.map((object) => `${object}\n`).join('');
    case 'list':
    case 'pretty list':
      return `[${space}${objects.join(`,${space}`)}${space}]`;
    case 'list within':
      return `{"head":{"n":[1]},"data":{"rows":[${objects.join(',')}]},"tail":"]"}`;
    case 'one after the other':
      return objects.join('');
  }
}

export function parquetOf({ names, rows }: RandomTable): Uint8Array {
  const written = parquetWriteBuffer({
    columnData: [
      { name: 'amount', data: rows.map(({ amount: number }) => number), type: 'STRING' },
      { name: 'day', data: rows.map(({ day }) => day), type: 'STRING' },
      ...names.map((name, at) => ({
        name,
        // An empty cell is a null or an empty text.
        data: rows.map(({ texts }, row) => (texts[at] === '' && row % 2 === 0 ? null : texts[at])),
        type: 'STRING' as const,
        nullable: true,
      })),
    ],
    rowGroupSize: 17,
  });
  return new Uint8Array(written);
}

/** A workbook with shared and inline texts in turns, numbers as they are written, and days as serial numbers with a style. */
export async function xlsxOf({ names, rows }: RandomTable): Promise<Uint8Array> {
  const shared: string[] = [];
  const escaped = (content: string) =>
    content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');
  const letters = (at: number) => String.fromCharCode('A'.charCodeAt(0) + at);
  const textCell = (content: string, place: string, isShared: boolean) => {
    if (content === '') return '';
    if (!isShared) return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(content)}</t></is></c>`;
    const index = shared.push(content) - 1;
    return `<c r="${place}" t="s"><v>${index}</v></c>`;
  };
  const header = ['amount', 'day', ...names].map((name, at) => textCell(name, `${letters(at)}1`, true)).join('');
  const body = rows.map(({ amount: number, day, texts }, at) => {
    const row = at + 2;
    const cells = texts.map((content, column) =>
      textCell(content, `${letters(column + 2)}${row}`, (row + column) % 2 === 0),
    );
    return `<row r="${row}"><c r="A${row}"><v>${number}</v></c><c r="B${row}" s="1"><v>${serialOf(day)}</v></c>${cells.join('')}</row>`;
  });
  const spreadsheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook ${spreadsheet} xmlns:r="${office}"><sheets><sheet name="Tabelle1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'styles', 'styles.xml')}${relation('r3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet ${spreadsheet}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${spreadsheet}><sheetData><row r="1">${header}</row>${body.join('')}</sheetData></worksheet>`,
  };
  parts['xl/sharedStrings.xml'] =
    `<sst ${spreadsheet}>${shared.map((content) => `<si><t xml:space="preserve">${escaped(content)}</t></si>`).join('')}</sst>`;
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
