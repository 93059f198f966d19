/** @file What is no export, or means harm. Each must end in a sentence, soon and with little memory. */

import { type AwkwardExport, joined, kept, paid, payments, paymentsWith, texted, texts } from './awkward-export.ts';

const header = 'Reference;Booked;Amount;Currency\n';
const row = 'A;2024-01-02;1;EUR\n';
const long = 'A'.repeat(400);
const unreadable = 'file.export-unreadable';
const laughs = `<?xml version="1.0"?><!DOCTYPE list [<!ENTITY a "ha">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]><list><row><a>&j;</a></row></list>`;
const rows = texts(['a'], { format: 'xml', element: '/list/row' });
const deep = 200_000;
const pdf =
  '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';

export const hostile: readonly AwkwardExport[] = [
  {
    name: 'a PDF named .csv is called what it is',
    files: { 'export.csv': pdf },
    template: payments,
    outcome: { error: unreadable, says: /PDF/ },
  },
  {
    name: 'a picture named .csv is no text',
    files: {
      'export.csv': joined(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), 'IHDR'),
    },
    template: payments,
    outcome: { error: unreadable },
  },
  {
    name: 'an old workbook, .xls, is called what it is',
    files: {
      'export.xls': joined(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), new Uint8Array(4096)),
    },
    template: payments,
    outcome: { error: unreadable, says: /xls|Excel/i },
  },
  {
    name: 'a page of HTML named .xls, as old systems export it, is called what it is',
    files: { 'export.xls': '<html><head><title>x</title></head><body><table><tr><td>1<td>2</table></body></html>' },
    template: payments,
    outcome: { error: unreadable, says: /HTML|web page/i },
  },
  {
    name: 'an empty file says so',
    files: { 'export.csv': '' },
    template: payments,
    outcome: { error: unreadable, says: /empty|nothing in it/i },
  },
  {
    name: 'a file of a byte order mark and blank lines is empty',
    files: { 'export.csv': '\ufeff\r\n\r\n' },
    template: payments,
    outcome: { error: unreadable, says: /empty|nothing in it/i },
  },
  {
    name: 'a header without rows has nothing to prepare',
    files: { 'export.csv': header },
    template: payments,
    outcome: { error: 'preparation.nothing' },
  },
  {
    name: 'an export without the columns that the template needs names them',
    files: { 'export.csv': 'Reference;Date;Sum\nA;2024-01-02;1\n' },
    template: payments,
    outcome: { error: 'template.other-columns', says: /Booked.*Amount.*Currency|Amount/ },
  },
  {
    name: 'zeros alone are no text',
    files: { 'export.csv': new Uint8Array(100_000) },
    template: payments,
    outcome: { error: unreadable },
  },
  {
    name: 'a quote that is never closed refuses its row, and swallows no other',
    files: { 'export.csv': `${header}${row}"never;2024-01-02;1;EUR\n${row.replace('A', long).repeat(10_000)}` },
    template: payments,
    outcome: { lines: [paid('A', '1'), ...Array<string>(10_000).fill(paid(long, '1'))], refused: [{ row: 3 }] },
  },
  {
    name: 'a cell of 16 MB refuses its row; what stands in it becomes no transactions',
    files: { 'export.csv': `${header}${row}"${'x\n'.repeat(8 << 20)}";2024-01-02;1;EUR\n${row}` },
    template: payments,
    outcome: { lines: [paid('A', '1'), paid('A', '1')], refused: [{ row: 3 }] },
  },
  {
    name: 'a row of 16 MB without a line ending is refused alone',
    files: { 'export.csv': `${header}${row}${'y'.repeat(16 << 20)};2024-01-02;1;EUR\n${row}` },
    template: payments,
    outcome: { lines: [paid('A', '1'), paid('A', '1')], refused: [{ row: 3 }] },
  },
  {
    name: 'a row of a million separators is no row',
    files: { 'export.csv': `${header}${row}${';'.repeat(1_000_000)}\n${row}` },
    template: payments,
    outcome: { lines: [paid('A', '1'), paid('A', '1')] },
  },
  {
    name: 'a header of 100,000 columns is refused',
    files: {
      'export.csv': `${Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(';')}\n${';'.repeat(99_999)}\n`,
    },
    template: payments,
    outcome: { error: unreadable, says: /columns/ },
  },
  {
    name: 'JSON within JSON 200,000 deep refuses its row, not the program',
    files: { 'export.jsonl': `{"a":${'['.repeat(deep)}${']'.repeat(deep)}}\n{"a":"x"}\n` },
    template: texts(['a'], { format: 'json' }),
    outcome: { lines: [texted({ a: 'x' })], refused: [{ row: 1 }] },
  },
  {
    name: 'objects within objects 200,000 deep refuse their row, not the program',
    files: { 'export.jsonl': `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}\n{"a":"x"}\n` },
    template: texts(['a'], { format: 'json' }),
    outcome: { lines: [texted({ a: 'x' })], refused: [{ row: 1 }] },
  },
  {
    name: 'a billion laughs are refused',
    files: { 'export.xml': laughs },
    template: rows,
    outcome: { error: unreadable, says: /entit|DOCTYPE/i },
  },
  {
    name: 'entities that would read a file are refused',
    files: {
      'export.xml':
        '<?xml version="1.0"?><!DOCTYPE list [<!ENTITY f SYSTEM "file:///etc/hostname">]><list><row><a>&f;</a></row></list>',
    },
    template: rows,
    outcome: { error: unreadable, says: /entit|DOCTYPE/i },
  },
  {
    name: 'XML 100,000 elements deep is refused',
    files: { 'export.xml': `<list><row>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</row></list>` },
    template: rows,
    outcome: { error: unreadable, says: /deep|level|inside/i },
  },
  {
    name: 'a Parquet file without its end is unreadable, though its name is right',
    files: { 'x.parquet': joined('PAR1', new Uint8Array(100)) },
    template: texts(['a'], { format: 'parquet' }),
    outcome: { error: unreadable },
  },
  {
    name: 'a Parquet file whose end claims to be larger than the file is unreadable',
    files: { 'x.parquet': joined('PAR1', new Uint8Array(64), Uint8Array.of(0xff, 0xff, 0xff, 0x7f), 'PAR1') },
    template: texts(['a'], { format: 'parquet' }),
    outcome: { error: unreadable },
  },
  {
    name: 'a CSV where the template wants a workbook says which format it is',
    files: { 'export.csv': header + row },
    template: paymentsWith({ reading: { format: 'xlsx' } }),
    outcome: { error: unreadable },
  },
  {
    name: 'a workbook with a password is called what it is',
    files: {
      'export.xlsx': joined(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), new Uint8Array(8192)),
    },
    template: paymentsWith({ reading: { format: 'xlsx' } }),
    outcome: { error: unreadable, says: /password|xls/i },
  },
  {
    name: 'four bytes of a gzip file are a damaged one, whatever their name',
    files: { 'export.zip': kept('one.csv.gz').slice(0, 4) },
    template: payments,
    outcome: { error: 'file.export-damaged' },
  },
];
