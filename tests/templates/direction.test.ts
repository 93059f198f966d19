/** @file Rows in which money comes in: sender and receiver change places, by a column that is found, or asked about. */

import { describe, expect, it } from 'vitest';
import { findingOfLine } from '../../src-main/prepare/finding-of-line.ts';
import { guessTemplate } from '../../src-main/templates/guess.ts';
import { originOfField } from '../../src-main/templates/origin-of-field.ts';
import { questionsAbout } from '../../src-main/templates/questions.ts';
import { rowMapper } from '../../src-main/templates/row-mapper.ts';
import { templateProblems } from '../../src-main/templates/template-problems.ts';
import { namedColumns } from '../../src-main/templates/used-columns.ts';
import { directionsIn } from '../../src-shared/direction-words.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';
import { type DirectionByConditions, tellsFlow, withDirection } from '../../src-shared/template-direction.ts';
import type { Direction, Template } from '../../src-shared/template-shapes.ts';
import { column, constant, faultsOf, lineOf, templateOf } from './templates.ts';

const direction: Direction = { by: 'column', column: 'D/C', incoming: ['C'], outgoing: ['D'] };
const fields: Template['fields'] = {
  payment_source_country: column('From'),
  'sender.by_external_id': column('Customer No'),
  'sending_partner.by_external_id': column('Branch'),
  'receiver.unknown.full_name': column('Counterparty'),
  'receiver.unknown.risk_assessment': constant('LOW'),
};
const row = { 'D/C': 'D', 'Customer No': 'customer-1', Counterparty: 'ACME', Branch: 'B1', From: 'DE' };
const customer = { by_external_id: 'customer-1' };
const other = { external_entity_type: 'unknown', unknown: { full_name: 'ACME', risk_assessment: 'LOW' } };

it('What goes out and what comes in is told apart where rows say it, unless what goes out is negative as it is sent', () => {
  const amount = { 'modification.amount': column('Amount') };
  const bySign: Direction = {
    by: 'conditions',
    outgoing: { column: 'Amount', test: 'negative' },
    incoming: { column: 'Amount', test: 'positive' },
  };
  const unsigned = { 'modification.amount': { ...column('Amount'), sign: { sign: 'absolute' as const } } };
  expect([
    tellsFlow({ fields: amount, direction }),
    tellsFlow({ fields: unsigned, direction: bySign }),
    tellsFlow({ fields: amount, direction: bySign }),
    tellsFlow({ fields: amount, direction: { by: 'fields' } }),
    tellsFlow({ fields: amount }),
  ]).toEqual([true, true, false, false, false]);
});

