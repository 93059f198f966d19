import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { PackedFindings } from '../../src-main/check/findings/packed-findings.ts';
import { lineJudge } from '../../src-main/check/rules/line-judge.ts';
import { defaultRuleSet, severityOf } from '../../src-main/check/rules/rule-set.ts';
import { FaultKinds } from '../../src-main/fixing/fault-kinds.ts';
import { LineEditor } from '../../src-main/fixing/line-editor.ts';
import { newValueBy } from '../../src-main/fixing/new-values.ts';
import { type EarlierText, Proposals } from '../../src-main/fixing/proposals.ts';
import type { FieldStep } from '../../src-main/fixing/recipe.ts';
import { LineSet } from '../../src-main/ground/line-set.ts';
import { submissionIdSchema } from '../../src-main/send/submission.ts';
import { NOW, transaction } from '../check/sources.ts';

const rules = { ...defaultRuleSet, allowed: { payment_method: ['SEPA', 'SEPA_CT', 'CARD'] } };
const judge = lineJudge(rules, NOW);
const good = transaction();
const withModification = (more: object) => ({ ...good, modification: { ...good.modification, ...more } });

function complaintsOf(text: string) {
  const line = Buffer.from(text);
  return judge(line, 0, line.length).complaints;
}

/** The kinds of faults in lines, as the check packs its findings. */
const kindsOf = (...values: object[]) => kindsWith(() => undefined, ...values);

/** The same, where a person has decided about values before. */
function kindsWith(earlier: EarlierText, ...values: object[]) {
  const kinds = new FaultKinds(new Proposals(rules, NOW, earlier));
  const findings = values.flatMap((value, index) =>
    complaintsOf(JSON.stringify(value)).map((complaint) => {
      const severity = severityOf(complaint.rule, rules) === 'error' ? 'error' : 'warning';
      return { ...complaint, line: index + 1, severity } satisfies Finding;
    }),
  );
  kinds.add(PackedFindings.of(findings), (line) => line * 10);
  return kinds.finish();
}

const country = (code: unknown) => ({ ...good, payment_source_country: code });
const booked = (at: string) => withModification({ created_at: at });
const amount = (text: string) => withModification({ amount: text });

describe('Lines that share an id', () => {
  const path = 'modification.external_id';
  const duplicate = (line: number, message: string): Finding => ({
    ...{ line, rule: 'modification.duplicate', severity: 'error', path, message },
  });
  const shared = () => {
    const kinds = new FaultKinds(new Proposals(rules, NOW, () => undefined));
    const found = [duplicate(1, 'also on line 2'), duplicate(2, 'also on line 1'), duplicate(3, 'on lines 4 and 5')];
    kinds.add(PackedFindings.of(found), (line) => line);
    kinds.tellShared(
      1,
      [],
      [
        { id: 'same', lines: 2, alike: [[1, 2]] },
        { id: 'different', lines: 3, alike: [[3, 5], [4]] },
      ],
    );
    return kinds.finish();
  };

  it('are one kind, in whatever words the check says so', () => {
    expect(shared().map(({ lines }) => lines)).toEqual([3]);
  });

  it('are listed by id: what can be left out at once, then what only a person can decide, then the others', () => {
    expect(shared().flatMap(({ entries }) => entries.map(({ fault, alike }) => ({ fault, alike })))).toEqual([
      { fault: { kind: 'same-id' }, alike: undefined },
      { fault: { kind: 'shared', id: 'different' }, alike: [[3, 5], [4]] },
      { fault: { kind: 'shared', id: 'same' }, alike: [[1, 2]] },
    ]);
  });
});

