import { expect, it } from 'vitest';
import { type LookedAt, recognise } from '../../src-main/templates/recognise.ts';
import type { Reading, Template } from '../../src-shared/template-shapes.ts';
import { column, constant, templateOf } from './templates.ts';

const cards = templateOf({
  name: 'Cards',
  columns: ['Id', 'Date', 'Amount', 'Land', 'Note'],
  fields: { 'modification.amount': column('Amount'), payment_source_country: column('Land') },
});
const wires = templateOf({ name: 'Wires', columns: ['Id', 'Date', 'Amount', 'Country', 'Bank'] });

const table = (
  columns: readonly string[],
  rows: readonly string[][] = [],
  reading: Reading = { format: 'delimited' },
) => ({ name: '', columns, reading, rows: rows.map((cells, at) => ({ number: at + 2, cells })) }) satisfies LookedAt;

const differencesTo = (template: Template, ...tables: LookedAt[]) => recognise(tables, [template])[0]?.differences;
const filled = (name: string) => ({ column: name, test: 'filled' as const });
const isSafe = (template: Template, ...tables: LookedAt[]) => recognise(tables, [template])[0]?.isSafe;

it('The template with exactly these columns is found among others', () => {
  expect(recognise([table(cards.columns)], [wires, cards])).toEqual([
    { template: cards, differences: [], isSafe: true },
  ]);
});

it('Columns in another order are the same export', () => {
  expect(recognise([table(cards.columns.toReversed())], [wires, cards])).toEqual([
    { template: cards, differences: [], isSafe: true },
  ]);
});

it('A new column, and one that has gone without being read, are told, and the template is still safe', () => {
  const export2 = table(['Id', 'Date', 'Amount', 'Land', 'BIC']);
  expect(differencesTo(cards, export2)).toEqual([
    { kind: 'new', column: 'BIC' },
    { kind: 'gone', column: 'Note', isRead: false },
  ]);
  expect(isSafe(cards, export2)).toBe(true);
});

it('Where a column has gone that the template reads, it is not safe', () => {
  const export2 = table(['Id', 'Date', 'Amount', 'Note']);
  expect(differencesTo(cards, export2)).toEqual([{ kind: 'gone', column: 'Land', isRead: true }]);
  expect(isSafe(cards, export2)).toBe(false);
});

const amounts = templateOf({
  columns: ['Id', 'Datum', 'Betrag', 'Währung', 'Notiz'],
  fields: { 'modification.amount': column('Betrag'), 'modification.currency': column('Währung') },
});

it('Where the name of the amount says the currency whose column has gone, the currency is told from there', () => {
  const rows = [
    ['1', '', '10,50', ''],
    ['2', '', '11,50', ''],
  ];
  const november = table(['Id', 'Datum', 'Betrag EUR', 'Notiz'], rows);
  expect(differencesTo(amounts, november)).toEqual([
    { kind: 'renamed', column: 'Betrag EUR', before: 'Betrag', isRead: true },
    { kind: 'gone', column: 'Währung', isRead: true, instead: { 'modification.currency': constant('EUR') } },
  ]);
  expect(isSafe(amounts, november)).toBe(false);
});

it.each([
  ['still has the column', ['Id', 'Datum', 'Betrag EUR', 'Währung', 'Notiz'], ['1', '', '10,50', 'USD', '']],
  ['says another currency', ['Id', 'Datum', 'Betrag USD', 'Notiz'], ['1', '', '10,50', '']],
  ['says none', ['Id', 'Datum', 'Betrag', 'Notiz'], ['1', '', '10,50', '']],
])('Where another table of the export %s, no currency is taken for all', (_how, columns, cells) => {
  const november = table(['Id', 'Datum', 'Betrag EUR', 'Notiz'], [['1', '', '10,50', '']]);
  for (const tables of [
    [november, table(columns, [cells])],
    [table(columns, [cells]), november],
  ])
    expect(differencesTo(amounts, ...tables)).toContainEqual({ kind: 'gone', column: 'Währung', isRead: true });
});

it('Where something else reads the column that has gone too, nothing takes its place', () => {
  const noted = templateOf({ ...amounts, leaveOutRows: [{ column: 'Währung', test: 'one-of', values: ['XXX'] }] });
  const november = table(['Id', 'Datum', 'Betrag EUR', 'Notiz'], [['1', '', '10,50', '']]);
  expect(differencesTo(noted, november)).toContainEqual({ kind: 'gone', column: 'Währung', isRead: true });
});

it('Where a column is only in a condition, its absence matters too', () => {
  const leavesOut = templateOf({ ...cards, leaveOutRows: [{ column: 'Note', test: 'filled' }] });
  expect(isSafe(leavesOut, table(['Id', 'Date', 'Amount', 'Land']))).toBe(false);
});