describe('A template with a direction', () => {
  it('leaves sender and receiver in their places where money goes out', () => {
    expect(JSON.parse(lineOf({ fields, direction }, row))).toEqual({
      payment_source_country: 'DE',
      sender: customer,
      sending_partner: { by_external_id: 'B1' },
      receiver: other,
    });
  });

  it('exchanges sender and receiver, and their partners, where money comes in, and leaves countries as they are', () => {
    expect(JSON.parse(lineOf({ fields, direction }, { ...row, 'D/C': ' C ' }))).toEqual({
      payment_source_country: 'DE',
      sender: other,
      receiver: customer,
      receiving_partner: { by_external_id: 'B1' },
    });
  });

  it('takes with an entity when it is a known one', () => {
    const known: Partial<Template> = {
      direction,
      fields: { ...fields, 'receiver.by_external_id': column('Counterparty') },
      entities: { receiver: { knownWhen: { column: 'Counterparty', test: 'of-form', forms: ['customer-#'] } } },
    };
    const incoming = { ...row, 'D/C': 'C' };
    expect(JSON.parse(lineOf(known, incoming)).sender).toEqual(other);
    expect(JSON.parse(lineOf(known, { ...incoming, Counterparty: 'customer-2' })).sender).toEqual({
      by_external_id: 'customer-2',
    });
  });

  it.each([
    [
      'X',
      '“X” in “D/C” is not among the values that say whether money came in or went out, so it is not known who is the sender.',
    ],
    ['', '“D/C” is empty, so it does not say who is the sender and who is the receiver.'],
  ])('refuses a row with “%s”', (cell, sentence) => {
    const [fault, ...more] = faultsOf({ fields, direction }, { ...row, 'D/C': cell });
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ row: 7, rule: 'map.direction', column: 'D/C', cell });
    expect(inEnglish(fault?.message ?? '')).toBe(sentence);
  });

  it('leads from an entity to the columns that it is made of in that row', () => {
    const template = templateOf({ columns: Object.keys(row), fields, direction });
    expect(originOfField(template, 'sender.unknown.full_name', true)).toEqual(['Counterparty']);
    expect(originOfField(template, 'sender.by_external_id', false)).toEqual(['Customer No']);
    expect(originOfField(template, 'sender.by_external_id')).toEqual([]);
    const findingOf = findingOfLine(template, Object.keys(row));
    const complaint = { path: 'sender.unknown.full_name', rule: 'field.type', severity: 'error', message: '' } as const;
    const incoming = { number: 2, cells: Object.values({ ...row, 'D/C': 'C' }) };
    expect(findingOf(incoming, complaint)).toMatchObject({
      field: 'receiver.unknown.full_name',
      column: 'Counterparty',
      cell: 'ACME',
    });
  });

  it('is unusable with a column that is not there, or a value that says both', () => {
    const template = templateOf({ columns: ['a'], direction: { ...direction, outgoing: ['C', 'D'] } });
    expect(templateProblems(template).map(inEnglish)).toEqual([
      'direction: there is no column “D/C”.',
      'direction: the value “C” cannot say both that money comes in and that it goes out.',
    ]);
  });
});

const bySign: DirectionByConditions = {
  by: 'conditions',
  outgoing: { column: 'Amount', test: 'negative' },
  incoming: { column: 'Amount', test: 'positive' },
};
const byColumns: Direction = {
  by: 'conditions',
  outgoing: { column: 'Soll', test: 'filled' },
  incoming: { column: 'Haben', test: 'filled' },
};

