import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';
import { zipOf } from './archives.ts';
import { open, quiet, rowsOf } from './reading-all.ts';
import { partsOf } from './workbook-file.ts';

const text = (cell: string, at: string) => `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`;
const sheet = [
  `<row r="1">${text('id', 'A1')}${text('name', 'B1')}</row>`,
  `<row r="2">${text('a1', 'A2')}${text('Müller', 'B2')}</row>`,
  `<row r="3">${text('a2', 'A3')}${text('Šimek', 'B3')}</row>`,
].join('');

const json = [
  { id: 'a1', name: 'Müller' },
  { id: 'a2', name: 'Šimek' },
];
const xml = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><x><e><id>a1</id><name>Müller</name></e><e><id>a2</id><name>Šimek</name></e></x>`;

const exports: [name: string, format: string, content: () => Promise<Uint8Array>][] = [
  ['CSV', 'delimited', async () => Buffer.from('id,name\na1,Müller\na2,Šimek\n')],
  ['a workbook', 'xlsx', () => zipOf(partsOf({ sheets: { Tabelle: sheet } }))],
  [
    'Parquet',
    'parquet',
    async () =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'id', data: json.map(({ id }) => id), type: 'STRING' },
            { name: 'name', data: json.map(({ name }) => name), type: 'STRING' },
          ],
        }),
      ),
  ],
  ['XML', 'xml', async () => Buffer.from(xml('UTF-8'))],
  ['XML in ISO 8859-15', 'xml', async () => Buffer.from(xml('ISO-8859-15').replaceAll('Š', '\xa6'), 'latin1')],
  ['XML in UTF-16', 'xml', async () => Buffer.from(`\ufeff${xml('UTF-16')}`, 'utf16le')],
  ['a JSON list', 'json', async () => Buffer.from(JSON.stringify(json, null, 2))],
  ['JSON Lines', 'json', async () => Buffer.from(json.map((one) => JSON.stringify(one)).join('\n'))],
  ['a list within a JSON object', 'json', async () => Buffer.from(JSON.stringify({ export: { rows: json } }))],
];

describe.each(exports)('%s', (_, format, content) => {
  async function check(source: Parameters<typeof open>[0]) {
    const { tables, facts } = await open(source);
    expect(facts.files.map((file) => file.format)).toEqual([{ value: format, how: 'detected' }]);
    expect(tables).toHaveLength(1);
    const [table] = tables;
    if (table === undefined) throw new Error('no table');
    expect(table.columns.map((column) => column.replace(/^.*[/.]/, ''))).toEqual(['id', 'name']);
    const { rows, faults } = await rowsOf(table, quiet);
    expect(faults).toEqual([]);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['a1', 'Müller'],
      ['a2', 'Šimek'],
    ]);
  }

  function saved(bytes: Uint8Array): string {
    const path = join(temporaryFolder(), 'export.txt');
    writeFileSync(path, bytes);
    return path;
  }

  it('is read from a file with any name', async () => check([saved(await content())]));
  it('is read packed', async () => check([saved(gzipSync(await content()))]));
  it('is read in an archive', async () => check([saved(await zipOf({ 'x/y': await content() }))]));
  it('is read from standard input', async () => check(Readable.from([await content()])));
});

describe('What was asked for and what is there do not fit', () => {
  it.each([
    [
      'a workbook as CSV',
      exports[1],
      'delimited',
      'It is a workbook (XLSX), and not delimited text (CSV), as was asked for.',
    ],
    [
      'CSV as a workbook',
      exports[0],
      'xlsx',
      'It is delimited text (CSV), and not a workbook (XLSX), as was asked for.',
    ],
  ] as const)('%s', async (_, made, format, sentence) => {
    const path = join(temporaryFolder(), 'x');
    writeFileSync(path, (await made?.[2]()) ?? '');
    await expect(open([path], { hints: { format } })).rejects.toMatchObject({ detail: `${path}: ${sentence}` });
  });

  it('an encoding that XML declares and that cannot be read', async () => {
    const path = join(temporaryFolder(), 'x');
    writeFileSync(path, '<?xml version="1.0" encoding="windows-1250"?><x/>');
    await expect(open([path])).rejects.toMatchObject({
      detail: `${path}: It says that it is in the encoding “windows-1250”, which cannot be read.`,
    });
  });
});

it('Silent standard input does not keep a cancelled reading waiting', async () => {
  const controller = new AbortController();
  const opening = open(new Readable({ read: () => undefined }), { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(opening).rejects.toThrow('enough');
});