it('Where a column only says that money came in, its absence matters too', () => {
  const [outgoing, incoming] = [filled('Amount'), filled('Note')];
  const directed = templateOf({ ...cards, direction: { by: 'conditions', outgoing, incoming } });
  const without = table(['Id', 'Date', 'Amount', 'Land']);
  expect(differencesTo(directed, without)).toEqual([{ kind: 'gone', column: 'Note', isRead: true }]);
  expect(isSafe(directed, without)).toBe(false);
  expect(isSafe(cards, without)).toBe(true);
});

it('A column of another spelling seems to be renamed', () => {
  expect(differencesTo(cards, table(['Id', 'Date', 'AMOUNT', 'Land', 'Note']))).toEqual([
    { kind: 'renamed', column: 'AMOUNT', before: 'Amount', isRead: true },
  ]);
});

it('A new column that would be taken for the very field of one that has gone seems to be that one renamed', () => {
  const transfers = templateOf({
    columns: ['Id', 'Empfänger', 'Amount', 'Datum', 'Notiz', 'Konto'],
    fields: {
      'receiver.unknown.full_name': { source: { from: 'column', column: 'Empfänger' } },
      'modification.amount': { source: { from: 'column', column: 'Amount' } },
    },
  });
  const rows = [
    ['1', 'Kiel', 'Jürgen Weiß', '12.50', '', '', ''],
    ['2', 'Kiel', 'Luisa Rossi', '7.05', '', '', ''],
  ];
  expect(
    differencesTo(transfers, table(['Id', 'Filiale', 'Begünstigter', 'Amount', 'Datum', 'Notiz', 'Konto'], rows)),
  ).toEqual([
    { kind: 'new', column: 'Filiale' },
    { kind: 'renamed', column: 'Begünstigter', before: 'Empfänger', isRead: true },
  ]);
  expect(
    differencesTo(transfers, table(['Id', 'Filiale', 'Sonstiges', 'Amount', 'Datum', 'Notiz', 'Konto'], rows)),
  ).toContainEqual(expect.objectContaining({ kind: 'gone', column: 'Empfänger' }));
});

it('A column most of whose cells cannot be read any more has changed, and the template is not safe', () => {
  const export2 = table(cards.columns, [
    ['1', '', 'twelve', 'DE', ''],
    ['2', '', 'thirteen', 'DE', ''],
    ['3', '', '14.00', 'DE', ''],
  ]);
  expect(differencesTo(cards, export2)).toEqual([{ kind: 'otherwise', column: 'Amount', cell: 'twelve' }]);
  expect(isSafe(cards, export2)).toBe(false);
});

it('A few cells that cannot be read are faults of their rows, not of the export', () => {
  const export2 = table(cards.columns, [
    ['1', '', 'twelve', 'DE', ''],
    ['2', '', '13.00', 'DE', ''],
    ['3', '', '14.00', 'DE', ''],
  ]);
  expect(differencesTo(cards, export2)).toEqual([]);
});

it('Rows that the template leaves out are not judged', () => {
  const withTotals = templateOf({ ...cards, leaveOutRows: [{ column: 'Id', test: 'one-of', values: ['Total'] }] });
  expect(differencesTo(withTotals, table(cards.columns, [['Total', '', 'twelve', '', '']]))).toEqual([]);
});

it('Of two templates that fit, the one in which less has changed comes first, and the other follows', () => {
  const younger = templateOf({ ...cards, name: 'Younger', columns: [...cards.columns, 'BIC'] });
  const fits = recognise([table([...cards.columns, 'BIC'])], [cards, younger]);
  expect(fits.map(({ template }) => template.name)).toEqual(['Younger', 'Cards']);
});

it('One that is safe comes before one that is nearer, but reads what has gone', () => {
  const reader = templateOf({ ...cards, name: 'Reader', fields: { payment_type: column('Note') } });
  const fits = recognise([table(['Id', 'Date', 'Amount', 'Land'])], [reader, cards]);
  expect(fits.map(({ template, isSafe: safe }) => [template.name, safe])).toEqual([
    ['Cards', true],
    ['Reader', false],
  ]);
});

it('Of templates that fit equally, the one that comes first stays first', () => {
  const twin = templateOf({ ...cards, name: 'Twin' });
  expect(recognise([table(cards.columns)], [twin, cards]).map(({ template }) => template.name)).toEqual([
    'Twin',
    'Cards',
  ]);
});

it('A template of another format is not meant', () => {
  expect(recognise([table(cards.columns, [], { format: 'xlsx' })], [cards])).toEqual([]);
});

it('Of a workbook, the sheets that the template names are looked at, and one that is not there is told', () => {
  const sheets = templateOf({ ...cards, reading: { format: 'xlsx', sheets: ['Data'] } });
  const cover = { ...table(['Bank', 'Month'], [], { format: 'xlsx' }), name: 'Cover' };
  const data = { ...table(cards.columns, [], { format: 'xlsx' }), name: 'Data' };
  expect(recognise([cover, data], [sheets])).toEqual([{ template: sheets, differences: [], isSafe: true }]);
  const november = { ...data, name: 'November' };
  expect(recognise([cover, november], [sheets])).toMatchObject([
    { differences: [{ kind: 'no-sheet', sheet: 'Data' }], isSafe: false },
  ]);
});