describe('A template with a direction by conditions', () => {
  const outgoing = { sender: customer, receiver: other, sending_partner: { by_external_id: 'B1' } };
  const incoming = { sender: other, receiver: customer, receiving_partner: { by_external_id: 'B1' } };

  it.each([
    ['-5,00', outgoing],
    ['(5)', outgoing],
    ['5-', outgoing],
    ['\u22125', outgoing],
    ['$-5', outgoing],
    ['5,00', incoming],
    ['1E-3', incoming],
  ])('knows by the sign of %s who is the sender', (amount, parties) => {
    const { payment_source_country, ...line } = JSON.parse(
      lineOf({ fields, direction: bySign }, { ...row, Amount: amount }),
    );
    expect(line).toEqual(parties);
    expect(payment_source_country).toBe('DE');
  });

  it.each([
    ['5,00', '', outgoing],
    ['', '5,00', incoming],
    [' ', 'x', incoming],
  ])('knows by the column who is the sender: “%s” and “%s”', (soll, haben, parties) => {
    const line = JSON.parse(lineOf({ fields, direction: byColumns }, { ...row, Soll: soll, Haben: haben }));
    expect(line).toMatchObject(parties);
  });

  it.each([
    [
      '0,00',
      '“0,00” in “Amount” says neither that money came in nor that it went out, so it is not known who is the sender.',
    ],
    [
      'abc',
      '“abc” in “Amount” says neither that money came in nor that it went out, so it is not known who is the sender.',
    ],
    [' ', '“Amount” is empty, so it does not say who is the sender and who is the receiver.'],
  ])('refuses a row with the amount “%s”', (amount, sentence) => {
    const [fault, ...more] = faultsOf({ fields, direction: bySign }, { ...row, Amount: amount });
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ row: 7, rule: 'map.direction', column: 'Amount', cell: amount });
    expect(inEnglish(fault?.message ?? '')).toBe(sentence);
  });

  it.each([
    ['1', '2', '“Soll” says that money went out, and “Haben” that it came in, so it is not known who is the sender.'],
    [
      '',
      '',
      '“Soll” does not say that money went out, and “Haben” not that it came in, so it is not known who is the sender.',
    ],
  ])('refuses a row with “%s” and “%s” in two columns', (soll, haben, sentence) => {
    const [fault, ...more] = faultsOf({ fields, direction: byColumns }, { ...row, Soll: soll, Haben: haben });
    expect(more).toEqual([]);
    expect(fault).toMatchObject({ rule: 'map.direction', column: 'Soll', cell: soll });
    expect(inEnglish(fault?.message ?? '')).toBe(sentence);
  });

  it('leads from an entity to the columns that it is made of in that row', () => {
    const columns = [...Object.keys(row), 'Amount'];
    const template = templateOf({ columns, fields, direction: bySign });
    expect(originOfField(template, 'sender.unknown.full_name', true)).toEqual(['Counterparty']);
    expect(originOfField(template, 'sender.by_external_id')).toEqual([]);
    const complaint = { path: 'sender.unknown.full_name', rule: 'field.type', severity: 'error', message: '' } as const;
    const given = { number: 2, cells: [...Object.values(row), '5'] };
    expect(findingOfLine(template, columns)(given, complaint)).toMatchObject({
      field: 'receiver.unknown.full_name',
      column: 'Counterparty',
    });
  });

  it('names its columns among those that the template speaks of', () => {
    expect([...namedColumns(templateOf({ direction: byColumns }))]).toEqual(['Soll', 'Haben']);
  });

  it('is unusable with columns that are not there, or with one condition for both', () => {
    const template = templateOf({ columns: ['Haben'], direction: byColumns });
    expect(templateProblems(template).map(inEnglish)).toEqual(['direction.outgoing: there is no column “Soll”.']);
    const same = { column: 'Haben', test: 'filled' } as const;
    const both = templateOf({ columns: ['Haben'], direction: { by: 'conditions', outgoing: same, incoming: same } });
    expect(templateProblems(both).map(inEnglish)).toEqual([
      'direction: one condition cannot say both that money comes in and that it goes out.',
    ]);
  });
});

describe('What a column says', () => {
  it.each([
    [['D', 'C'], ['C'], ['D']],
    [['S', 'H'], ['H'], ['S']],
    [['Soll', 'Haben', ''], ['Haben'], ['Soll']],
    [['DBIT', 'CRDT'], ['CRDT'], ['DBIT']],
    [['débit', 'crédit'], ['crédit'], ['débit']],
    [['+', '-'], ['+'], ['-']],
    [['IN', 'OUT'], ['IN'], ['OUT']],
    [['Credit'], ['Credit'], ['Debit']],
    [
      ['D', 'C', 'd', 'c'],
      ['C', 'c'],
      ['D', 'd'],
    ],
    [['D', 'X', 'C'], ['C'], ['D']],
  ])('%j', (cells, incoming, outgoing) => {
    expect(directionsIn(cells)).toEqual({ incoming, outgoing });
  });

  it.each([[['D', 'X']], [['D', 'H']], [['Y', 'N']], [[]], [['']]])('is not known of %j', (cells) => {
    expect(directionsIn(cells)).toBeUndefined();
  });
});

/** An export of two rows with these names of columns. */
function exportOf(columns: readonly string[], ...lines: readonly string[]) {
  const rows = lines.map((line, at) => ({ number: at + 2, cells: line.split(';') }));
  return { columns, rows, reading: { format: 'delimited', delimiter: ';' } as const };
}
const core = (side: string, opposite = 'Counterparty') =>
  exportOf(
    [
      'Booking ID',
      'Customer No',
      side,
      opposite,
      'Risk',
      'Amount',
      'Currency',
      'Booked at',
      'Country from',
      'Country to',
    ],
    'B1;customer-0091905;D;ACME;low;32.255,38;EUR;01.10.2026 08:00;NL;IT',
    'B2;customer-0091906;C;customer-0091905;high;12,50;EUR;13.10.2026 08:00;DE;DE',
    'B3;customer-0091907;D;Bank AG;medium;7,50;EUR;14.10.2026 08:00;DE;FR',
  );
