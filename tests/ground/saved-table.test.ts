/** @file A saved table is the same for programs in every language, and for a person as their spreadsheet opens it. */

import { parse } from 'csv-parse/sync';
import { afterEach, expect, it, vi } from 'vitest';
import { type Column, SavedTable } from '../../src-main/ground/saved-table.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { message, speaking } from '../../src-shared/languages/message.ts';

interface Row {
  line: number;
  amount: string;
  at: string;
}

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const columns: readonly Column<Row>[] = [
  { name: 'line', title: () => message('Line'), cell: ({ line }) => line, told: ({ line }) => `no. ${line}` },
  { name: 'amount', title: () => message('Amount'), cell: ({ amount }) => amount, as: 'number' },
  { name: 'at', title: () => message('Added'), cell: ({ at }) => at, as: 'moment' },
  { name: 'kind', title: () => message('Kind'), cell: () => 'x', isForPrograms: true },
];
const row = { line: 7, amount: '1234.50', at: '2026-11-21T06:30:05.000Z' };
const spoken = languageFor('de', []);
const catalogue = await spoken.load();
const german = <T>(say: () => T): T => speaking(spoken, catalogue, say);
const whole = (table: SavedTable<Row>) => [...table.pieces([row])].join('');

it('has for programs names and values that no language changes', () => {
  const expected = '\uFEFFline,amount,at,kind\r\n7,1234.50,2026-11-21T06:30:05.000Z,x\r\n';
  expect(whole(new SavedTable(columns))).toBe(expected);
  expect(german(() => whole(new SavedTable(columns)))).toBe(expected);
});

it('has for a person titles, separators, decimals and moments of their language, and nothing that only programs read', () => {
  expect(whole(new SavedTable(columns, german))).toMatch(
    /^\uFEFFZeile;Betrag;Hinzugefügt \(.+\)\r\nno\. 7;1234,50;\d\d\.11\.2026 \d\d:30:05\r\n$/,
  );
});

it('has amounts with two decimals at least, and moments in English that every spreadsheet takes for one', () => {
  const amounts = ['5', '-0.5', '12.25', '1.234'];
  const table = new SavedTable<string>(
    [{ title: () => message('Amount'), cell: (amount) => amount, as: 'amount' }],
    german,
  );
  expect(amounts.map((amount) => table.row(amount).trim())).toEqual(['5,00', '-0,50', '12,25', '1,234']);
  const moments = new SavedTable<string>([{ title: () => message('Added'), cell: (at) => at, as: 'moment' }], (say) =>
    say(),
  );
  expect(moments.row(row.at)).toMatch(/^2026-11-2\d \d\d:30:05\r\n$/);
});

it('names the zone by whose clock its moments are, and no clock changes what a line has without a zone', async () => {
  process.env['TZ'] = 'Europe/Berlin';
  // What writes moments is made once, in the zone of the process.
  vi.resetModules();
  const { SavedTable: InBerlin } = await import('../../src-main/ground/saved-table.ts');
  const table = new InBerlin<string>(
    [
      { title: () => 'Added', cell: (at) => at, as: 'moment' },
      { title: () => 'date', cell: (at) => at.replace('.000Z', ''), as: 'written' },
    ],
    (say) => say(),
  );
  expect([...table.pieces(['2026-11-30T19:18:50.000Z', '2026-03-29T02:30:00.000Z'])].join('')).toBe(
    '\uFEFFAdded (Europe/Berlin),date\r\n2026-11-30 20:18:50,2026-11-30 19:18:50\r\n2026-03-29 04:30:00,2026-03-29 02:30:00\r\n',
  );
  vi.resetModules();
});

it('has no formula, whichever separator the spreadsheet of the reader expects', () => {
  const table = new SavedTable<string>([{ title: () => message('Reason'), cell: (text) => text }], german);
  for (const hostile of ['=1+1', 'a;=1+1', 'a,=1+1', '+cmd', '@SUM(A1)', '\t=1']) {
    const written = table.row(hostile);
    const cells = [...parse(written, { delimiter: ';' }).flat(), ...written.split(',')];
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@]/);
  }
});
