/** @file The file of refused rows, once it is corrected, is prepared by the same template, whatever the export was. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../../src-shared/template-shapes.ts';
import { partsOf, textRow, zipped } from '../exports/workbook-file.ts';
import { utf16 } from './exports/awkward-export.ts';
import { inFolder, layOut, readPrepared, requestOf } from './exports/prepare-export.ts';
import { prepareHere } from './exports/prepare-here.ts';
import { paymentTemplate, uuid } from './exports.ts';

const columns = ['payment', 'id', 'amount', 'currency', 'date', 'country', 'note'] as const;
/** The second row is refused. Its note has what makes trouble in CSV, and a letter that not every encoding has. */
const note = 'a;b|c,d "e"\tĀ';
const table = [
  [uuid(1, 1), uuid(1), '1,50', 'EUR', '02.01.2026', 'SE', 'x'],
  [uuid(2, 1), uuid(2), 'much', 'EUR', '03.01.2026', 'SE', note],
  [uuid(3, 1), uuid(3), '3,50', 'EUR', '04.01.2026', 'SE', ''],
];
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('\t', '&#9;');
const objects = table.map((cells) => Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
const elements = table.map(
  (cells) => `<row>${columns.map((name, at) => `<${name}>${escaped(cells[at] ?? '')}</${name}>`).join('')}</row>`,
);
const workbook = async () =>
  await zipped(
    partsOf({
      sheets: {
        Payments: [
          textRow(1, 'Our bank'),
          ...[columns, ...table].map((cells, at) => textRow(at + 3, ...cells.map(escaped))),
        ].join(''),
      },
    }),
  );
const parquet = () =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: columns.map((name, at) => ({ name, data: table.map((cells) => cells[at] ?? ''), type: 'STRING' })),
    }),
  );

const formats: readonly [string, Reading, () => Promise<string | Uint8Array> | string | Uint8Array][] = [
  ['a workbook', { format: 'xlsx', headerRow: 3 }, workbook],
  ['a workbook with a sheet that is named', { format: 'xlsx', headerRow: 3, sheets: ['Payments'] }, workbook],
  ['Parquet', { format: 'parquet' }, parquet],
  ['XML', { format: 'xml', element: '/list/row' }, () => `<list>${elements.join('')}</list>`],
  [
    'XML in UTF-16',
    { format: 'xml', element: '/list/row', encoding: 'utf-16le' },
    () => utf16(`<?xml version="1.0" encoding="UTF-16"?><list>${elements.join('')}</list>`, 'little'),
  ],
  ['JSON Lines', { format: 'json' }, () => objects.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ['a list of JSON', { format: 'json', list: '' }, () => JSON.stringify(objects, undefined, 2)],
  [
    'an object of JSON with a list',
    { format: 'json', list: '/export/rows' },
    () => JSON.stringify({ export: { rows: objects } }),
  ],
  [
    'JSON in UTF-16',
    { format: 'json', list: '/rows', encoding: 'utf-16be' },
    () => utf16(JSON.stringify({ rows: objects }), 'big'),
  ],
  [
    'CSV behind two other lines, in UTF-16',
    { format: 'delimited', delimiter: '\t', headerRow: 3, encoding: 'utf-16le' },
    () =>
      utf16(
        [
          'Our bank',
          '',
          ...[columns, ...table].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join('\t')),
        ].join('\n'),
        'little',
      ),
  ],
];

/** What the three rows are, once the second has an amount of 2.50: written by hand. */
const lineOf = (number: number, noted: string) => ({
  payment_external_id: uuid(number, 1),
  payment_source_country: 'SE',
  sender: { by_external_id: 'C-1' },
  receiver: { by_external_id: 'C-2' },
  modification: {
    external_id: uuid(number),
    amount: number + 0.5,
    currency: 'EUR',
    created_at: `2026-01-0${number + 1}T00:00:00`,
  },
  ...(noted !== '' && { additional_fields: { note: noted } }),
});

describe('The refused row of', () => {
  it.each(formats)('%s', async (_, reading, content) => {
    await inFolder(async (folder) => {
      const template = {
        ...paymentTemplate,
        reading,
        columns: [...columns],
        additionalFields: { note: { source: { from: 'column', column: 'note' } } } as const,
      };
      await layOut({ 'export.dat': await content() }, folder);
      const first = await prepareHere(requestOf(template, ['export.dat'], folder));
      expect(first).toMatchObject({ rows: 3, transactions: 2, refused: 1 });
      const out = join(folder, 'out');
      const lines = (await readPrepared(out)).lines.map((line): unknown => JSON.parse(line));
      expect(lines).toEqual([lineOf(1, 'x'), lineOf(3, '')]);
      const [name = ''] = (await readdir(out)).filter((one) => one.startsWith('refused-rows'));

      // Refused once more, it is written once more: nothing of it may change on the way.
      const again = (source: string, target: string) =>
        prepareHere(requestOf(template, [], folder, { sources: [{ path: source, name }], out: join(folder, target) }));
      const second = again(join(out, name), 'again');
      await expect(second).resolves.toMatchObject({ rows: 1, transactions: 0, refused: 1 });
      const bytes = await readFile(join(folder, 'again', name));
      expect(bytes).toEqual(await readFile(join(out, name)));

      const isWide = bytes.includes(0);
      const isBigEndian = bytes[0] === 0;
      const swapped = (text: Buffer) => (isBigEndian ? Buffer.from(text).swap16() : text);
      const text = isWide ? swapped(bytes).toString('utf16le') : bytes.toString();
      const corrected = text.replace('much', text.startsWith('payment,id,') ? '"2,50"' : '2,50');
      expect(corrected).not.toBe(text);
      const place = join(folder, name);
      await writeFile(place, isWide ? swapped(Buffer.from(corrected, 'utf16le')) : corrected);
      await expect(again(place, 'corrected')).resolves.toMatchObject({ rows: 1, transactions: 1, refused: 0 });
      const after = (await readPrepared(join(folder, 'corrected'))).lines.map((line): unknown => JSON.parse(line));
      expect(after).toEqual([lineOf(2, note)]);
    });
  });
});