const asked = ({ columns, rows }: ReturnType<typeof core>, template: Template) =>
  questionsAbout(template, columns, rows).map(({ row: at, column: of, rule }) => [at, of, rule]);

/** Source and target of each row. */
const countriesIn = ({ columns, rows }: ReturnType<typeof core>, template: Template) => {
  const map = rowMapper(template, columns);
  return rows.map((row) => {
    const made = map(row);
    const { payment_source_country, payment_target_country } = made.kind === 'line' ? JSON.parse(made.line) : {};
    return [payment_source_country, payment_target_country];
  });
};

describe('A proposal', () => {
  it.each(['D/C', 'Dr/Cr', 'Debit Credit Indicator', 'Soll/Haben', 'Sens', 'Direction'])(
    'uses the column %s',
    (side) => {
      const { template, direction: why } = guessTemplate(core(side), 'Core');
      expect(template.direction).toEqual({ by: 'column', column: side, incoming: ['C'], outgoing: ['D'] });
      expect(why?.column).toBe(side);
      expect(template.fields['payment_source_country']).toEqual(column('Country from'));
    },
  );

  it('takes the risk of the counterparty, in the words that the interface usually has', () => {
    const { template } = guessTemplate(core('D/C'), 'Core');
    expect(template.fields['receiver.unknown.risk_assessment']).toEqual({ ...column('Risk'), letters: 'upper' });
  });

  it('puts the country of the counterparty on the side where it is', () => {
    const { columns, rows, reading } = core('D/C');
    const named = columns.map((name) =>
      name === 'Country to' ? 'Counterparty country' : name === 'Country from' ? 'Note' : name,
    );
    const { template } = guessTemplate({ columns: named, rows, reading }, 'Core');
    expect(template.direction).toMatchObject({ countries: 'change-places' });
    expect(countriesIn({ columns: named, rows, reading }, template)).toEqual([
      [undefined, 'IT'],
      ['DE', undefined],
      [undefined, 'FR'],
    ]);
    // The country of the bank is the same in all rows, and on the other side.
    const fields = { ...template.fields, payment_source_country: constant('FR') };
    expect(countriesIn({ columns: named, rows, reading }, { ...template, fields })).toEqual([
      ['FR', 'IT'],
      ['DE', 'FR'],
      ['FR', 'FR'],
    ]);
  });

  it('leaves it to a person where the heading says little, or the other party is called the receiver', () => {
    for (const sample of [core('Kind'), core('D/C', 'Beneficiary')]) {
      const { template } = guessTemplate(sample, 'Core');
      expect(template.direction).toBeUndefined();
      expect(asked(sample, template)).toContainEqual([3, sample.columns[2], 'ask.direction']);
    }
  });

  it('has none where the columns say who pays and who is paid in each row', () => {
    const sample = exportOf(
      ['Id', 'Debtor', 'Creditor', 'D/C', 'Amount', 'Date'],
      '1;Anna;Bernd;D;1,50;2026-10-01',
      '2;Bernd;Anna;C;1,75;2026-10-13',
    );
    const { template } = guessTemplate(sample, 'Core');
    expect(template.direction).toBeUndefined();
    expect(asked(sample, template)).toEqual([]);
  });
});