it('A column that one of several tables lacks has gone', () => {
  const tables = [table(cards.columns), table(['Id', 'Date', 'Amount', 'Note'])];
  expect(differencesTo(cards, ...tables)).toEqual([{ kind: 'gone', column: 'Land', isRead: true }]);
});

it('In JSON, the fields of a party may be in no row of the beginning; another field may not', () => {
  const json = templateOf({
    name: 'JSON',
    reading: { format: 'json' },
    columns: ['id', 'amount', 'sender', 'receiver', 'name'],
    fields: {
      'modification.amount': column('amount'),
      'sender.by_external_id': column('sender'),
      'receiver.by_external_id': column('receiver'),
      'receiver.unknown.full_name': column('name'),
    },
  });
  const read = (columns: readonly string[]) => table(columns, [], { format: 'json' });
  expect(recognise([read(['id', 'amount', 'sender', 'receiver'])], [json])).toMatchObject([
    { differences: [], isSafe: true },
  ]);
  expect(isSafe(json, read(['id', 'sender', 'receiver', 'name']))).toBe(false);
  const [outgoing, incoming] = [filled('amount'), filled('name')];
  const directed = templateOf({ ...json, direction: { by: 'conditions', outgoing, incoming } });
  expect(isSafe(directed, read(['id', 'amount', 'sender', 'receiver']))).toBe(false);
});

it('An export with few columns in common is not recognised', () => {
  expect(recognise([table(['Id', 'Name', 'Street', 'Town'])], [cards, wires])).toEqual([]);
});

it('Without columns, without tables or without templates, nothing is recognised', () => {
  expect(recognise([table([])], [templateOf({})])).toEqual([]);
  expect(recognise([], [cards])).toEqual([]);
  expect(recognise([table(['Id'])], [])).toEqual([]);
});

it('A template that a person has chosen is compared, however little it fits', () => {
  const [fit] = recognise([table(['Street', 'Town'])], [cards], cards);
  expect(fit).toMatchObject({ template: cards, isSafe: false });
});

const core = ['Booking id', 'Booked at', 'D/C', 'Amount', 'Currency', 'Our customer', 'Counterparty', 'Purpose'];
const october = templateOf({
  name: 'October',
  columns: [...core, 'Counterparty country'],
  fields: {
    payment_target_country: column('Counterparty country'),
    'modification.amount': column('Amount'),
    'modification.currency': column('Currency'),
    'modification.created_at': column('Booked at'),
    'sender.by_external_id': column('Our customer'),
    'receiver.unknown.full_name': column('Counterparty'),
  },
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY HH:mm:ss'], zone: 'as-written' },
});
const november = table(
  [
    ...['Booking id', 'Booking time', 'D/C', 'Amount', 'Ccy', 'Customer no', 'Counterparty'],
    ...['Country of counterparty', 'Purpose', 'Channel'],
  ],
  [
    ['B1', '20.11.2026 17:48:51', 'D', '823,87', 'EUR', 'C-10732', 'Blue Harbour Ltd', 'PL', 'Rent', 'Online'],
    ['B2', '14.11.2026 06:52:30', 'C', '1.015,67', 'USD', 'C-10368', 'Anna Keller', 'NL', 'Salary', 'Branch'],
  ],
);
const renamed = (before: string, now: string) => ({ kind: 'renamed', before, column: now, isRead: true });

it('Columns with new names that mean the same are counted half, so that the export of next month is known', () => {
  const [fit] = recognise([november], [october]);
  expect(fit?.isSafe).toBe(false);
  expect(fit?.differences).toEqual([
    { kind: 'new', column: 'Channel' },
    renamed('Booked at', 'Booking time'),
    renamed('Currency', 'Ccy'),
    renamed('Our customer', 'Customer no'),
    renamed('Counterparty country', 'Country of counterparty'),
  ]);
});

it('A template that has less in common is not in the way of the one of last month', () => {
  const { 'modification.amount': _, ...fields } = october.fields;
  const columns = ['Paid out', 'Paid in', ...october.columns.filter((name) => name !== 'D/C' && name !== 'Amount')];
  const accounts = templateOf({ ...october, name: 'Accounts', columns, fields });
  expect(recognise([november], [accounts, october]).map(({ template }) => template.name)).toEqual(['October']);
  const current = table(columns, []);
  expect(recognise([current], [october, accounts]).map(({ template }) => template.name)).toEqual([
    'Accounts',
    'October',
  ]);
});

it('An export that only has the same meanings under other names is another one', () => {
  const other = [
    ...['Buchungs-ID', 'Buchungstag', 'S/H', 'Betrag', 'Währung', 'Kundennummer', 'Gegenpartei'],
    ...['Land der Gegenpartei', 'Verwendungszweck', 'Kanal'],
  ];
  expect(
    recognise(
      [
        table(
          other,
          november.rows.map(({ cells }) => cells),
        ),
      ],
      [october],
    ),
  ).toEqual([]);
});
