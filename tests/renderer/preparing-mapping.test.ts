import { describe, expect, it } from 'vitest';
import { transactionFields } from '../../src-main/check/rules/transaction-fields.ts';
import { allFields, missingFields } from '../../src-renderer/preparing/fields.ts';
import {
  decidingColumns,
  isCoded,
  madeOf,
  otherColumns,
  placeInRow,
  sourceOfKind,
  unsentColumns,
  withAdditional,
  withAllAdditional,
  withDirection,
  withField,
  withKnownWhen,
  withSource,
  withValue,
} from '../../src-renderer/preparing/mapping.ts';
import { NOTHING, withColumnAs } from '../../src-renderer/preparing/mapping-choices.ts';
import { fieldOfSide, howRead, kindInWords } from '../../src-renderer/texts/mapping.ts';
import type { Template, Value } from '../../src-shared/contract.ts';
import { AMOUNT, directionOfAmount, directionsByAmount } from '../../src-shared/template-direction.ts';
import { column } from '../templates/templates.ts';

const template: Template = {
  version: 1,
  name: 'konten',
  reading: { format: 'delimited' },
  columns: ['Nr', 'Betrag', 'Art', 'Notiz'],
  numbers: { decimal: ',', thousands: '.' },
  dates: { formats: ['DD.MM.YYYY'], zone: 'as-written' },
  fields: {
    'modification.amount': { source: { from: 'column', column: 'Betrag' } },
    payment_type: { source: { from: 'column', column: 'Art' } },
  },
  entities: {},
  additionalFields: {},
  otherColumns: 'leave-out',
  leaveOutRows: [],
};

const failed = (): never => {
  throw new Error('There is no such way.');
};

/** The leaves of the interface, without what follows from the form of an entity. */
function leaves(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, inner]) => {
    if (inner === 'open-object' || inner === 'entity-type') return [];
    return typeof inner === 'string' ? [prefix + key] : leaves(inner, `${prefix}${key}.`);
  });
}

it('The table knows every field of the interface once', () => {
  expect(allFields.map(({ path }) => path).sort()).toEqual(leaves(transactionFields).sort());
});

it('Another source keeps what was set about the field', () => {
  const signed = withField(template, 'modification.amount', {
    source: { from: 'column', column: 'Betrag' },
    sign: { sign: 'reversed' },
  });
  expect(
    withSource(signed, 'modification.amount', { from: 'column', column: 'Nr' }).fields['modification.amount'],
  ).toEqual({ source: { from: 'column', column: 'Nr' }, sign: { sign: 'reversed' } });
});

it('A field without a value is not in the template', () => {
  expect(Object.keys(withField(template, 'payment_type', undefined).fields)).toEqual(['modification.amount']);
});

it('Fields are in the order of the interface, whenever they were mapped', () => {
  const later = withField(template, 'modification.external_id', { source: { from: 'uuid', columns: ['Nr'] } });
  expect(Object.keys(later.fields)).toEqual(['modification.external_id', 'modification.amount', 'payment_type']);
});

it('A column that decides about a sign or a condition counts as used', () => {
  const signed = withField(template, 'modification.amount', {
    source: { from: 'column', column: 'Betrag' },
    sign: { sign: 'by-column', column: 'Notiz', negative: ['S'] },
  });
  expect(otherColumns(signed, template.columns)).toEqual(['Nr']);
  expect(
    madeOf({
      alternatives: [{ when: { column: 'Art', test: 'filled' }, value: { source: { from: 'column', column: 'Nr' } } }],
    }),
  ).toEqual(['Nr']);
});

it('A column that is kept as an additional field is not left over', () => {
  const kept = withAdditional(template, 'Notiz', { source: { from: 'column', column: 'Notiz' } });
  expect(otherColumns(kept, template.columns)).toEqual(['Nr']);
  expect(otherColumns(withAdditional(kept, 'Notiz', undefined), template.columns)).toEqual(['Nr', 'Notiz']);
});