describe('A person is asked', () => {
  const sample = core('D/C');
  const { template } = guessTemplate(sample, 'Core');
  const { direction: _, ...old } = template;

  it('about a column that a template of before does not use, in the rows that it is about', () => {
    const [question] = questionsAbout(old, sample.columns, sample.rows);
    expect(question).toMatchObject({ row: 3, column: 'D/C', cell: 'C', severity: 'warning' });
    expect(inEnglish(question?.message ?? '')).toBe(
      '“D/C” seems to say whether money came in or went out. For “C”, the customer is the receiver; as it is, the customer is always the sender.',
    );
  });

  it('no more once it is decided, either way, or where the sign of the amount follows the column', () => {
    const isAsked = (decided: Template) => asked(sample, decided).some(([, , rule]) => rule === 'ask.direction');
    expect(isAsked(old)).toBe(true);
    expect(isAsked(template)).toBe(false);
    expect(isAsked({ ...old, direction: { by: 'fields' } })).toBe(false);
    const amount = { ...column('Amount'), sign: { sign: 'by-column' as const, column: 'D/C', negative: ['D'] } };
    expect(isAsked({ ...old, fields: { ...old.fields, 'modification.amount': amount } })).toBe(false);
  });

  it('about names with the form of the ids of customers, until they are known ones', () => {
    expect(asked(sample, template)).toEqual([[3, 'Counterparty', 'ask.known']]);
    const known = { ...template, fields: { ...template.fields, 'receiver.by_external_id': column('Counterparty') } };
    expect(asked(sample, known)).toEqual([]);
  });
});

const signed = (...amounts: readonly string[]) =>
  exportOf(
    ['Booking ID', 'Customer No', 'Counterparty', 'Amount', 'Currency', 'Booked at', 'Counterparty country'],
    ...amounts.map((amount, at) => `B${at};customer-009190${at};ACME ${at};${amount};EUR;0${at + 1}.10.2026 08:00;IT`),
  );
const twoColumns = (names: readonly [string, string], ...amounts: readonly string[]) =>
  exportOf(
    ['Booking ID', 'Customer No', 'Counterparty', ...names, 'Currency', 'Booked at', 'Counterparty country'],
    ...amounts.map((pair, at) => `B${at};customer-009190${at};ACME ${at};${pair};EUR;0${at + 1}.10.2026 08:00;IT`),
  );
const mixed = signed('-32.255,38', '12,50', '-7,50');
const bothSides = twoColumns(['Soll', 'Haben'], '32.255,38;', ';12,50', '7,50;');
const withoutDirection = (sample: ReturnType<typeof core>) => {
  const { template } = guessTemplate(sample, 'Core');
  const { direction, ...rest } = template;
  const fields = direction === undefined ? template.fields : withDirection(template, { by: 'fields' }).fields;
  return { ...rest, fields };
};
const senders = ({ columns, rows }: ReturnType<typeof core>, template: Template) => {
  const map = rowMapper(template, columns);
  return rows.map((row) => {
    const made = map(row);
    return made.kind === 'line' ? JSON.parse(made.line).sender.by_external_id : made.kind;
  });
};

