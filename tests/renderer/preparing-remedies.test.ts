import { describe, expect, it } from 'vitest';
import { isDate, isNumber, otherDates } from '../../src-renderer/preparing/cell-readings.ts';
import { withField } from '../../src-renderer/preparing/mapping.ts';
import { type Remedy, remediesOf } from '../../src-renderer/preparing/remedies.ts';
import { remedyInWords } from '../../src-renderer/texts/mapping.ts';
import { codeOfName } from '../../src-shared/code-names.ts';
import type { FindingKind } from '../../src-shared/contract.ts';
import { AMOUNT } from '../../src-shared/template-direction.ts';
import { paymentTemplate } from '../prepare/exports.ts';

const kind = (part: Partial<FindingKind>, ...cells: string[]): FindingKind => ({
  rule: 'map.number',
  severity: 'error',
  rows: 2,
  message: 'It cannot be read.',
  areAllCells: true,
  first: [],
  column: 'amount',
  field: 'modification.amount',
  cells: cells.map((cell) => ({ cell, rows: 1 })),
  ...part,
});
const date = { rule: 'map.date', column: 'date', field: 'modification.created_at' };
const country = { rule: 'map.value', column: 'country', field: 'payment_source_country' };

const named = (remedies: readonly Remedy[]) => remedies.map(({ remedy }) => remedy);
const first = (...asked: Parameters<typeof remediesOf>) => {
  const [remedy] = remediesOf(...asked);
  return remedy !== undefined && 'template' in remedy ? remedy.template : undefined;
};

describe('Amounts', () => {
  it('are read with a decimal point where all cells that fail have one', () => {
    const template = first(kind({}, '1,249.50', '7.00'), paymentTemplate, ['12', '1,249.50']);
    expect(template?.fields['modification.amount']).toEqual({
      source: { from: 'column', column: 'amount' },
      numbers: { decimal: '.', thousands: ',' },
    });
  });

  it('stay as they are read where that would lose others', () => {
    expect(named(remediesOf(kind({}, '7.00'), paymentTemplate, ['12,50', '7.00']))).not.toContain('numbers');
  });

  it('are not offered to be read as they are read already', () => {
    const point = { ...paymentTemplate, numbers: { decimal: '.', thousands: 'none' } as const };
    expect(named(remediesOf(kind({ rule: 'map.number' }, '-11777.16'), point))).not.toContain('numbers');
    expect(named(remediesOf(kind({ rule: 'map.number' }, '-1.249'), point))).toContain('numbers');
  });

  describe('that are negative', () => {
    const negative = kind({ rule: 'field.implausible', severity: 'warning' }, '-12272.22', '-41.41');

    it('say by their sign who is the sender, or nothing', () => {
      const remedies = remediesOf(negative, paymentTemplate);
      expect(remedies.map(remedyInWords)).toEqual([
        'Negative: money went out',
        'Negative: money came in',
        'Write it without the sign',
      ]);
      expect(first(negative, paymentTemplate)?.direction).toMatchObject({
        outgoing: { column: 'amount', test: 'negative' },
      });
    });

    it('only lose the sign where something else says who is the sender, or they are other amounts', () => {
      const told = { ...paymentTemplate, direction: { by: 'fields' } as const };
      const [remedy, ...more] = remediesOf(negative, told);
      expect(more).toEqual([]);
      expect(remedy).toMatchObject({
        remedy: 'absolute',
        template: { fields: { [AMOUNT]: { sign: { sign: 'absolute' } } } },
      });
      const field = 'modification.monitoring_amount';
      const other = withField(paymentTemplate, field, { source: { from: 'column', column: 'amount' } });
      expect(named(remediesOf({ ...negative, field }, other))).toEqual(['absolute']);
    });
  });

  it('without decimals are whole ones, as a person confirms', () => {
    const template = first(kind({}, '1.204,–'), paymentTemplate, ['12,50']);
    expect(template?.fields['modification.amount']).toMatchObject({ values: { '1.204,–': '1204.00' } });
  });

  it('are given no value where another column says the sign', () => {
    const signed = withField(paymentTemplate, 'modification.amount', {
      source: { from: 'column', column: 'amount' },
      sign: { sign: 'by-column', column: 'id', negative: ['S'] },
    });
    expect(named(remediesOf(kind({}, '1.204,–'), signed))).toEqual(['leave-out']);
  });
});

