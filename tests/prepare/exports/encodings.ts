/** @file One export in every encoding and with every line ending: the lines are always the same. */

import {
  type AwkwardExport,
  iso885915,
  joined,
  paid,
  paymentsWith,
  singleBytes,
  utf16,
  windows1252,
} from './awkward-export.ts';

const table =
  'Reference;Booked;Amount;Currency\nMüller „Söhne“ – Café;2024-01-02;10.50;EUR\n5 € Œuvre Žižek;2024-01-02;7;EUR\n';
const lines = [paid('Müller „Söhne“ – Café', '10.50'), paid('5 € Œuvre Žižek', '7')];
const latin =
  'Reference;Booked;Amount;Currency\nMüller Söhne Café;2024-01-02;10.50;EUR\n5 € Œuvre Žižek;2024-01-02;7;EUR\n';
const latinLines = [paid('Müller Söhne Café', '10.50'), paid('5 € Œuvre Žižek', '7')];
const beyond = 'Reference;Booked;Amount;Currency\n😀 東京 Ł\u0301;2024-01-02;1;EUR\n';
const detected = paymentsWith({});
const told = (encoding: 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15') =>
  paymentsWith({ reading: { format: 'delimited', encoding } });

const plain = 'Reference;Booked;Amount;Currency\nA;2024-01-02;1;EUR\nB;2024-01-02;2;EUR\n';
const plainLines = [paid('A', '1'), paid('B', '2')];
const long = 'A'.repeat(1000);

export const encodings: readonly AwkwardExport[] = [
  {
    name: 'UTF-8 without a byte order mark is recognised',
    files: { 'export.csv': table },
    template: detected,
    outcome: { lines },
  },
  {
    name: 'a byte order mark of UTF-8 is no part of the first column’s name',
    files: { 'export.csv': `\ufeff${table}` },
    template: detected,
    outcome: { lines },
  },
  {
    name: 'a byte order mark before a quoted first name is no part of it',
    files: { 'export.csv': `\ufeff"Reference";"Booked";"Amount";"Currency"\nA;2024-01-02;1;EUR\n` },
    template: detected,
    outcome: { lines: [paid('A', '1')] },
  },
  {
    name: 'UTF-16 little-endian with a byte order mark is recognised, whatever the extension',
    files: { 'export.txt': joined(Uint8Array.of(0xff, 0xfe), utf16(table, 'little')) },
    template: detected,
    outcome: { lines },
  },
  {
    name: 'UTF-16 big-endian with a byte order mark is recognised',
    files: { 'export.csv': joined(Uint8Array.of(0xfe, 0xff), utf16(table, 'big')) },
    template: detected,
    outcome: { lines },
  },
  {
    name: 'UTF-16 little-endian without a byte order mark is recognised by its zeros',
    files: { 'export.csv': utf16(plain, 'little') },
    template: detected,
    outcome: { lines: plainLines },
  },
  {
    name: 'UTF-16 big-endian without a byte order mark is recognised by its zeros',
    files: { 'export.csv': utf16(plain, 'big') },
    template: detected,
    outcome: { lines: plainLines },
  },
  {
    name: 'UTF-16 that the template tells keeps characters beyond the first plane, and combining marks',
    files: { 'export.csv': utf16(beyond, 'big') },
    template: told('utf-16be'),
    outcome: { lines: [paid('😀 東京 Ł\u0301', '1')] },
  },
  {
    name: 'characters beyond the first plane come through UTF-8 unchanged, without being normalised',
    files: { 'export.csv': beyond },
    template: detected,
    outcome: { lines: [paid('😀 東京 Ł\u0301', '1')] },
  },
  {
    name: 'Windows-1252 is what is no UTF-8, with its euro, dashes and quotes',
    files: { 'export.csv': singleBytes(table, windows1252) },
    template: detected,
    outcome: { lines },
  },
  {
    name: 'Windows-1252 is told by the template',
    files: { 'export.csv': singleBytes(table, windows1252) },
    template: told('windows-1252'),
    outcome: { lines },
  },
  {
    name: 'ISO 8859-15 is told by the template: A4 is the euro, not a currency sign',
    files: { 'export.csv': singleBytes(latin, iso885915) },
    template: told('iso-8859-15'),
    outcome: { lines: latinLines },
  },
  {
    name: 'the first byte that is no UTF-8 may come after some megabytes',
    files: {
      'export.csv': joined(
        'Reference;Booked;Amount;Currency\n',
        `${long};2024-01-02;1;EUR\n`.repeat(4000),
        singleBytes('Z\u00fcrich;2024-01-02;2;EUR\n'),
      ),
    },
    template: told('windows-1252'),
    outcome: { lines: [...Array<string>(4000).fill(paid(long, '1')), paid('Zürich', '2')] },
  },
  ...(
    [
      ['carriage return and line feed', '\r\n'],
      ['a carriage return alone', '\r'],
      ['a line feed', '\n'],
    ] as const
  ).map(([words, end]) => ({
    name: `rows end with ${words}`,
    files: { 'export.csv': plain.replaceAll('\n', end) },
    template: detected,
    outcome: { lines: plainLines },
  })),
  {
    name: 'rows end with a carriage return alone, in UTF-16',
    files: { 'export.csv': joined(Uint8Array.of(0xff, 0xfe), utf16(plain.replaceAll('\n', '\r'), 'little')) },
    template: detected,
    outcome: { lines: plainLines },
  },
  {
    name: 'rows of one file end in three ways, since its parts were put together',
    files: {
      'export.csv':
        'Reference;Booked;Amount;Currency\r\nA;2024-01-02;1;EUR\r\nB;2024-01-02;2;EUR\nC;2024-01-02;3;EUR\rD;2024-01-02;4;EUR\r\n',
    },
    template: detected,
    outcome: { lines: [paid('A', '1'), paid('B', '2'), paid('C', '3'), paid('D', '4')] },
  },
  {
    name: 'the last row has no line ending',
    files: { 'export.csv': plain.slice(0, -1) },
    template: detected,
    outcome: { lines: plainLines },
  },
  {
    name: 'the end-of-file character of DOS after the last row is no row',
    files: { 'export.csv': `${plain}\u001a` },
    template: detected,
    outcome: { lines: plainLines },
  },
  {
    name: 'blank lines at the end are no rows',
    files: { 'export.csv': `${plain}\r\n\r\n\n` },
    template: detected,
    outcome: { lines: plainLines },
  },
];
