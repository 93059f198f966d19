/** @file Quotes, separators and ragged rows in delimited text. */

import { type AwkwardExport, joined, paid, payments, paymentsWith, texted, texts } from './awkward-export.ts';

const header = 'Reference;Booked;Amount;Currency\n';
const rest = ';2024-01-02;1;EUR\n';
const good = paid('good', '1');
const goodRow = `good${rest}`;

const wide = Array.from({ length: 400 }, (_, at) => `Column ${at + 1}`);

export const cells: readonly AwkwardExport[] = [
  {
    name: 'a quoted cell may hold separators, doubled quotes, and line endings of every kind',
    files: {
      'export.csv': `${header}"a;b"${rest}"say ""hello"""${rest}"two\nlines"${rest}"two\r\nlines"${rest}"two\rlines"${rest}""""${rest}`,
    },
    template: payments,
    outcome: {
      lines: ['a;b', 'say "hello"', 'two\nlines', 'two\r\nlines', 'two\rlines', '"'].map((text) => paid(text, '1')),
    },
  },
  {
    name: 'rows are counted as records: a newline in a cell is no row',
    files: { 'export.csv': `${header}"one\ntwo\nthree"${rest}bad;2024-01-02;x;EUR\n${goodRow}` },
    template: payments,
    outcome: { lines: [paid('one\ntwo\nthree', '1'), good], refused: [{ row: 3, column: 'Amount' }] },
  },
  {
    name: 'quotes within a cell without quotes around it are characters',
    files: { 'export.csv': `${header}5" pipe${rest}the "best" one${rest}${goodRow}` },
    template: payments,
    outcome: { lines: [paid('5" pipe', '1'), paid('the "best" one', '1'), good] },
  },
  {
    name: 'text after a closing quote refuses its row alone',
    files: { 'export.csv': `${header}"x"y${rest}${goodRow}` },
    template: payments,
    outcome: { lines: [good], refused: [{ row: 2 }] },
  },
  {
    name: 'apostrophes and backslashes have no meaning',
    files: { 'export.csv': `${header}O'Neill${rest}C:\\new\\table${rest}'quoted'${rest}` },
    template: payments,
    outcome: { lines: [paid("O'Neill", '1'), paid('C:\\new\\table', '1'), paid("'quoted'", '1')] },
  },
  {
    name: 'control characters, separators of JavaScript and a byte order mark within a cell are kept',
    files: { 'export.csv': `${header}a\u0001b\u2028c\u0085d\ufeffe${rest}` },
    template: payments,
    outcome: { lines: [paid('a\u0001b\u2028c\u0085d\ufeffe', '1')] },
  },
  {
    name: 'a short row has missing cells, an empty last cell is an empty one, and neither is a value',
    files: { 'export.csv': 'a;b;c\n1;2;3\n1;2\n1;2;\n1\n;;\n' },
    template: texts(['a', 'b', 'c']),
    outcome: {
      lines: [
        texted({ a: '1', b: '2', c: '3' }),
        texted({ a: '1', b: '2' }),
        texted({ a: '1', b: '2' }),
        texted({ a: '1' }),
      ],
    },
  },
  {
    name: 'a row with a cell too many is refused, since its cells may stand in the wrong columns',
    files: { 'export.csv': `${header}shifted;cell;2024-01-02;1;EUR\n${goodRow}` },
    template: payments,
    outcome: { lines: [good], refused: [{ row: 2 }] },
  },
  {
    name: 'separators at the end of each row, header included, are a column without a name',
    files: { 'export.csv': 'Reference;Booked;Amount;Currency;\ngood;2024-01-02;1;EUR;\n' },
    template: payments,
    outcome: { lines: [good] },
  },
  {
    name: 'separators at the end of the rows but not of the header are no cell too many',
    files: { 'export.csv': 'Reference;Booked;Amount;Currency\ngood;2024-01-02;1;EUR;\n' },
    template: payments,
    outcome: { lines: [good] },
  },
  {
    name: 'a blank line between rows is no row, but counts as one',
    files: { 'export.csv': `${header}${goodRow}\n\nbad;2024-01-02;x;EUR\n${goodRow}` },
    template: payments,
    outcome: { lines: [good, good], refused: [{ row: 5, column: 'Amount' }] },
  },
  {
    name: 'a line of separators is no row',
    files: { 'export.csv': `${header}${goodRow};;;\n${goodRow}` },
    template: payments,
    outcome: { lines: [good, good] },
  },
  {
    name: 'the line sep=; of Excel names the separator and is no row',
    files: { 'export.csv': `sep=;\n${header}a,b${rest}bad;2024-01-02;x;EUR\n` },
    template: payments,
    outcome: { lines: [paid('a,b', '1')], refused: [{ row: 3, column: 'Amount' }] },
  },
  {
    name: 'the line sep=; of Excel after a byte order mark, with carriage returns, in another case',
    files: { 'export.csv': `\ufeffSEP=;\r\n${header.replace('\n', '\r\n')}good;2024-01-02;1;EUR\r\n` },
    template: payments,
    outcome: { lines: [good] },
  },
  ...([',', '\t', '|'] as const).map((separator) => ({
    name: `the separator ${JSON.stringify(separator)} is recognised`,
    files: { 'export.csv': `${header}${goodRow}${goodRow}`.replaceAll(';', separator) },
    template: payments,
    outcome: { lines: [good, good] },
  })),
  {
    name: 'semicolons are recognised as separators though every amount has a comma',
    files: { 'export.csv': `${header}a;2024-01-02;1,50;EUR\nb;2024-01-02;2,50;EUR\nc;2024-01-02;3,50;EUR\n` },
    template: paymentsWith({ numbers: { decimal: ',', thousands: '.' } }),
    outcome: { lines: [paid('a', '1.50'), paid('b', '2.50'), paid('c', '3.50')] },
  },
  {
    name: 'commas are recognised as separators though quoted cells are full of semicolons',
    files: {
      'export.csv': `Reference,Booked,Amount,Currency\n"a;b;c;d;e;f",2024-01-02,1,EUR\n"g;h;i;j;k;l",2024-01-02,2,EUR\n`,
    },
    template: payments,
    outcome: { lines: [paid('a;b;c;d;e;f', '1'), paid('g;h;i;j;k;l', '2')] },
  },
  {
    name: 'rows of a title above the header are left out, and rows are counted from the first of the file',
    files: {
      'export.csv': `Example Bank plc;;;\nAccount statement;01.01.2024 - 31.01.2024;;\n;;;\n${header}${goodRow}bad;2024-01-02;x;EUR\n`,
    },
    template: paymentsWith({ reading: { format: 'delimited', headerRow: 4 } }),
    outcome: { lines: [good], refused: [{ row: 6, column: 'Amount' }] },
  },
  {
    name: 'the header below a title is found without being told',
    files: { 'export.csv': `Example Bank plc\nAccount statement\n\n${header}${goodRow}${goodRow}` },
    template: payments,
    outcome: { lines: [good, good] },
  },
  {
    name: 'rows of totals are left out by their condition',
    files: { 'export.csv': `${header}${goodRow}Total;;1;EUR\n;;;\nTotal rows:;1;;\n` },
    template: paymentsWith({
      leaveOutRows: [
        { column: 'Booked', test: 'empty' },
        { column: 'Reference', test: 'one-of', values: ['Total rows:'] },
      ],
    }),
    outcome: { lines: [good] },
  },
  {
    name: 'without a header the columns have the names that the template gives them',
    files: { 'export.csv': 'x;1\ny;2\n' },
    template: { ...texts(['Column 1', 'Column 2'], { format: 'delimited', delimiter: ';', headerRow: 0 }) },
    outcome: { lines: [texted({ 'Column 1': 'x', 'Column 2': '1' }), texted({ 'Column 1': 'y', 'Column 2': '2' })] },
  },
  {
    name: 'the columns stand in another order than when the template was made',
    files: { 'export.csv': 'Currency;Amount;Booked;Reference\nEUR;1;2024-01-02;good\n' },
    template: payments,
    outcome: { lines: [good] },
  },
  {
    name: 'a new column that the template does not know is left out',
    files: { 'export.csv': 'Reference;New;Booked;Amount;Currency\ngood;x;2024-01-02;1;EUR\n' },
    template: payments,
    outcome: { lines: [good] },
  },
  {
    name: 'names of columns have spaces around them, and are found without',
    files: { 'export.csv': 'Reference ; Booked; Amount ;Currency\ngood;2024-01-02;1;EUR\n' },
    template: payments,
    outcome: { lines: [good] },
  },
  {
    name: '400 columns become 400 fields',
    files: { 'export.csv': `${wide.join(',')}\n${wide.map((_, at) => `${at}`).join(',')}\n` },
    template: texts(wide),
    outcome: { lines: [texted(Object.fromEntries(wide.map((name, at) => [name, `${at}`])))] },
  },
  {
    name: 'a column that no field uses becomes an additional field if that is wanted',
    files: { 'export.csv': 'Reference;Booked;Amount;Currency;Branch;Note\nA;2024-01-02;1;EUR;007;\n' },
    template: paymentsWith({ otherColumns: 'additional-fields' }),
    outcome: {
      lines: [
        '{"modification":{"amount":1,"currency":"EUR","created_at":"2024-01-02T00:00:00"},"additional_fields":{"reference":"A","Branch":"007"}}',
      ],
    },
  },
  {
    name: 'columns with dangerous names are columns like others',
    files: { 'export.csv': '__proto__;constructor;toString;a.b\n1;2;3;4\n' },
    template: texts(['constructor', 'toString', 'a.b']),
    outcome: { lines: ['{"additional_fields":{"constructor":"2","toString":"3","a.b":"4"}}'] },
  },
  {
    name: 'a column named __proto__ is kept as an additional field',
    files: { 'export.csv': 'a;__proto__\n1;2\n' },
    template: { ...texts(['a']), otherColumns: 'additional-fields' },
    outcome: { lines: ['{"additional_fields":{"a":"1","__proto__":"2"}}'] },
  },
  {
    name: 'formulas, tags and addresses in cells are text',
    files: { 'export.csv': `${header}=cmd|' /C calc'!A0${rest}<script>alert(1)</script>${rest}@SUM(A1)${rest}` },
    template: payments,
    outcome: { lines: ["=cmd|' /C calc'!A0", '<script>alert(1)</script>', '@SUM(A1)'].map((text) => paid(text, '1')) },
  },
  {
    name: 'NUL bytes within cells are kept, and do not make a table of text into something else',
    files: { 'export.csv': joined(header, 'a\0b', rest, goodRow.repeat(50)) },
    template: payments,
    outcome: { lines: [paid('a\0b', '1'), ...Array<string>(50).fill(good)] },
  },
  {
    name: 'columns of the same name and without a name get names of their own, by place',
    files: { 'export.csv': 'Name;Name;;Name;\n1;2;3;4;5\n' },
    template: texts(['Name', 'Name (2)', 'Column 3', 'Name (3)', 'Column 5']),
    outcome: {
      lines: [texted({ Name: '1', 'Name (2)': '2', 'Column 3': '3', 'Name (3)': '4', 'Column 5': '5' })],
    },
  },
  {
    name: 'a table with one column has no separator',
    files: { 'export.csv': 'Reference\na\nb\n' },
    template: texts(['Reference']),
    outcome: { lines: [texted({ Reference: 'a' }), texted({ Reference: 'b' })] },
  },
];