describe('Faults of one field and cause', () => {
  it('are one kind, whatever the values, with the most frequent value first', () => {
    const [kind, ...others] = kindsOf(country('Sweden'), country('Germany'), country('Germany'));
    expect(others).toEqual([]);
    expect(kind).toMatchObject({ field: 'payment_source_country', rule: 'field.format', lines: 3 });
    expect(kind?.entries.map(({ fault, lines, first }) => ({ fault, lines, first }))).toEqual([
      { fault: { kind: 'value', value: 'Germany' }, lines: 2, first: 20 },
      { fault: { kind: 'value', value: 'Sweden' }, lines: 1, first: 10 },
    ]);
  });

  it('name the lines that have a value, in their order', () => {
    const [kind] = kindsOf(country('Sweden'), country('Germany'), country('Germany'), country('Germany'));
    expect(kind?.entries.map(({ first, next }) => [first, ...next])).toEqual([[20, 30, 40], [10]]);
  });

  it('name the lines of a form, whatever the value of each', () => {
    const [kind] = kindsOf(amount('1,50'), amount('22,50'), amount('1,50'), amount('333,50'));
    expect(kind?.entries.map(({ first, next }) => [first, ...next])).toEqual([[10, 20, 30, 40]]);
  });

  it('name a few lines of each value where there are many values', () => {
    const values = Array.from({ length: 1200 }, (_, index) => country(`Nowhere ${index % 600}`));
    const [kind] = kindsOf(...values, ...values, ...values, ...values);
    expect(kind?.entries.length).toBe(600);
    expect(new Set(kind?.entries.map(({ lines, next }) => `${lines} ${next.length}`))).toEqual(new Set(['8 5']));
  });

  it('are another kind than those of another field', () => {
    expect(kindsOf(country('Sweden'), booked('23.11.2024 10:00')).map(({ field }) => field)).toEqual([
      'payment_source_country',
      'modification.created_at',
    ]);
  });

  it('leave out what is only warned of', () => {
    expect(kindsOf({ ...good, surprise: 1 })).toEqual([]);
  });

  it('are single lines where nothing is the same', () => {
    const kinds = new FaultKinds(new Proposals(rules, NOW));
    kinds.addRejected(LineSet.of([4, 9]));
    expect(kinds.finish()[0]).toMatchObject({ rule: 'service', lines: 2, more: 0 });
    expect(kinds.finish()[0]?.entries.map(({ fault, first }) => [fault.kind, first])).toEqual([
      ['line', 4],
      ['line', 9],
    ]);
  });
});

describe('What a person decided about a value before', () => {
  const by = { submission: submissionIdSchema.parse(7), at: '2026-11-24T09:00:00.000Z' };
  const before =
    (text: string): EarlierText =>
    (field, value) =>
      field === 'payment_source_country' && value !== 'Utopia' ? { text, by } : undefined;
  const waysFor = (text: string, value: string) => kindsWith(before(text), country(value))[0]?.entries[0]?.ways;

  it('is proposed again, before what the value seems to mean', () => {
    for (const from of ['Atlantis', 'Sweden'])
      expect(waysFor('AU', from)).toEqual([
        { step: { step: 'replace', field: 'payment_source_country', from, to: 'AU' }, earlier: by },
      ]);
  });

  it('is a plain proposal where the value means it anyway', () => {
    expect(waysFor('SE', 'Sweden')).toEqual([{ step: expect.objectContaining({ to: 'SE' }) }]);
  });

  it('is not proposed where the check refuses it, where the value is empty, or for another value', () => {
    expect([waysFor('Australia', 'Atlantis'), waysFor('AU', ' '), waysFor('AU', 'Utopia')]).toEqual([[], [], []]);
  });
});

describe('A value is proposed', () => {
  it.each([
    ['Germany', 'DE'],
    ['deutschland', 'DE'],
    ['Österreich', 'AT'],
    ['Sverige', 'SE'],
    ['Suomi', 'FI'],
    ['Holland / NL', 'NL'],
    ['GBR', 'GB'],
    ['Uk', 'GB'],
    [' de ', 'DE'],
    ['D\u200bE', 'DE'],
  ])('for the country %j: %s', (from, to) => {
    expect(kindsOf(country(from))[0]?.entries[0]).toMatchObject({
      ways: [{ step: { step: 'replace', field: 'payment_source_country', from, to } }],
      isCertain: true,
    });
  });

  it.each([
    ['euro', 'EUR'],
    ['€', 'EUR'],
    ['eur', 'EUR'],
    ['Schwedische Krone', 'SEK'],
  ])('for the currency %j: %s', (from, to) => {
    const [kind] = kindsOf(withModification({ currency: from }));
    expect(kind?.entries[0]?.ways).toMatchObject([{ step: { from, to } }]);
  });

  it('for a method of payment in other letters', () => {
    const [kind] = kindsOf({ ...good, payment_method: 'Sepa-CT' });
    expect(kind?.entries[0]?.ways).toMatchObject([{ step: { from: 'Sepa-CT', to: 'SEPA_CT' } }]);
  });

  it.each([
    country('Atlantis'),
    country('Korea or Japan / KR, JP'),
    country(''),
    country(null),
    withModification({ currency: '$' }),
  ])('for none that may mean several, or nothing: %j', (value) => {
    expect(kindsOf(value)[0]?.entries[0]).toMatchObject({ ways: [], isCertain: false });
  });

  it('for no id of which Excel has cut digits', () => {
    const [kind] = kindsOf(withModification({ external_id: '1.23457E+11' }));
    expect(kind?.entries[0]?.ways).toEqual([]);
  });
});