describe('A proposal for amounts', () => {
  it('has the sender by the sign of the amount, which has none more then', () => {
    const { template, direction: why, fields: guessed } = guessTemplate(mixed, 'Core');
    expect(template.direction).toEqual({ ...bySign, countries: 'change-places' });
    const amount = { ...column('Amount'), sign: { sign: 'absolute' } };
    expect(template.fields['modification.amount']).toEqual(amount);
    expect(guessed.find(({ field }) => field === 'modification.amount')?.value).toEqual(amount);
    expect(inEnglish(why?.reason ?? '')).toBe(
      'The sign of “Amount” says whether money came in or went out: where it is positive, sender and receiver change places. Source and target country change places with them.',
    );
    expect(templateProblems(template)).toEqual([]);
    expect(senders(mixed, template)).toEqual(['customer-0091900', undefined, 'customer-0091902']);
    expect(asked(mixed, template)).toEqual([]);
  });

  it.each([
    ['Soll', 'Haben'],
    ['Debit', 'Credit'],
    ['Paid out', 'Paid in'],
  ])('has the sender by the column that is filled: %s or %s', (out, into) => {
    for (const names of [[out, into] as const, [into, out] as const]) {
      const [first] = names;
      const sample = first === out ? twoColumns(names, '5,50;', ';12,50') : twoColumns(names, ';5,50', '12,50;');
      const { template, direction: why } = guessTemplate(sample, 'Core');
      expect(template.direction).toEqual({
        by: 'conditions',
        outgoing: { column: out, test: 'filled' },
        incoming: { column: into, test: 'filled' },
        countries: 'change-places',
      });
      expect(inEnglish(why?.reason ?? '')).toBe(
        `“${out}” and “${into}” say whether money went out or came in: where “${into}” is filled, sender and receiver change places. Source and target country change places with them.`,
      );
      expect(templateProblems(template)).toEqual([]);
      expect(senders(sample, template)).toEqual(['customer-0091900', undefined]);
      expect(asked(sample, template)).toEqual([]);
    }
  });

  it('puts the country of the counterparty on the side where it is', () => {
    for (const sample of [mixed, bothSides]) {
      const { template } = guessTemplate(sample, 'Core');
      expect(template.direction).toMatchObject({ countries: 'change-places' });
      expect(countriesIn(sample, template)[0]).toEqual([undefined, 'IT']);
      expect(countriesIn(sample, template)[1]).toEqual(['IT', undefined]);
    }
  });

  it('has none where all amounts have the same sign', () => {
    for (const sample of [signed('-5,50', '-7,50'), signed('5,50', '7,50', '0,00'), signed('-5,50', '-0,00')]) {
      const { template } = guessTemplate(sample, 'Core');
      expect(template.direction).toBeUndefined();
      expect(template.fields['modification.amount']).toEqual(column('Amount'));
      expect(asked(sample, template)).toEqual([]);
    }
  });

  it('has none where a row has both amounts, and asks', () => {
    const sample = twoColumns(['Soll', 'Haben'], '5,50;', ';12,50', '7,50;0,00');
    const { template } = guessTemplate(sample, 'Core');
    expect(template.direction).toBeUndefined();
    expect(asked(sample, template)).toEqual([
      [3, 'Haben', 'ask.direction'],
      [4, 'Haben', 'ask.direction'],
    ]);
  });

  it('leaves it to a column that says it, and to a person where one seems to', () => {
    const besides = (side: string) => {
      const { columns, rows, reading } = mixed;
      const kinds = ['D', 'C', 'D'];
      const more = rows.map(({ number, cells }, at) => ({ number, cells: [...cells, kinds[at] ?? ''] }));
      return { columns: [...columns, side], rows: more, reading };
    };
    const { template } = guessTemplate(besides('D/C'), 'Core');
    expect(template.direction).toMatchObject({ by: 'column', column: 'D/C' });
    expect(template.fields['modification.amount']).toEqual(column('Amount'));
    const open = besides('Kind');
    const undecided = guessTemplate(open, 'Core').template;
    expect(undecided.direction).toBeUndefined();
    expect(asked(open, undecided)).toEqual([[3, 'Kind', 'ask.direction']]);
  });

  it('leaves it to a person where the other party is called the receiver, and has none where both are named', () => {
    const called = (own: string, other: string) => {
      const names = new Map([
        ['Customer No', own],
        ['Counterparty', other],
      ]);
      return { ...mixed, columns: mixed.columns.map((name) => names.get(name) ?? name) };
    };
    const open = called('Customer No', 'Beneficiary');
    expect(guessTemplate(open, 'Core').template.direction).toBeUndefined();
    expect(asked(open, guessTemplate(open, 'Core').template)).toEqual([[3, 'Amount', 'ask.direction']]);
    const parties = called('Debtor', 'Creditor');
    expect(guessTemplate(parties, 'Core').template.direction).toBeUndefined();
    expect(asked(parties, guessTemplate(parties, 'Core').template)).toEqual([]);
  });
});

