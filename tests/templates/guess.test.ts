import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { guessTemplate } from '../../src-main/templates/guess.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { templateProblems } from '../../src-main/templates/template-problems.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { runs } from '../harness/night.ts';
import { type ExportSample, exportSamples, readingOf } from './exports.ts';

function tableOf({ lines, delimiter }: ExportSample) {
  const [columns = [], ...records] = parse(lines.join('\n'), { delimiter });
  return { columns, rows: records.map((cells, index) => ({ number: index + 2, cells })) };
}

/** Ids that are missing are made of the row; that is tested below. */
const MADE = ['request_uuid', 'payment_external_id', 'transaction_external_id', 'modification.external_id'];

it.each(exportSamples)('The fields of $name are found', (sample) => {
  const { fields } = guessTemplate({ ...tableOf(sample), reading: readingOf(sample) }, 'Test');
  const found = fields
    .filter(({ isAssigned }) => isAssigned)
    .filter(
      ({ field, reason }) =>
        field in sample.fields || (!MADE.includes(field) && !inEnglish(reason).startsWith('No column')),
    )
    .map(({ field, columns }) => [field, columns]);
  expect(Object.fromEntries(found)).toEqual(sample.fields);
});

it.each(exportSamples)('Dates and numbers of $name are understood', (sample) => {
  const { template } = guessTemplate({ ...tableOf(sample), reading: readingOf(sample) }, 'Test');
  expect([template.dates.formats, template.numbers.decimal]).toEqual([sample.dates, sample.decimal]);
});

it.each(exportSamples)('Every row of $name becomes a line by the guessed template', (sample) => {
  const { columns, rows } = tableOf(sample);
  const { template } = guessTemplate({ columns, rows, reading: readingOf(sample) }, 'Test');
  expect(templateProblems(template)).toEqual([]);
  expect(rows.map(rowMapper(template, columns)).filter(({ kind }) => kind !== 'line')).toEqual([]);
});

function guessOf(columns: readonly string[], ...rows: string[][]) {
  const numbered = rows.map((cells, index) => ({ number: index + 2, cells }));
  return guessTemplate({ columns, rows: numbered, reading: { format: 'delimited' } }, 'Test');
}

it.each([
  [['12.500', '1.250'], false],
  [['12.500', '0.250'], true],
  [['12.500', '1.250,75'], true],
])('Amounts that could be a thousand times as much are left to a person: %s', (amounts, isAssigned) => {
  const { fields } = guessOf(['Amount'], ...amounts.map((amount) => [amount]));
  expect(fields.find(({ field }) => field === 'modification.amount')?.isAssigned).toBe(isAssigned);
});

it('Day and month that could be the other way round are told, and believed less', () => {
  const { fields, template } = guessOf(['Date'], ['03/04/2024'], ['05/06/2024']);
  const date = fields.find(({ field }) => field === 'modification.created_at');
  expect(inEnglish(date?.reason ?? '')).toContain('the other way round');
  expect(date?.confidence).toBeLessThanOrEqual(0.7);
  expect(template.dates.formats).toEqual(['DD/MM/YYYY']);
});

it('One date with a day above 12 shows which comes first', () => {
  expect(guessOf(['Date'], ['03/04/2024'], ['05/13/2024']).template.dates.formats).toEqual(['MM/DD/YYYY']);
});

it.each([
  ['excel-serial', '45292', '45293.5'],
  ['unix-seconds', '1706709900', '1706709901'],
  ['unix-milliseconds', '1706709900000', '1706709900123'],
  ['YYMMDD', '240131', '240201'],
  ['iso', '20240131', '20240201'],
  ['iso', '2024-01-31T10:00:00.5+01:00', '2024-02-01T10:00:00Z'],
  ['D MMM YYYY', '5 Mar 2024', '14 Dec 2024'],
  ['DD.MM.YYYY HH:mm', '31.01.2024 10:00', '01.02.2024 10:05'],
])('Dates written as %s are understood', (format, ...cells) => {
  expect(guessOf(['Date'], ...cells.map((cell) => [cell])).template.dates.formats).toEqual([format]);
});

it('Numbers that could be thousands or thousandths are told, and believed less', () => {
  const { fields } = guessOf(['Amount'], ['1.234'], ['5.678']);
  const amount = fields.find(({ field }) => field === 'modification.amount');
  expect(inEnglish(amount?.reason ?? '')).toContain('compare one with the source');
  expect(amount?.confidence).toBeLessThanOrEqual(0.7);
});