describe('Values of one form', () => {
  it('are one entry: dates, by how they are written', () => {
    const [kind] = kindsOf(booked('23.11.2024 10:00'), booked('1.3.2024 9:30'), booked('24.11.2024 11:00'));
    expect(kind?.entries.map(({ fault, ways }) => [fault.kind, ways.length])).toEqual([
      ['form', 1],
      ['form', 1],
    ]);
    expect(kind?.entries[0]).toMatchObject({
      lines: 2,
      isCertain: true,
      fault: { example: '23.11.2024 10:00', values: 2, hasZone: false },
      ways: [{ step: { step: 'date-from-text', format: 'DD.MM.YYYY HH:mm' } }],
    });
  });

  it('leave a choice where the day and the month may be the other way round', () => {
    const [kind] = kindsOf(booked('03/04/2024'), booked('05/06/2024'));
    expect(kind?.entries).toMatchObject([
      { isCertain: false, ways: [{ step: { format: 'DD/MM/YYYY' } }, { step: { format: 'MM/DD/YYYY' } }] },
    ]);
  });

  it('leave times that have a zone to the decision about these', () => {
    const [kind] = kindsOf(booked('2024-03-01 10:00:00'), booked('2024-03-01T11:00:00Z'));
    const [way] = kind?.entries.find(({ isCertain }) => isCertain)?.ways ?? [];
    if (way?.step.step !== 'date-from-text') throw new Error('dates expected that can be read');
    const read = newValueBy(way.step);
    expect([
      read('"2024-03-01 10:00:00"'),
      read('"2024-03-01T11:00:00Z"'),
      read('"2024-03-01 11:00:00+01:00"'),
    ]).toEqual(['"2024-03-01T10:00:00"', undefined, undefined]);
  });

  it.each(['2024-03-01 10:00:00+01', '2024-03-01T10:00:00.123z', '2024-03-01T10:00:00-0330'])(
    'ask for a zone of %s, and are sure of nothing',
    (text) => {
      const [kind] = kindsOf(booked(text));
      expect(kind?.entries).toMatchObject([{ isCertain: false, fault: { hasZone: true } }]);
    },
  );

  it('ask for no zone where a year stands behind a hyphen', () => {
    const [kind] = kindsOf(booked('23-11-2024'), booked('24-11-2024 10:00'));
    expect(kind?.entries.map(({ fault }) => fault)).toMatchObject([{ hasZone: false }, { hasZone: false }]);
  });

  it('ask for a zone where times have one', () => {
    const [kind] = kindsOf(booked('2024-03-01T10:00:00Z'), booked('2024-03-01T11:00:00+01:00'));
    expect(kind?.entries.every(({ isCertain }) => !isCertain)).toBe(true);
    expect(kind?.entries[0]).toMatchObject({
      fault: {
        ...{ kind: 'form', hasZone: true },
        ...{ example: '2024-03-01T10:00:00Z', another: '2024-03-01T11:00:00+01:00' },
      },
      ways: [{ step: { step: 'strip-zone' } }],
    });
  });

  it.each([
    [['1.234,56', '7,50', '12.345.678,90'], [',']],
    [['1,234.56', '7.50'], ['.']],
    [['1,234'], [',', '.']],
    [['12'], ['.']],
  ])('are amounts as %j, with the decimal marks %j', (texts, marks) => {
    const [kind] = kindsOf(...texts.map(amount));
    expect(kind?.entries).toHaveLength(1);
    expect(kind?.entries[0]?.ways.map(({ step }) => 'decimal' in step && step.decimal)).toEqual(marks);
  });

  it('are amounts that can be two numbers by themselves: what is sure of others decides nothing about them', () => {
    const texts = ['1.234,56', '7,50', '12,500', '1.250'];
    const [kind] = kindsOf(...texts.map(amount));
    const madeOf = (text: string, step: FieldStep) => {
      const edited = new LineEditor([{ step, index: 0 }]).edit(Buffer.from(JSON.stringify(amount(text))));
      return edited && Number(Object(JSON.parse(edited.bytes.toString())).modification.amount);
    };
    const made = kind?.entries.map(({ isCertain, ways }) => ({
      isCertain,
      ways: ways.map(({ step }) => texts.map((text) => madeOf(text, step as FieldStep))),
    }));
    expect(made).toEqual([
      { isCertain: true, ways: [[1234.56, 7.5, undefined, undefined]] },
      { isCertain: false, ways: [12.5, 12500].map((read) => [undefined, undefined, read, undefined]) },
      { isCertain: false, ways: [1.25, 1250].map((read) => [undefined, undefined, undefined, read]) },
    ]);
  });

  it('are ids in braces or without hyphens', () => {
    const id = good.modification.external_id;
    const [kind] = kindsOf(
      withModification({ external_id: `{${id}}` }),
      withModification({ external_id: id.replaceAll('-', '') }),
    );
    expect(kind?.entries).toMatchObject([{ lines: 2, ways: [{ step: { step: 'uuid-from-text' } }], isCertain: true }]);
  });

  it('are corrected by the first way, so that the check finds nothing any more', () => {
    for (const value of [
      booked('23.11.2024 10:00'),
      booked('2024-03-01T10:00:00Z'),
      booked('20240301'),
      amount('1.234,56'),
      withModification({ external_id: `{${good.modification.external_id}}` }),
      country('Germany'),
    ]) {
      const step = kindsOf(value)[0]?.entries[0]?.ways[0]?.step;
      const editor = new LineEditor([{ step: step as FieldStep, index: 0 }]);
      const edited = editor.edit(Buffer.from(JSON.stringify(value)));
      expect(complaintsOf(edited?.bytes.toString() ?? '')).toEqual([]);
    }
  });
});

