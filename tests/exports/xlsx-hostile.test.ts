import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { everythingOf } from './source.ts';
import { openBytes, openWorkbook, partsOf, textRow, zipped } from './workbook-file.ts';

const sheets = { Data: textRow(1, 'Id', 'Name') + textRow(2, 'a', 'b') };

async function refusal(bytes: Buffer) {
  return await openBytes(bytes).then(
    async ({ tables }) => await Promise.all(tables.map(everythingOf)),
    (error: unknown) => error,
  );
}

test.each([
  ['something else', Buffer.from('Id;Name\na;b\n'), /cannot be read as a workbook of Excel/],
  ['nothing', Buffer.alloc(0), /cannot be read as a workbook of Excel/],
  [
    'an old workbook',
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(2000)]),
    /Excel 2003 or older/,
  ],
  [
    'a workbook with a password',
    Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      Buffer.alloc(2000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]),
    /protected by a password/,
  ],
])('%s is refused in words', async (_, bytes, detail) => {
  expect(await refusal(bytes)).toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(detail),
    remedy: expect.stringMatching(/\.xlsx/),
  });
});

test('an archive without a workbook in it is refused', async () => {
  const relation =
    '<Relationships xmlns="p"><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
  for (const parts of [
    { 'a.csv': 'Id\n1\n' },
    { '_rels/.rels': relation },
    { '_rels/.rels': relation, 'xl/workbook.bin': 'x' },
    { '_rels/.rels': '<Relationships xmlns="p"/>', 'word/document.xml': '<a/>' },
  ])
    expect(await refusal(await zipped(parts))).toMatchObject({
      code: 'file.export-unreadable',
      detail: expect.stringMatching(/no workbook of Excel in the form .xlsx/),
    });
});

test('an archive that was cut off is refused at any place', async () => {
  const whole = await zipped(partsOf({ sheets, texts: '<si><t>x</t></si>' }));
  for (let bytes = 2; bytes < whole.length; bytes += 37)
    expect(await refusal(whole.subarray(0, bytes))).toMatchObject({ code: 'file.export-unreadable' });
});

test('an archive with a changed byte is refused or read, but never breaks the program', async () => {
  const whole = await zipped(partsOf({ sheets, texts: '<si><t>x</t></si>' }));
  for (let at = 0; at < whole.length; at += 13) {
    const changed = Buffer.from(whole);
    changed[at] = (changed[at] ?? 0) ^ 0x41;
    const outcome = await openBytes(changed).then(
      async ({ tables }) => await Promise.all(tables.map(everythingOf)).then(() => 'read'),
      ({ code }: { code: string }) => code,
    );
    expect(['read', 'file.export-unreadable']).toContain(outcome);
  }
});

test.each([
  ['the list of the sheets', 'xl/workbook.xml', '<workbook><sheets>'],
  ['the styles', 'xl/styles.xml', '<styleSheet><numFmts></styleSheet>'],
  ['the texts', 'xl/sharedStrings.xml', '<sst><si><t>A & B</t></si></sst>'],
  ['a sheet', 'xl/worksheets/sheet1.xml', '<worksheet>\n<sheetData><row r="1"></sheetData></worksheet>'],
  ['a sheet that is cut off', 'xl/worksheets/sheet1.xml', '<worksheet><sheetData><row r="1">'],
  [
    'a sheet with a row that no sheet has',
    'xl/worksheets/sheet1.xml',
    '<worksheet><sheetData><row r="99999999"><c/></row></sheetData></worksheet>',
  ],
  [
    'a sheet with a cell that no sheet has',
    'xl/worksheets/sheet1.xml',
    '<worksheet><sheetData><row r="1"><c r="ZZZZ1"/></row></sheetData></worksheet>',
  ],
  [
    'a sheet with a cell of another name',
    'xl/worksheets/sheet1.xml',
    '<worksheet><sheetData><row r="1"><c r="1A"/></row></sheetData></worksheet>',
  ],
  [
    'a sheet with entities',
    'xl/worksheets/sheet1.xml',
    '<!DOCTYPE a [<!ENTITY x "y">]><worksheet><sheetData><row r="1"><c t="str"><v>&x;</v></c></row></sheetData></worksheet>',
  ],
])('broken XML in %s is refused with the name of the part', async (_, part, content) => {
  const parts = { ...partsOf({ sheets, styles: '', texts: '' }), [part]: content };
  expect(await refusal(await zipped(parts))).toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringContaining(`The part ${part} of the workbook is damaged. `),
  });
});

test('a sheet that breaks behind its first rows gives those, and then its error', async () => {
  const rows = Array.from({ length: 3000 }, (_, at) => textRow(at + 2, 'a', 'b')).join('');
  const { tables } = await openWorkbook({
    sheets: {
      Data: `<?xml version="1.0"?><worksheet><sheetData>${textRow(1, 'Id', 'Name')}${rows}</oops></worksheet>`,
    },
  });
  const [table] = tables;
  let read = 0;
  const reading = async () => {
    for await (const piece of table?.pieces(new AbortController().signal) ?? [])
      read += piece.kind === 'rows' ? piece.rows.length : 0;
  };
  await expect(reading()).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(/part xl\/worksheets\/sheet1.xml/),
  });
  expect(read).toBeGreaterThanOrEqual(1000);
});

/** Where an archive says how large a part is unpacked: in the list of its contents, which comes last, before the name. */
const unpackedSizeOf = (name: string, archive: Buffer) => archive.lastIndexOf(name) - 22;

test('a part that says it unpacks to a thousand times its size is refused', async () => {
  const whole = await zipped({ ...partsOf({ sheets, texts: '' }), 'xl/sharedStrings.xml': Buffer.alloc(300 * 1024) });
  whole.writeUInt32LE(300 * 1024 * 1024, unpackedSizeOf('xl/sharedStrings.xml', whole));
  expect(await refusal(whole)).toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(/made to fill a disk/),
  });
});

test('a part that unpacks to more than it says is refused', async () => {
  const whole = await zipped(partsOf({ sheets: { Data: sheets.Data + ' '.repeat(5000) } }));
  whole.writeUInt32LE(600, unpackedSizeOf('xl/worksheets/sheet1.xml', whole));
  expect(await refusal(whole)).toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(/part xl\/worksheets\/sheet1.xml is damaged/),
  });
});

test('a workbook with a part twice is refused: the rows of one of them would be lost', async () => {
  const parts = partsOf({ sheets: { One: textRow(1, 'a') } });
  const twice = await zipped({ ...parts, 'XL/worksheets/sheet1.xml': String(parts['xl/worksheets/sheet1.xml']) });
  await expect(openBytes(twice)).rejects.toMatchObject({
    code: 'file.export-unreadable',
    detail: expect.stringMatching(/sheet1\.xml is there more than once/),
  });
});