it('Nothing is sent of columns that no field uses, until they are sent as additional fields', () => {
  expect(unsentColumns(template, template.columns)).toEqual(['Nr', 'Notiz']);
  expect(unsentColumns({ ...template, otherColumns: 'additional-fields' }, template.columns)).toEqual([]);
  const sent = withAllAdditional(template, ['Nr', 'Notiz']);
  expect(unsentColumns(sent, [...template.columns, 'Neu'])).toEqual(['Neu']);
  expect(sent.additionalFields['Notiz']).toEqual({ source: { from: 'column', column: 'Notiz' } });
});

it('Joined columns begin with the column that was there before', () => {
  expect(sourceOfKind('columns', { from: 'column', column: 'Art' }, template.columns)).toEqual({
    from: 'columns',
    columns: ['Art'],
    separator: ' ',
  });
});

it('A value of theirs becomes ours, and stays as it is once ours is emptied', () => {
  const mapped = withValue(template, 'payment_type', 'CR', 'payout');
  expect(mapped.fields['payment_type']).toEqual({
    source: { from: 'column', column: 'Art' },
    values: { CR: 'payout' },
  });
  expect(withValue(mapped, 'payment_type', 'CR', undefined)).toEqual(template);
  expect(isCoded('payment_type')).toBe(true);
  expect(isCoded('modification.amount')).toBe(false);
});

it('Of an entity, one of both forms is needed', () => {
  const unmapped = { fields: {}, entities: {} };
  expect(missingFields(unmapped)).toEqual([
    ...['modification.external_id', 'modification.amount', 'modification.currency', 'modification.created_at'],
    ...['sender.by_external_id', 'receiver.by_external_id'],
  ]);
  const unknown = withField(template, 'sender.unknown.external_id', { source: { from: 'uuid', columns: ['Nr'] } });
  expect(missingFields(unknown)).toContain('sender.unknown.risk_assessment');
  expect(missingFields(unknown)).not.toContain('sender.by_external_id');
  const either = withKnownWhen(unknown, 'sender.', { column: 'Nr', test: 'filled' });
  expect(missingFields(either)).toContain('sender.by_external_id');
});

it('the risk of unknown parties is said once for a payment message, until the other side is said to differ', () => {
  const [sender, receiver] = ['sender.unknown.risk_assessment', 'receiver.unknown.risk_assessment'];
  const risk = (text: string) => ({ from: 'constant' as const, text });
  const message: Template = { ...template, reading: { format: 'iso20022' } };
  const both = withSource(withSource(message, sender, risk('')), sender, risk('low'));
  expect([both.fields[sender], both.fields[receiver]]).toEqual([{ source: risk('low') }, { source: risk('low') }]);
  expect(howRead(sender, undefined, message)).toBe('for sender and receiver');
  expect(howRead(receiver, both.fields[receiver], both)).toBe('the same for all rows, for sender and receiver');
  const other = withField(both, receiver, { source: risk('high') });
  expect(howRead(receiver, other.fields[receiver], other)).toBe(
    'the same for all rows, Receiver, or Sender where money came in',
  );
  expect(withSource(other, sender, risk('middle')).fields[receiver]).toEqual({ source: risk('high') });
  expect(withSource(template, sender, risk('low')).fields[receiver]).toBeUndefined();
});

it('The value of a field is shown where it stands in the row: sender and receiver may have changed places', () => {
  const directed: Template = {
    ...template,
    direction: { by: 'column', column: 'D/C', incoming: ['C'], outgoing: ['D'] },
  };
  expect(placeInRow(directed, 'sender.by_external_id', () => 'C')).toBe('receiver.by_external_id');
  expect(placeInRow(directed, 'sender.by_external_id', () => 'D')).toBe('sender.by_external_id');
  expect(placeInRow(directed, 'modification.amount', () => 'C')).toBe('modification.amount');
  expect(placeInRow(template, 'sender.by_external_id', () => 'C')).toBe('sender.by_external_id');
});