it('A type that an unknown entity lacks is proposed for unknown entities alone', () => {
  const { external_entity_type: _, ...receiver } = good.receiver;
  const [kind] = kindsOf({ ...good, receiver });
  const step = kind?.entries[0]?.ways[0]?.step;
  expect(step).toEqual({
    ...{ step: 'set-missing', field: 'receiver.external_entity_type', value: 'unknown', beside: 'unknown' },
  });
  const editor = new LineEditor([{ step: step as FieldStep, index: 0 }]);
  expect(
    editor.edit(Buffer.from(JSON.stringify({ ...good, receiver: { by_external_id: 'client-3' } }))),
  ).toBeUndefined();
  expect(editor.edit(Buffer.from(JSON.stringify({ ...good, receiver })))?.changes).toHaveLength(1);
});

it('A field that is missing is an entry, without a value that anybody could know', () => {
  const { external_id: _, ...modification } = good.modification;
  expect(kindsOf({ ...good, modification })[0]).toMatchObject({
    ...{ field: 'modification.external_id', entries: [{ fault: { kind: 'missing' }, ways: [] }] },
  });
});

it.each(['sender', 'receiver'])('A person says the id of a %s that is missing, and of no other', (role) => {
  const { [role]: _, ...without } = Object(good);
  const [kind] = kindsOf(without);
  expect(kind).toMatchObject({ field: `${role}.by_external_id`, rule: 'field.required', holds: 'identifier' });
  const fault = kind?.entries[0]?.fault;
  if (kind === undefined || fault?.kind !== 'missing') throw new Error('It is missing.');
  const step: FieldStep = { step: 'set-missing', field: kind.field, value: 'NB-77', object: fault.object };
  const edited = (value: object) =>
    new LineEditor([{ step, index: 0 }]).edit(Buffer.from(JSON.stringify(value)))?.bytes.toString();
  expect(complaintsOf(edited(without) ?? '')).toEqual([]);
  for (const value of [good.sender, good.receiver, {}, null])
    expect(edited({ ...without, [role]: value })).toBeUndefined();
});

it('A person says the id of entities of neither form, which changes no entity that has one of both', () => {
  const [kind] = kindsOf({ ...good, sender: {} });
  expect(kind).toMatchObject({ field: 'sender.by_external_id', rule: 'entity.no-form' });
  const fault = kind?.entries[0]?.fault;
  if (kind === undefined || fault?.kind !== 'missing') throw new Error('It is missing.');
  const step: FieldStep = { step: 'set-missing', field: kind.field, value: 'NB-77', without: fault.without };
  const edited = (value: object) =>
    new LineEditor([{ step, index: 0 }]).edit(Buffer.from(JSON.stringify(value)))?.bytes.toString();
  expect(edited({ ...good, sender: {} })).toBe(JSON.stringify({ ...good, sender: { by_external_id: 'NB-77' } }));
  for (const sender of [good.sender, good.receiver]) expect(edited({ ...good, sender })).toBeUndefined();
});