describe('Dates', () => {
  it('are read in another way as well, which loses none', () => {
    const template = first(kind(date, '2026-11-23', '2026-11-24'), paymentTemplate);
    expect(template?.fields['modification.created_at']).toMatchObject({
      dates: { formats: ['DD.MM.YYYY', 'YYYY-MM-DD'], zone: 'as-written' },
    });
  });

  it('whose day and month may be the other way round are a choice of a person', () => {
    const remedies = remediesOf(kind(date, '03/04/2026'), paymentTemplate);
    expect(remedies.flatMap((one) => (one.remedy === 'dates' ? [one.format] : []))).toEqual([
      'DD/MM/YYYY',
      'MM/DD/YYYY',
    ]);
  });

  it('that do not exist are read in no way', () => {
    expect(otherDates(['31.11.2026'], ['DD.MM.YYYY'])).toEqual([]);
    expect(isDate('31.12.2026 14:07', 'DD.MM.YYYY HH:mm')).toBe(true);
    expect(isDate('31.11.2026', 'D.M.YYYY')).toBe(false);
    expect(named(remediesOf(kind(date, '31.11.2026'), paymentTemplate))).toEqual(['give', 'leave-out']);
  });
});

describe('Codes', () => {
  it('stand for names of countries and currencies in the languages of exports', () => {
    expect(codeOfName('Deutschland', 'country')).toBe('DE');
    expect(codeOfName(' sverige ', 'country')).toBe('SE');
    expect(codeOfName('Euro', 'currency')).toBe('EUR');
    expect(codeOfName('€', 'currency')).toBe('EUR');
    expect(codeOfName('Sonstige', 'country')).toBeUndefined();
  });

  it('stand for the names that ISO gives them, and for those that people use', () => {
    const currencies = ['Pound Sterling', 'US Dollars', 'Yuan Renminbi', 'Zloty', 'euros'];
    expect(currencies.map((name) => codeOfName(name, 'currency'))).toEqual(['GBP', 'USD', 'CNY', 'PLN', 'EUR']);
    const countries = ['Korea, Republic of', 'VIET NAM', 'U.S.A.', 'The Netherlands', 'Hong Kong'];
    expect(countries.map((name) => codeOfName(name, 'country'))).toEqual(['KR', 'VN', 'US', 'NL', 'HK']);
  });

  it('are given for the names that are known; a person gives the others', () => {
    const remedies = remediesOf(kind(country, 'Deutschland', 'Sonstige'), paymentTemplate);
    expect(named(remedies)).toEqual(['values', 'give', 'leave-out']);
    expect(first(kind(country, 'Deutschland', 'Sonstige'), paymentTemplate)?.fields).toMatchObject({
      payment_source_country: { values: { Deutschland: 'DE' } },
    });
  });

  it('are those with which IBANs begin', () => {
    const ibans = kind(country, 'DE79857952481039437787', 'NL14 RABO 8113 7465 81');
    expect(named(remediesOf(ibans, paymentTemplate))).toContain('iban');
    expect(first(ibans, paymentTemplate)?.fields).toMatchObject({
      payment_source_country: { source: { from: 'column', column: 'country', part: 'country-of-iban' } },
    });
    expect(named(remediesOf(kind(country, 'DE79857952481039437787', '4711'), paymentTemplate))).not.toContain('iban');
  });

  it('in small letters are written in capitals', () => {
    expect(first(kind(country, 'de', 'se'), paymentTemplate)?.fields).toMatchObject({
      payment_source_country: { letters: 'upper' },
    });
  });
});

it('A total is left out by its cell, or taken for a transaction', () => {
  const total = kind({ rule: 'row.total', field: undefined, column: 'payment' }, 'Summe');
  const [leaveOut, take] = remediesOf(total, paymentTemplate);
  expect(leaveOut).toMatchObject({
    remedy: 'leave-out',
    template: { leaveOutRows: [{ column: 'payment', test: 'one-of', values: ['Summe'] }] },
  });
  expect(take).toMatchObject({ remedy: 'take', template: { totalRows: 'take' } });
});

it('Where a cell is empty, a person gives what stands for it, or leaves such rows out', () => {
  const empty = kind({ rule: 'field.required', column: 'currency', field: 'modification.currency' });
  expect(remediesOf(empty, paymentTemplate)).toMatchObject([
    { remedy: 'give', cells: [''] },
    { remedy: 'leave-out', condition: { column: 'currency', test: 'empty' } },
  ]);
});

it('Rows are not left out by some of their cells', () => {
  expect(named(remediesOf(kind({ areAllCells: false }, 'zwölf'), paymentTemplate))).toEqual(['give']);
});

it('A finding of no column has no remedy', () => {
  const both = kind({ rule: 'entity.both-forms', column: undefined, field: 'sender' });
  expect(remediesOf(both, paymentTemplate)).toEqual([]);
});

it('A number has its groups of three digits', () => {
  expect(isNumber('1.234,50', { decimal: ',', thousands: '.' })).toBe(true);
  expect(isNumber('12.34,50', { decimal: ',', thousands: '.' })).toBe(false);
  expect(isNumber('-88,00', { decimal: ',', thousands: 'none' })).toBe(true);
});

