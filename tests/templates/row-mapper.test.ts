import { expect, it } from 'vitest';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { column, constant, faultsOf, lineOf, mapped, templateOf } from './templates.ts';

it('A row of a German bank becomes a transaction, in the order of the interface and with every digit', () => {
  const line = lineOf(
    {
      numbers: { decimal: ',', thousands: '.' },
      dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
      otherColumns: 'additional-fields',
      fields: {
        'modification.amount': column('Betrag'),
        'modification.created_at': column('Buchungstag'),
        'modification.currency': column('Währung'),
        payment_type: { ...column('Art'), values: { CR: 'payout' }, otherValues: 'refuse' },
        request_uuid: column('Id'),
        'sender.by_external_id': column('Kunde'),
        'receiver.unknown.full_name': column('Empfänger'),
        'receiver.unknown.external_id': { source: { from: 'uuid', columns: ['Empfänger'] } },
        'receiver.unknown.risk_assessment': constant('LOW'),
      },
    },
    {
      Betrag: '1.234.567.890.123.456,70',
      Buchungstag: '31.01.2024',
      Währung: ' EUR',
      Art: 'CR ',
      Kunde: 'K-1',
      Id: '0E984725-C51C-4BF4-9960-E1C80E27ABA0',
      Empfänger: 'Jürgen "Jo" Müller',
      Zweck: ' Miete\nJanuar ',
    },
  );
  expect(line).toBe(
    '{"request_uuid":"0E984725-C51C-4BF4-9960-E1C80E27ABA0","payment_type":"payout",' +
      '"sender":{"by_external_id":"K-1"},' +
      '"receiver":{"external_entity_type":"unknown","unknown":{"external_id":"' +
      // By Python: uuid5(UUID(namespace), '["Jürgen \\"Jo\\" Müller"]')
      'b3c5b53e-fe41-5065-89ab-cea73c559a55' +
      '","full_name":"Jürgen \\"Jo\\" Müller","risk_assessment":"LOW"}},' +
      '"modification":{"amount":1234567890123456.70,"currency":"EUR","created_at":"2024-01-31T00:00:00"},' +
      '"additional_fields":{"Zweck":" Miete\\nJanuar "}}',
  );
});

it('Every fault of a row is told, with its column and cell', () => {
  const faults = faultsOf(
    { fields: { request_uuid: column('Id'), 'modification.amount': column('Amount'), payment_type: column('Type') } },
    { Id: '1.23457E+15', Amount: 'ten', Type: 'x' },
  );
  expect(faults).toEqual([
    {
      row: 7,
      column: 'Id',
      cell: '1.23457E+15',
      field: 'request_uuid',
      rule: 'map.uuid',
      message:
        '“1.23457E+15” is what Excel shows of a longer number: its last digits are lost already. Export the column as text.',
    },
    {
      row: 7,
      column: 'Amount',
      cell: 'ten',
      field: 'modification.amount',
      rule: 'map.number',
      message: '“ten” is not a number written with “.” before the decimals and nothing between thousands.',
    },
  ]);
});

it('A row after a refused one is judged on its own', () => {
  const map = rowMapper(templateOf({ fields: { 'modification.amount': column('Amount') } }), ['Amount']);
  expect(map({ number: 2, cells: ['ten'] }).kind).toBe('refused');
  expect(map({ number: 3, cells: ['10'] })).toMatchObject({ kind: 'line', line: '{"modification":{"amount":10}}' });
});

it('Rows that the template leaves out, and rows without any filled cell, are no transactions', () => {
  const parts = { leaveOutRows: [{ column: 'Kind', test: 'one-of' as const, values: ['Total'] }] };
  expect(mapped(parts, { Kind: ' Total ', Name: 'x' })).toEqual({ kind: 'left-out' });
  expect(mapped(parts, { Kind: ' ', Name: '\u00a0' })).toEqual({ kind: 'left-out' });
});

it('A column that the table came to know late is found by its name', () => {
  const template = templateOf({ otherColumns: 'additional-fields', fields: { payment_type: column('type') } });
  const others = [['type', 'cash'] as const, ['note', 'late'] as const];
  expect(rowMapper(template, ['id'])({ number: 1, cells: ['4'], others })).toMatchObject({
    kind: 'line',
    line: '{"payment_type":"cash","additional_fields":{"id":"4","note":"late"}}',
  });
});