it('An id that is another in each row is the key of ids that are missing', () => {
  const { template } = guessOf(['Reference', 'Amount'], ['A1', '5.00'], ['A2', '5.00'], ['A3', '6.00']);
  const uuid = { source: { from: 'uuid', columns: ['Reference'] } };
  expect(template.fields['modification.external_id']).toEqual(uuid);
  expect(template.fields['transaction_external_id']).toEqual(uuid);
});

it('Dates that happen to be different in the sample are no key by themselves', () => {
  const { template } = guessOf(['Date', 'Amount'], ['2024-01-30', '5.00'], ['2024-01-31', '6.00']);
  const uuid = { source: { from: 'uuid', columns: ['Date', 'Amount'] } };
  expect(template.fields['modification.external_id']).toEqual(uuid);
});

it('No id is made where rows of the sample are alike in every column', () => {
  const { template, fields } = guessOf(['Type'], ['a'], ['a']);
  expect(template.fields['modification.external_id']).toBeUndefined();
  const guess = fields.find(({ field }) => field === 'modification.external_id');
  expect(inEnglish(guess?.reason ?? '')).toContain('alike in every column');
});

it('An id that Excel has shortened is in no key', () => {
  const { template } = guessOf(['Reference', 'Name'], ['1.23457E+15', 'a'], ['1.23458E+15', 'b']);
  expect(template.fields['modification.external_id']).toEqual({ source: { from: 'uuid', columns: ['Name'] } });
});

it('Countries by name become codes, and the different cells of a type are listed', () => {
  const { template, fields } = guessOf(
    ['Beneficiary country', 'Payment type'],
    ...[
      ['Deutschland', 'CR'],
      ['France', 'DB'],
      ['es', 'CR'],
    ],
  );
  expect(template.fields['payment_target_country']).toEqual({
    source: { from: 'column', column: 'Beneficiary country' },
    letters: 'upper',
    values: { Deutschland: 'DE', France: 'FR' },
  });
  expect(fields.find(({ field }) => field === 'payment_type')?.distinct).toEqual(['CR', 'DB']);
});

it('Fees and balances are not taken for the amount', () => {
  const { template } = guessOf(['Fee amount', 'Balance', 'Amount'], ['1.00', '9.00', '3.00'], ['1.50', '8.00', '4.00']);
  expect(template.fields['modification.amount']).toEqual({ source: { from: 'column', column: 'Amount' } });
});

const methods = ['SEPA_CREDIT_TRANSFER', 'SEPA_INSTANT', 'CARD', 'CARD'];
/** The column that the payment method is put into the template from. */
const methodIn = (column: string, cells: readonly string[]) => {
  const { template } = guessOf([column, 'Amount'], ...cells.map((cell, at) => [cell, `${at}.50`]));
  return template.fields['payment_method'];
};
const asMethod = (column: string) => ({ source: { from: 'column', column } });

it('A kind of payment is the payment method, and that its cells are payment methods is told', () => {
  const { template, fields } = guessOf(['Kind of payment'], ...methods.map((cell) => [cell]));
  expect(template.fields['payment_method']).toEqual(asMethod('Kind of payment'));
  const guess = fields.find(({ field }) => field === 'payment_method');
  expect(inEnglish(guess?.reason ?? '')).toContain('its cells are payment methods, such as “CARD”');
});

it.each([
  ['Kind of payment', ['Standing', 'Once']],
  ['Zahlungsart', ['A1', 'B2']],
  ['Channel', ['SEPA Instant', 'Debit card']],
  ['Kanal', ['Überweisung', 'SEPA-Lastschrift']],
  ['How', ['Direct debit', 'Wire transfer', 'cheque']],
])('The payment method is found by name or by cells: %s (%s)', (column, cells) => {
  expect(methodIn(column, cells)).toEqual(asMethod(column));
});

it.each([
  ['Channel', ['Branch', 'Online', 'Branch']],
  ['Kanal', ['Filiale', 'Online']],
  ['Payment channel', ['App', 'Card', 'Desk']],
  ['Method', ['1', '2']],
  ['Side', ['Credit', 'Debit']],
  ['Purpose', ['Rent', 'Card bill', 'Transfer to savings']],
])(
  'A column that neither name nor cells show to be the payment method is not taken for it: %s (%s)',
  (column, cells) => {
    expect(methodIn(column, cells)).toBeUndefined();
  },
);

it('A channel of branches does not take the place of the payment method beside it', () => {
  const { template } = guessOf(['Channel', 'Kind of payment'], ...methods.map((cell) => ['Branch', cell]));
  expect(template.fields['payment_method']).toEqual(asMethod('Kind of payment'));
});