describe('A direction by the amount', () => {
  const written = { source: { from: 'column' as const, column: 'Betrag' } };
  const [bySign = failed(), opposite = failed()] = directionsByAmount(template);
  const directed = withDirection(template, bySign);
  const either: Template = {
    ...template,
    fields: {
      [AMOUNT]: {
        alternatives: [{ when: { column: 'Betrag', test: 'filled' }, value: written }, { value: column('Nr') }],
      },
    },
  };
  const words = (of: Template) => howRead(AMOUNT, of.fields[AMOUNT], of);

  it('shows the value of a field where it stands in the row', () => {
    const place = (cell: string) => placeInRow(directed, 'sender.by_external_id', () => cell);
    expect(['-5,00', '5,00', '0,00', '(7)'].map(place)).toEqual([
      ...['sender.by_external_id', 'receiver.by_external_id'],
      ...['sender.by_external_id', 'sender.by_external_id'],
    ]);
  });

  it('is said where the amount is read, in a few words', () => {
    expect(words(template)).toBe('number with a decimal comma');
    expect(words(directed)).toBe('number with a decimal comma, a minus means that money went out');
    expect(words(either)).toBe('Betrag or Nr, the filled one');
    const [byColumn = failed()] = directionsByAmount(either);
    expect(words(withDirection(either, byColumn))).toBe(
      'Betrag or Nr, the filled one: money came in where Nr is filled',
    );
    expect(words({ ...directed, direction: { by: 'column', column: 'Art', incoming: ['C'], outgoing: ['D'] } })).toBe(
      'number with a decimal comma, sign always positive',
    );
  });

  it('says what is missing of a party by its side, which is the same where it is sender or receiver', () => {
    const risk = { rule: 'entity.unknown-details', field: 'receiver.unknown.risk_assessment' };
    expect(kindInWords(risk, template)).toBe('Receiver: risk missing');
    expect(kindInWords(risk, directed)).toBe('Counterparty: risk missing');
    expect(fieldOfSide('sender.by_external_id', directed)).toBe('Own customer: Identifier, if known');
    expect(fieldOfSide(AMOUNT, directed)).toBe('Amount');
  });

  it('is known again, and is taken back with what follows from it', () => {
    expect(directionOfAmount(directed)).toEqual(bySign);
    expect(directionOfAmount(withDirection(directed, opposite))).toEqual(opposite);
    expect(directionOfAmount(template)).toBeUndefined();
    expect(directed.fields[AMOUNT]).toEqual({ ...written, sign: { sign: 'absolute' } });
    expect(withDirection(directed, { by: 'fields' })).toEqual({ ...template, direction: { by: 'fields' } });
  });

  it('is not there for an amount of parts, of several columns or of other conditions', () => {
    const of = (value: Value) => directionsByAmount({ fields: { [AMOUNT]: value } });
    expect(of({ source: { from: 'column', column: 'Betrag', part: { separator: ' ', number: 1 } } })).toEqual([]);
    expect(of({ source: { from: 'columns', columns: ['Betrag', 'Nr'], separator: ' ' } })).toEqual([]);
    expect(
      of({ alternatives: [{ when: { column: 'Art', test: 'filled' }, value: written }, { value: column('Nr') }] }),
    ).toEqual([]);
    expect(
      of({ alternatives: [{ when: { column: 'Betrag', test: 'filled' }, value: written }, { value: written }] }),
    ).toEqual([]);
  });

  it('has its columns among those that decide, and goes where such a column is to say nothing', () => {
    const unused = withField(directed, AMOUNT, undefined);
    expect([...decidingColumns(unused)]).toEqual(['Betrag']);
    expect(withColumnAs(unused, 'Betrag', NOTHING, []).direction).toEqual({ by: 'fields' });
  });
});
