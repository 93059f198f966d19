import fc from 'fast-check';
import { expect, it } from 'vitest';
import { figuresOf } from '../../src-main/check/rules/figures.ts';
import { type JsonObject, valueAt } from '../../src-main/check/rules/json-object.ts';
import { factsOf, factsOfLine } from '../../src-main/prepare/line-facts.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { anyText } from '../any-text.ts';
import { runs } from '../harness/night.ts';
import { column, constant, mapped, templateOf } from '../templates/templates.ts';

const uuid = 'aaaaaaaa-0000-4000-8000-00000000000f';
const fields = {
  payment_external_id: column('Payment'),
  payment_source_country: column('From'),
  payment_target_country: column('To'),
  'modification.external_id': column('Id'),
  'modification.created_at': column('Booked'),
  'modification.amount': column('Amount'),
  'modification.currency': column('Currency'),
};

function factsOfCells(cells: Readonly<Record<string, string>>) {
  const row = mapped({ fields, otherColumns: 'additional-fields' }, cells);
  if (row.kind !== 'line') throw new Error(`The row is ${row.kind}.`);
  return factsOf(row.fields);
}

it('A transaction is split off and added up by what is written of it', () => {
  const facts = factsOfCells({
    Payment: uuid.toUpperCase(),
    From: 'DE',
    To: ' FR ',
    Id: uuid,
    Booked: '2024-02-29T23:59:59',
    Amount: '-0012.50',
    Currency: 'EUR',
  });
  expect(facts).toEqual({
    payment: uuid.toUpperCase(),
    modification: uuid,
    day: '2024-02-29',
    amount: '-12.50',
    currency: 'EUR',
    sourceCountry: 'DE',
    targetCountry: 'FR',
  });
});

it('What is no code is in no group and no sum, and what is empty is missing', () => {
  const facts = factsOfCells({
    Payment: '',
    From: 'Ger"many',
    To: 'de',
    Id: '',
    Booked: '',
    Amount: '',
    Currency: 'eu\\r',
    amount: '5',
  });
  expect(facts).toEqual({
    payment: '',
    modification: '',
    day: '',
    amount: undefined,
    currency: '',
    sourceCountry: '',
    targetCountry: '',
  });
});

it('A row has nothing of the row before it', () => {
  const map = rowMapper(templateOf({ fields }), ['Payment', 'Currency', 'From']);
  map({ number: 2, cells: [uuid, 'EUR', 'DE'] });
  const second = map({ number: 3, cells: ['', '', 'FR'] });
  expect(second.kind === 'line' && factsOf(second.fields)).toMatchObject({
    payment: '',
    currency: '',
    sourceCountry: 'FR',
  });
});

/** From the line alone, as a reader of the file would find them. */
function factsInLine(line: string) {
  const transaction: JsonObject = JSON.parse(line);
  const found = figuresOf(line, transaction);
  const text = (from: unknown, key: string) => {
    const value = typeof from === 'object' && from !== null ? Object.entries(from).find(([name]) => name === key) : [];
    return typeof value?.[1] === 'string' ? value[1] : '';
  };
  return {
    payment: text(transaction, 'payment_external_id'),
    source: text(transaction, 'payment_source_country'),
    target: text(transaction, 'payment_target_country'),
    modification: text(valueAt(transaction, 'modification'), 'external_id'),
    amount: found?.amount ?? '',
    currency: found?.currency ?? '',
    createdAt: found?.createdAt ?? '',
  };
}

it('What is handed over of a row is what stands in its line', () => {
  const template = templateOf({
    otherColumns: 'additional-fields',
    fields: {
      ...fields,
      'modification.currency': { ...column('Currency'), values: { Euro: 'EUR', '-': '' } },
      payment_target_country: {
        alternatives: [{ when: { column: 'To', test: 'filled' }, value: column('To') }, { value: constant('CH') }],
      },
      'modification.type': column('Type'),
      'sender.unknown.full_name': column('Name'),
    },
    additionalFields: {
      amount: { ...column('Note'), type: 'json' },
      modification: { ...column('Note'), type: 'json' },
    },
  });
  const names = ['Payment', 'From', 'To', 'Id', 'Booked', 'Amount', 'Currency', 'Type', 'Name', 'Note', 'Late'];
  const map = rowMapper(template, names);
  const text = fc.oneof(
    fc.constantFrom('', ' ', 'DE', 'EUR', 'Euro', '-', '"', '\\', '"amount":7', '\u2028', '\ud800'),
    anyText({ maxLength: 5 }),
  );
  const row = fc.tuple(
    fc.constantFrom('', uuid, ` {${uuid}}`, uuid.replaceAll('-', '')),
    ...[text, text],
    fc.constantFrom('', uuid, uuid.toUpperCase()),
    fc.constantFrom('', '2024-02-29', '2024-01-31T12:00:00.123', '2024-01-31T12:00:00+02:00', '0000-01-01'),
    fc.oneof(
      fc.constantFrom('', '1E5', '1e999', '+5', '.5', '-0', '(7.10)', `${'9'.repeat(150)}.1`),
      fc.double().map(String),
    ),
    ...[text, text, text],
    fc.constantFrom('', '{"amount":3,"modification":{"amount":4}}', '[{"amount" : "x"}]', '"amount"'),
    text,
  );
  let lines = 0;
  fc.assert(
    fc.property(row, (cells) => {
      const result = map({ number: 2, cells });
      if (result.kind !== 'line') return;
      lines += 1;
      const { fields: written, line } = result;
      const texts = [written.payment, written.sourceCountry, written.targetCountry, written.modification];
      const [payment, source, target, modification, createdAt, currency] = [
        ...texts,
        ...[written.createdAt, written.currency],
      ].map((json) => (json === '' ? '' : JSON.parse(json)));
      const { amount } = written;
      expect({ payment, source, target, modification, createdAt, currency, amount }).toEqual(factsInLine(line));
      expect(factsOf(written)).toEqual(factsOfLine(line));
    }),
    { numRuns: runs(1000, 150_000) },
  );
  expect(lines).toBeGreaterThan(300);
});