it('An export without rows is guessed from its names', () => {
  const { template } = guessOf(['Betrag', 'Währung', 'Buchungsdatum']);
  expect(Object.keys(template.fields)).toEqual([
    'modification.amount',
    'modification.currency',
    'modification.created_at',
  ]);
});

it('An export with hundreds of columns is guessed', () => {
  const columns = Array.from({ length: runs(300, 1000) }, (_, index) => `Column ${index}`);
  const { template } = guessOf(
    columns,
    columns.map((_, index) => `a${index}`),
    columns.map((_, index) => `b${index}`),
  );
  expect(templateProblems(template)).toEqual([]);
});

it('Of columns that have one name in the export, none is put into the template: a person chooses', () => {
  const { fields } = guessOf(['Amount', 'Amount (2)'], ['1.50', '2.50'], ['3.50', '4.50']);
  const amount = fields.find(({ field }) => field === 'modification.amount');
  expect(amount).toMatchObject({ columns: ['Amount'], isAssigned: false });
  expect(inEnglish(amount?.reason ?? '')).toContain('several columns have this name in the export');
});

it('Of two columns with the same name, only the first is meant, since a template names columns', () => {
  const { fields } = guessOf(['Name', 'Amount', 'Amount'], ['a', 'x', '1.50'], ['b', 'y', '2.50']);
  expect(fields.filter(({ field }) => field === 'modification.amount')).toEqual([]);
});

describe('UUIDs of the export', () => {
  const uuid = (at: number) => `${String(at).padStart(8, '0')}-0000-4000-8000-0123456789ab`;
  const asItIs = (column: string) => ({ source: { from: 'column', column } });
  /** A core system: no column is called as a field is, and the request comes first. */
  const rowsOf = (...booking: string[]) =>
    booking.map((id, at) => [uuid(500 + at), id, `0${at + 1}.10.2026 08:15`, `${at + 1},18`, 'EUR', 'DE']);
  const core = ['Request', 'Booking id', 'Booking time', 'Amount', 'Currency', 'From country'];

  it('stay as they are, each in its field', () => {
    const { template, fields } = guessOf(core, ...rowsOf(uuid(1), uuid(2), uuid(3)));
    expect(template.fields['modification.external_id']).toEqual(asItIs('Booking id'));
    expect(template.fields['request_uuid']).toEqual(asItIs('Request'));
    const guess = fields.find(({ field }) => field === 'modification.external_id');
    expect(inEnglish(guess?.reason ?? '')).toContain('it is taken as it is');
  });

  it('stay also where the column is called by no word for an id', () => {
    const { template } = guessOf(['Vorgang', 'Amount'], [uuid(1), '5.00'], [uuid(2), '5.00']);
    expect(template.fields['modification.external_id']).toEqual(asItIs('Vorgang'));
  });

  it('stay also where the transaction is called so: it is found by its id', () => {
    const { template } = guessOf(['transaction_id', 'Amount'], [uuid(1), '5.00'], [uuid(2), '5.00']);
    expect(template.fields['modification.external_id']).toEqual(asItIs('transaction_id'));
  });

  it('are no ids of transactions where they are those of a party', () => {
    const { template } = guessOf(['Debtor uuid', 'Amount'], [uuid(1), '5.00'], [uuid(2), '6.00']);
    expect(template.fields['modification.external_id']).toEqual({
      source: { from: 'uuid', columns: ['Debtor uuid', 'Amount'] },
    });
  });

  it('are made of more columns where one UUID stands in two rows', () => {
    const { template } = guessOf(core, ...rowsOf(uuid(1), uuid(1), uuid(3)));
    expect(template.fields['modification.external_id']).toMatchObject({ source: { from: 'uuid' } });
    expect(template.fields['request_uuid']).toEqual(asItIs('Request'));
  });

  it('are made of texts that are none', () => {
    const { template } = guessOf(core, ...rowsOf('B-1', 'B-2', 'B-3'));
    expect(template.fields['modification.external_id']).toEqual({ source: { from: 'uuid', columns: ['Booking id'] } });
  });
});

it.each(['Sending partner country', 'Partner country'])(
  'The country of a partner, who may be that of the sender, is not taken for that of the counterparty: %s',
  (column) => {
    const { template } = guessOf(['Amount', 'Customer', 'Counterparty', column], ['1.00', 'C1', 'Rossi', 'IT']);
    expect(template.fields['payment_target_country']).toBeUndefined();
  },
);