it('What an entity lacks is no reason to leave its rows out', () => {
  const lacking = { rule: 'entity.unknown-details', column: 'side', field: 'receiver.unknown.risk_assessment' };
  expect(remediesOf(kind(lacking, 'debtor'), paymentTemplate)).toEqual([]);
});

describe('Who is the sender', () => {
  const asked = { rule: 'ask.direction', severity: 'warning' as const, column: 'D/C', field: undefined };
  const decided = (...cells: string[]) =>
    remediesOf(kind(asked, ...cells), paymentTemplate).map((remedy) =>
      'template' in remedy ? remedy.template.direction : undefined,
    );

  it('follows a column whose words are known, or never does', () => {
    expect(decided('C')).toEqual([{ by: 'column', column: 'D/C', incoming: ['C'], outgoing: ['D'] }, { by: 'fields' }]);
  });

  it('is for a person to say where the words of the column are not known', () => {
    expect(decided('1', '2')).toEqual([
      { by: 'column', column: 'D/C', incoming: ['1'], outgoing: ['2'] },
      { by: 'column', column: 'D/C', incoming: ['2'], outgoing: ['1'] },
      { by: 'fields' },
    ]);
  });
});

describe('Who is the sender by the amount', () => {
  const country = { source: { from: 'column' as const, column: 'Counterparty country' } };
  const { payment_source_country: _, ...fields } = paymentTemplate.fields;
  const amount = { source: { from: 'column' as const, column: 'amount' } };
  const bySign = { ...paymentTemplate, fields: { ...fields, payment_target_country: country, [AMOUNT]: amount } };
  const asked = { rule: 'ask.direction', severity: 'warning' as const, field: AMOUNT };

  it('follows its sign in either way, which the amount then has no more, or never does', () => {
    const remedies = remediesOf(kind({ ...asked, column: 'amount' }, '12,50'), bySign);
    expect(remedies.map(remedyInWords)).toEqual([
      'Negative: money went out',
      'Negative: money came in',
      'The customer is always the sender',
    ]);
    const [out, into, never] = remedies.map((remedy) => ('template' in remedy ? remedy.template : undefined));
    const [negative, positive] = (['negative', 'positive'] as const).map((test) => ({ column: 'amount', test }));
    const countries = 'change-places' as const;
    expect(out?.direction).toEqual({ by: 'conditions', outgoing: negative, incoming: positive, countries });
    expect(into?.direction).toEqual({ by: 'conditions', outgoing: positive, incoming: negative, countries });
    for (const template of [out, into])
      expect(template?.fields[AMOUNT]).toEqual({ ...amount, sign: { sign: 'absolute' } });
    expect(never).toEqual({ ...bySign, direction: { by: 'fields' } });
  });

  it('follows the column that is filled, or never does', () => {
    const either = (column: string) => ({ source: { from: 'column' as const, column } });
    const value = {
      alternatives: [
        { when: { column: 'Soll', test: 'filled' as const }, value: either('Soll') },
        { value: either('Haben') },
      ],
    };
    const template = { ...paymentTemplate, fields: { ...fields, [AMOUNT]: value } };
    const remedies = remediesOf(kind({ ...asked, column: 'Haben' }, '12,50'), template);
    expect(remedies.map(remedyInWords)).toEqual(['In “Haben”, money came in', 'The customer is always the sender']);
    const [way] = remedies.map((remedy) => ('template' in remedy ? remedy.template : undefined));
    expect(way?.direction).toEqual({
      by: 'conditions',
      outgoing: { column: 'Soll', test: 'filled' },
      incoming: { column: 'Haben', test: 'filled' },
    });
    expect(way?.fields[AMOUNT]).toEqual(value);
  });
});

it('Ids of customers among the names become known entities, by their form', () => {
  const field = 'receiver.unknown.full_name';
  const finding = kind({ rule: 'ask.known', field, column: 'name' }, 'customer-0012950', 'customer-0012951');
  const template = first(finding, paymentTemplate);
  expect(template?.fields['receiver.by_external_id']).toEqual({ source: { from: 'column', column: 'name' } });
  expect(template?.entities.receiver?.knownWhen).toEqual({
    column: 'name',
    test: 'of-form',
    forms: ['customer-#######'],
  });
});

it('The country that a person chooses for our customer is that of all rows', () => {
  const { payment_source_country: _, ...fields } = paymentTemplate.fields;
  const asked = kind({ rule: 'ask.country', severity: 'warning', field: 'payment_source_country', column: undefined });
  const [remedy, ...more] = remediesOf(asked, { ...paymentTemplate, fields });
  expect(more).toEqual([]);
  const chosen = remedy?.remedy === 'own-country' ? remedy.with('DE') : undefined;
  expect(chosen?.fields['payment_source_country']).toEqual({ source: { from: 'constant', text: 'DE' } });
});