describe('A person is asked about amounts', () => {
  const questionsOf = (sample: ReturnType<typeof core>, template: Template) =>
    questionsAbout(template, sample.columns, sample.rows);

  it('whose sign a template of before does not use, in the rows in which money seems to come in', () => {
    const [question, ...more] = questionsOf(mixed, withoutDirection(mixed));
    expect(more).toEqual([]);
    expect(question).toMatchObject({
      ...{ row: 3, column: 'Amount', field: 'modification.amount', cell: '12,50' },
      ...{ rule: 'ask.direction', severity: 'warning' },
    });
    expect(inEnglish(question?.message ?? '')).toBe(
      '“Amount” has negative and positive amounts, which seem to say whether money went out or came in. Where it came in, the customer is the receiver; as it is, the customer is always the sender.',
    );
  });

  it('in two columns, of which a template of before takes either', () => {
    const old = withoutDirection(bothSides);
    const [question, ...more] = questionsOf(bothSides, old);
    expect(more).toEqual([]);
    expect(question).toMatchObject({ row: 3, column: 'Haben', field: 'modification.amount', cell: '12,50' });
    expect(inEnglish(question?.message ?? '')).toBe(
      '“Soll” and “Haben” seem to say whether money went out or came in. Where “Haben” is filled, the customer is the receiver; as it is, the customer is always the sender.',
    );
    const alternatives = [
      { when: { column: 'Haben', test: 'filled' as const }, value: column('Haben') },
      { value: column('Soll') },
    ];
    const reversed = { ...old, fields: { ...old.fields, 'modification.amount': { alternatives } } };
    expect(asked(bothSides, reversed)).toEqual([[3, 'Haben', 'ask.direction']]);
  });

  it('no more once it is decided, or where another column has the sign', () => {
    const old = withoutDirection(mixed);
    expect(asked(mixed, { ...old, direction: { by: 'fields' } })).toEqual([]);
    expect(asked(mixed, { ...old, direction: bySign })).toEqual([]);
    const sign = { sign: 'by-column' as const, column: 'Currency', negative: ['USD'] };
    const amount = { ...column('Amount'), sign };
    expect(asked(mixed, { ...old, fields: { ...old.fields, 'modification.amount': amount } })).toEqual([]);
  });
});

describe('What follows from a direction', () => {
  const old = withoutDirection(mixed);

  it('is taken back with it', () => {
    for (const sample of [mixed, bothSides, core('D/C')]) {
      const { template } = guessTemplate(sample, 'Core');
      expect(template.direction).toBeDefined();
      const again = withDirection(withoutDirection(sample), template.direction ?? { by: 'fields' });
      expect(again).toEqual(template);
    }
    expect(old.fields['payment_target_country']).toEqual(column('Counterparty country'));
    expect(old.fields['payment_source_country']).toBeUndefined();
    expect(old.fields['modification.amount']).toEqual(column('Amount'));
  });

  it('is that of the other direction where that takes its place', () => {
    const opposite: Direction = { by: 'conditions', outgoing: bySign.incoming, incoming: bySign.outgoing };
    const now: Template = withDirection(withDirection(old, bySign), opposite);
    expect(now.direction).toEqual({ ...opposite, countries: 'change-places' });
    expect(now.fields['modification.amount']).toEqual({ ...column('Amount'), sign: { sign: 'absolute' } });
  });

  it('leaves countries alone that are on their side already, by conditions', () => {
    const country = (test: 'negative' | 'positive') => ({
      alternatives: [{ when: { column: 'Amount', test }, value: column('Counterparty country') }],
    });
    const sides = { payment_source_country: country('positive'), payment_target_country: country('negative') };
    const now: Template = withDirection({ ...old, fields: { ...old.fields, ...sides } }, bySign);
    expect(now.direction).toEqual(bySign);
    expect(countriesIn(mixed, now)).toEqual([
      [undefined, 'IT'],
      ['IT', undefined],
      [undefined, 'IT'],
    ]);
  });

  it('lets a country that a person has decided change places, too', () => {
    const decided: Template = { ...old, fields: { ...old.fields, payment_source_country: constant('DE') } };
    const now = withDirection(decided, bySign);
    expect(now.fields['payment_source_country']).toEqual(constant('DE'));
    expect(now.fields['payment_target_country']).toEqual(column('Counterparty country'));
    expect(countriesIn(mixed, now)).toEqual([
      ['DE', 'IT'],
      ['IT', 'DE'],
      ['DE', 'IT'],
    ]);
    expect(withDirection(now, { by: 'fields' }).fields).toEqual(decided.fields);
  });
});
