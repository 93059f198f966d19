import { describe, expect, it } from 'vitest';
import { changedLines, differencesIn } from '../../src-renderer/correcting/changed-lines.ts';
import {
  decided,
  decidedElsewhere,
  duplicatesIn,
  type EntryOfFile,
  entryOfLine,
  inShownOrder,
  type KindOfFile,
  keyOf,
  kindsOf,
  nextFaulty,
  pasted,
  proposalsIn,
  stepOfValue,
  stepsOf,
  unexplainedMoney,
  withDecided,
} from '../../src-renderer/correcting/draft.ts';
import {
  decisionInWords,
  madeByWay,
  moneyChangeInWords,
  noReasonInWords,
  turnInWords,
  turnsToUndo,
} from '../../src-renderer/correcting/fault-words.ts';
import { nextOpenKind } from '../../src-renderer/correcting/next-kind.ts';
import { sendWords, wentInWords } from '../../src-renderer/correcting/send-words.ts';
import type { FaultEntry, FaultKind, Faults, RecipeStep, Turn } from '../../src-shared/contract.ts';
import { nameOf } from '../../src-shared/fault-kind-words.ts';

const field = 'payment_source_country';
const replace = (from: string, to: string): RecipeStep => ({ step: 'replace', field, from, to });

function entry(value: string, lines: number, to?: string): EntryOfFile {
  const ways = to === undefined ? [] : [{ step: replace(value, to) }];
  return { fault: { kind: 'value', value }, lines, left: lines, first: 1, next: [], ways, isCertain: to !== undefined };
}

const country: KindOfFile = {
  left: 9,
  name: 'country',
  rule: 'field.format',
  field,
  holds: 'country',
  message: 'wrong',
  lines: 9,
  more: 0,
  entries: [entry('Sweden', 5, 'SE'), entry('Holland', 3, 'NL'), entry('Atlantis', 1)],
};
const faults = (...kinds: FaultKind[]): Faults => ({
  all: 20,
  missing: 20,
  right: 11,
  changed: 0,
  faulty: 9,
  leftOut: 0,
  errors: 9,
  conflicts: { lines: 0, groups: [] },
  durationMs: 1,
  kinds,
});
const turn = (...steps: [FaultEntry, RecipeStep][]): Turn => ({
  decisions: steps.map(([of, step]) => ({ entry: keyOf(country, of), step })),
  lines: 1,
  kind: country.name,
});
const [sweden, holland, atlantis] = country.entries as [EntryOfFile, EntryOfFile, EntryOfFile];

describe('The turns of a person', () => {
  it('become the steps of a recipe, of which the last about an entry counts', () => {
    const turns = [turn([sweden, replace('Sweden', 'SW')]), turn([sweden, replace('Sweden', 'SE')])];
    expect(stepsOf(turns)).toEqual([replace('Sweden', 'SE')]);
    expect(stepsOf(turns.slice(0, 1))).toEqual([replace('Sweden', 'SW')]);
  });

  it('name each step once, whatever the entries', () => {
    const drop: RecipeStep = { step: 'drop-blank' };
    expect(stepsOf([turn([sweden, drop], [holland, drop])])).toEqual([drop]);
  });
});

describe('While a check runs', () => {
  const sure = turn([sweden, replace('Sweden', 'SE')]);
  const left = (kinds: readonly KindOfFile[]) => kinds.map((kind) => [kind.left, kind.entries.map((one) => one.left)]);

  it('a proposal that was taken counts as done at once', () => {
    expect(left(withDecided([country], [sure], []))).toEqual([[4, [0, 3, 1]]]);
  });

  it('so does a way that a person has chosen, in any zone', () => {
    const zoned: RecipeStep = { step: 'strip-zone', field, zone: 'as-written' };
    const form = { kind: 'form', example: '2026-11-23T10:00:00Z', values: 5, hasZone: true } as const;
    const dates: EntryOfFile = { ...sweden, fault: form, ways: [{ step: zoned }], isCertain: false };
    const taken = turn([dates, { ...zoned, zone: 'Europe/Stockholm' }]);
    expect(left(withDecided([{ ...country, entries: [dates] }], [taken], []))).toEqual([[4, [0]]]);
  });

  it('another value may be wrong as well, and is counted by the check alone, as is what the last one has counted', () => {
    expect(left(withDecided([country], [turn([sweden, replace('Sweden', 'SW')])], []))).toEqual([[9, [5, 3, 1]]]);
    expect(left(withDecided([country], [turn([atlantis, replace('Atlantis', 'AU')])], []))).toEqual([[9, [5, 3, 1]]]);
    expect(left(withDecided([country], [sure], [sure]))).toEqual([[9, [5, 3, 1]]]);
  });

  it('lines that are left out are counted by the check alone: those that say the same are right without them', () => {
    const drop: RecipeStep = { step: 'keep-one', by: 'modification-id', keep: 'first' };
    const copies: EntryOfFile = { ...sweden, fault: { kind: 'same-id' }, ways: [{ step: drop }] };
    const doubles = { ...country, entries: [copies] };
    expect(left(withDecided([doubles], [turn([copies, drop])], []))).toEqual([[9, [5]]]);
  });
});

describe('A value that a person has decided in one field', () => {
  const target: KindOfFile = {
    ...country,
    name: 'target',
    field: 'payment_target_country',
    entries: [entry('Atlantis', 2), entry('Sweden', 2, 'SE')],
  };
  const done = decided([turn([atlantis, replace('Atlantis', 'AU')], [sweden, replace('Sweden', 'NO')])]);
  const elsewhere = (of: KindOfFile, one: EntryOfFile | undefined) =>
    decidedElsewhere([country, target], of, one ?? atlantis, done);

  it('is offered for the same value in another field that holds the same, and nowhere else', () => {
    expect(elsewhere(target, target.entries[0])).toMatchObject({
      step: { step: 'replace', field: 'payment_target_country', from: 'Atlantis', to: 'AU' },
      kind: { name: 'country' },
    });
    expect(elsewhere(country, atlantis)).toBeUndefined();
    expect(elsewhere({ ...target, holds: 'currency' }, target.entries[0])).toBeUndefined();
  });

  it('leaves a sure proposal alone, and is no sure one itself', () => {
    expect(elsewhere(target, target.entries[1])).toBeUndefined();
    expect(proposalsIn([target], done)?.decisions).toHaveLength(1);
  });
});

describe('What undo names', () => {
  it('is the decisions of a turn, without their lines: several may be about one line', () => {
    const both = turn([sweden, replace('Sweden', 'SE')], [holland, replace('Holland', 'NL')]);
    expect(turnInWords(both)).toBe('2 decisions');
    expect(turnInWords(turn([sweden, replace('Sweden', 'SE')]))).toBe('Sweden → SE, 1 line');
    expect(turnInWords(turn([sweden, { step: 'drop-blank' }]))).toBe('Drop blank lines, 1 line');
  });

  it('is whether a line was corrected by hand, or put back', () => {
    const byHand: Turn = { decisions: [], lines: 1, kind: 'k', byHand: { line: 8 } };
    expect(turnInWords(byHand)).toBe('line 8, by hand');
    expect(turnInWords({ ...byHand, isPutBack: true })).toBe('line 8, put back');
  });
});

describe('What can be undone', () => {
  const byHand: Turn = { decisions: [], lines: 1, kind: 'k', byHand: { line: 71 } };

  it('begins with the newest, each with its place', () => {
    const turns = [turn([sweden, replace('Sweden', 'SE')]), byHand];
    expect(turnsToUndo(turns)).toEqual([
      { place: 1, words: 'line 71, by hand' },
      { place: 0, words: 'Sweden → SE, 1 line' },
    ]);
  });

  it('reads otherwise each time, also where a line was corrected again, left out or put back', () => {
    const turns: Turn[] = [byHand, { ...byHand, isPutBack: true }, { ...byHand, isLeftOut: true }, byHand];
    expect(turnsToUndo(turns).map(({ words }) => words)).toEqual([
      'line 71, by hand, change 2',
      'line 71, left out',
      'line 71, put back',
      'line 71, by hand, change 1',
    ]);
  });
});

describe('A text that is read as a number', () => {
  const by = { step: 'number-from-text', field: 'modification.amount' } as const;
  const read = (example: string, after: string) => {
    const fault = { kind: 'form', example, values: 1, hasZone: false } as const;
    return madeByWay({ holds: 'amount' }, { fault }, { step: { ...by, decimal: ',' }, after });
  };

  it('is said to be one where it looks the same as before', () => {
    expect(read('17.675,99', '17675.99')).toBe('17,675.99');
    expect(read('17,675.99', '17675.99')).toBe('17,675.99, as a number');
  });

  it('that can be two has both readings named alike, by what its mark is taken for', () => {
    expect(decisionInWords({ ...by, ambiguous: ',', decimal: ',' })).toBe('comma taken as decimal mark');
    expect(decisionInWords({ ...by, ambiguous: ',', decimal: '.' })).toBe('comma taken as thousands separator');
    expect(decisionInWords({ ...by, ambiguous: '.', decimal: '.' })).toBe('point taken as decimal mark');
    expect(decisionInWords({ ...by, ambiguous: '.', decimal: ',' })).toBe('point taken as thousands separator');
  });
});

it('Kinds of faults about no field have names of their own', () => {
  const rules = ['json.syntax', 'json.not-object', 'line.blank', 'line.too-long', 'entity.main-not-known', 'service'];
  const names = rules.map((rule) => nameOf({ rule, field: '' }));
  expect(new Set(names).size).toBe(rules.length);
  expect(names[0]).toBe('Line: cannot be read');
  expect(nameOf({ rule: 'field.required', field: 'sender.by_external_id' })).toBe('Sender');
});

describe('The button that sends', () => {
  const bar = { isSent: true, isCorrected: true, isOnlyNew: false };
  const words = (right: number, changed: number, isInFull = true) =>
    sendWords({ right, changed, faulty: 3 }, { ...bar, isInFull });

  it('says how many lines are corrected, and how many go as they are', () => {
    expect(words(620, 104)).toBe('Send 620 lines: 104 corrected, 516 unchanged');
    expect(words(620, 104, false)).toBe('Send 104 corrected, 516 unchanged');
    expect(words(104, 104)).toBe('Correct and send 104 lines');
    expect(sendWords({ right: 2, changed: 1, faulty: 0 }, { ...bar, isSent: false, isInFull: true })).toBe(
      'Add 2 lines: 1 corrected, 1 unchanged',
    );
  });

  it('speaks of no correction where lines were only left out', () => {
    expect(words(17_690, 0)).toBe('Send the 17,690 lines that are right');
    expect(words(17_690, 0, false)).toBe('Send 17,690 right lines');
  });

  it('calls lines right only where others are wrong: those that went before are right as well', () => {
    const unchanged = { ...bar, isCorrected: false, isInFull: true };
    expect(sendWords({ right: 70, changed: 0, faulty: 4 }, unchanged)).toBe('Send the 70 lines that are right');
    expect(sendWords({ right: 70, changed: 0, faulty: 0 }, unchanged)).toBe('Send 70 lines');
  });

  it('is followed by what went, and what stays', () => {
    const gone = { right: 620, changed: 104, faulty: 12, leftOut: 3 };
    expect(wentInWords(gone, true)).toBe(
      '620 lines are in the corrected file: 104 corrected, 516 unchanged. 12 faulty lines stay to be corrected later, and 3 are left out.',
    );
    expect(wentInWords({ ...gone, right: 70, changed: 0 }, true)).toContain('70 lines are in the new file. 12');
    const sentBefore = { lines: 200, files: [], more: 0, named: [] };
    expect(wentInWords({ ...gone, right: 70, changed: 0, sentBefore }, true, 10)).toContain(
      '70 lines are in the new file, 10 of them sent again; 190 that went before are not. 12',
    );
    expect(wentInWords(gone, false)).toContain('No line stays to be corrected, and 15 are left out.');
  });
});

it('Where lines are left out without a reason, it is said why', () => {
  expect(['modification.duplicate', 'line.blank', 'field.format'].map(noReasonInWords)).toEqual([
    'You need not give a reason for copies. It is noted which line has the same id.',
    'You need not give a reason for blank lines. It is noted that they are blank.',
    undefined,
  ]);
});

describe('All proposals', () => {
  it('are those that leave nothing to say, with the lines that they are about', () => {
    expect(proposalsIn([country], new Map())).toMatchObject({ lines: 8, decisions: [{}, {}] });
  });

  it('leave alone what was decided', () => {
    const done = decided([turn([sweden, replace('Sweden', 'FI')])]);
    expect(proposalsIn([country], done)).toMatchObject({ lines: 3, decisions: [{ step: replace('Holland', 'NL') }] });
  });

  it('leave alone what was corrected by hand, and count what is left of the others', () => {
    const [kind] = kindsOf(
      faults(country),
      faults({ ...country, lines: 4, entries: [entry('Holland', 2, 'NL'), atlantis] }),
    );
    expect(kind?.entries.map(({ left }) => left)).toEqual([0, 2, 1]);
    expect(kind && proposalsIn([kind], new Map())).toMatchObject({
      lines: 2,
      decisions: [{ step: replace('Holland', 'NL') }],
    });
  });

  it('drop no line: duplicates are asked apart', () => {
    const step: RecipeStep = { step: 'keep-one', by: 'modification-id', keep: 'first' };
    const same: EntryOfFile = {
      fault: { kind: 'same-id' },
      lines: 4,
      left: 4,
      first: 1,
      next: [],
      ways: [{ step }],
      isCertain: true,
    };
    const shared: KindOfFile = { ...country, name: 'shared', rule: 'modification.duplicate', entries: [same] };
    expect(proposalsIn([shared], new Map())).toBeUndefined();
    expect(duplicatesIn([country, shared], new Map())).toMatchObject({ lines: 4, decisions: [{ step }] });
    expect(
      duplicatesIn([shared], decided([{ ...turn(), decisions: [{ entry: keyOf(shared, same), step }] }])),
    ).toBeUndefined();
  });

  it('are none where nothing is sure', () => {
    expect(proposalsIn([{ ...country, entries: [atlantis] }], new Map())).toBeUndefined();
  });
});

describe('The kinds of a file', () => {
  it('keep their place when they are done, and say what is left', () => {
    const other = { ...country, name: 'other', lines: 2 };
    const kinds = kindsOf(faults(country, other), faults({ ...country, lines: 1, entries: [atlantis] }));
    expect(kinds.map(({ name, lines, left }) => [name, lines, left])).toEqual([
      ['country', 9, 1],
      ['other', 2, 0],
    ]);
  });

  it('show at the end what came up since', () => {
    const fresh = { ...country, name: 'fresh' };
    expect(kindsOf(faults(country), faults(country, fresh)).map(({ name }) => name)).toEqual(['country', 'fresh']);
  });

  it('show a new value that is wrong as well', () => {
    const [kind] = kindsOf(faults(country), faults({ ...country, entries: [atlantis, entry('Swed', 5)] }));
    expect(kind?.entries.map(({ fault }) => fault.kind === 'value' && fault.value)).toEqual([
      ...['Sweden', 'Holland', 'Atlantis', 'Swed'],
    ]);
  });

  it('begin with what is open', () => {
    const done = decided([turn([sweden, replace('Sweden', 'SE')])]);
    expect(inShownOrder(country, done)).toEqual([holland, atlantis, sweden]);
  });
});

describe('A value that a person says', () => {
  it('replaces the one in the file', () => {
    expect(stepOfValue(country, atlantis, 'GR')).toEqual(replace('Atlantis', 'GR'));
    expect(stepOfValue(country, atlantis, 'DEDE')).toBeUndefined();
  });

  it('is none while it is the same, or the end of the value is not known', () => {
    expect(stepOfValue(country, atlantis, 'Atlantis')).toBeUndefined();
    const cut: FaultEntry = { ...atlantis, fault: { kind: 'value', value: 'Atl…', isShortened: true } };
    expect(stepOfValue(country, cut, 'GR')).toBeUndefined();
  });

  it('is put where a field is missing, once it is said', () => {
    const missing: FaultEntry = { ...atlantis, fault: { kind: 'missing' } };
    expect(stepOfValue(country, missing, 'GR')).toEqual({ step: 'set-missing', field, value: 'GR' });
    expect(stepOfValue(country, missing, '')).toBeUndefined();
  });

  it('is put where an object is missing with the object, but never in the place of one', () => {
    const sender = { field: 'sender.by_external_id', holds: 'identifier' };
    const missing: FaultEntry = { ...atlantis, fault: { kind: 'missing', object: 'missing' } };
    expect(stepOfValue(sender, missing, '4711')).toEqual({
      ...{ step: 'set-missing', field: 'sender.by_external_id', value: '4711', object: 'missing' },
    });
    expect(stepOfValue({ field: 'modification' }, missing, '4711')).toBeUndefined();
    expect(stepOfValue({ field: 'sender' }, atlantis, '4711')).toBeUndefined();
  });

  it('is a number where the field holds an amount', () => {
    const amount = { field: 'modification.amount', holds: 'amount' };
    expect(stepOfValue(amount, atlantis, ' 12.50 ')).toMatchObject({ to: 12.5 });
    expect(stepOfValue(amount, atlantis, '3416,82')).toMatchObject({ to: 3416.82 });
    for (const unread of ['twelve', '1,234', '1.234']) expect(stepOfValue(amount, atlantis, unread)).toBeUndefined();
  });
});

describe('Money that decisions change', () => {
  const amount: KindOfFile = { ...country, field: 'modification.amount', holds: 'amount', entries: [entry('n/a', 3)] };
  const [none] = amount.entries as [EntryOfFile];
  const five: RecipeStep = { step: 'replace', field: 'modification.amount', from: 'n/a', to: 5 };
  const decidedTo = (step: RecipeStep) => new Map([[keyOf(amount, none), step]]);

  it('is asked about with what stands there, what is sent, and in how many lines', () => {
    expect(unexplainedMoney([country, amount], decidedTo(five)).map(moneyChangeInWords)).toEqual([
      'Amount: n/a → 5.00, 3 lines',
    ]);
  });

  it('is not asked about once a person has said why, nor where it is the same money', () => {
    expect(unexplainedMoney([amount], decidedTo({ ...five, reason: 'The core system lost it.' }))).toEqual([]);
    expect(unexplainedMoney([amount], decidedTo({ ...five, from: '5,0' }))).toEqual([]);
    expect(unexplainedMoney([amount], new Map())).toEqual([]);
  });
});

describe('Versions of one line', () => {
  const version = (amount: unknown, more: object = {}) =>
    JSON.stringify({ modification: { amount }, a: 'same', ...more });

  it('are compared by the fields in which they differ, with what each says', () => {
    expect(differencesIn([version(1250), version(99.5, { b: 'only here' })])).toEqual([
      { path: 'modification.amount', values: ['1,250.00', '99.50'] },
      { path: 'b', values: [undefined, 'only here'] },
    ]);
  });

  it('show quotes where they are all that differs', () => {
    expect(differencesIn([version(12), version('12')])).toEqual([
      { path: 'modification.amount', values: ['12', '"12"'] },
    ]);
  });

  it('are not compared where one has no fields', () => {
    expect(differencesIn([version(12), 'no json'])).toBeUndefined();
  });
});

describe('A pasted column', () => {
  it('of two columns gives each value its new one, and counts what fits none', () => {
    const { turn: taken, unknown } = pasted(country, 'Atlantis\tGR\r\nSweden\tSE\nMoon\tMO\n', country.entries);
    expect(taken?.decisions.map(({ step }) => step)).toEqual([replace('Atlantis', 'GR'), replace('Sweden', 'SE')]);
    expect({ lines: taken?.lines, unknown }).toEqual({ lines: 6, unknown: 1 });
  });

  it('of one column gives the new values in the shown order', () => {
    const { turn: taken } = pasted(country, 'SE\nNL', country.entries);
    expect(taken?.decisions.map(({ step }) => step)).toEqual([replace('Sweden', 'SE'), replace('Holland', 'NL')]);
  });

  it('that says nothing changes nothing', () => {
    expect(pasted(country, '\n \n', country.entries)).toEqual({ turn: undefined, unknown: 0 });
  });
});

describe('A line before and after', () => {
  const line = (more: object) => JSON.stringify({ a: 1, b: 2, c: 3, d: 4, e: { f: 5, g: 6 }, ...more });

  it('shows what changed, with some fields around', () => {
    expect(changedLines(line({}), line({ d: 'x' }), []).map(({ kind, text }) => [kind, text])).toEqual([
      ['same', 'b: 2'],
      ['same', 'c: 3'],
      ['removed', 'd: 4'],
      ['added', 'd: "x"'],
      ['same', 'e.f: 5'],
      ['same', 'e.g: 6'],
    ]);
  });

  it('marks what is still wrong', () => {
    const wrong = changedLines(line({}), line({}), ['e.f']).filter(({ kind }) => kind === 'wrong');
    expect(wrong.map(({ text }) => text)).toEqual(['e.f: 5']);
  });

  it('beside another line is shown whole, with what differs, whatever is wrong with it', () => {
    const beside = changedLines(line({}), line({}), ['b'], line({ a: 9 }));
    expect(beside.map(({ kind }) => kind)).toEqual(['differs', 'same', 'same', 'same', 'same', 'same']);
  });

  it('shows text that is no JSON as it is', () => {
    expect(changedLines('no json', 'no json', []).map(({ text }) => text)).toEqual(['no json']);
  });
});

describe('After a line that was corrected by hand', () => {
  const left = (...entries: EntryOfFile[]) => faults({ ...country, entries });

  const beyond = (line: number, ...corrected: number[]) => ({ line, corrected: new Set(corrected) });

  it('comes the next one that still has the value', () => {
    expect(nextFaulty(country, sweden, left({ ...sweden, first: 7 }), beyond(3))).toBe(7);
    expect(nextFaulty(country, sweden, left({ ...sweden, first: 3, next: [5, 7] }), beyond(5))).toBe(7);
    // It was saved, and is as faulty as before.
    expect(nextFaulty(country, sweden, left({ ...sweden, first: 3 }), beyond(3))).toBeUndefined();
  });

  it('comes one with another value of the kind where none has the same, and with it its entry', () => {
    const other = { ...holland, first: 4 };
    expect(nextFaulty(country, sweden, left(other), beyond(3))).toBe(4);
    const kind = { ...country, entries: [{ ...sweden, first: 3 }, other] };
    expect(entryOfLine(kind, kind.entries[0], 4)).toBe(other);
    expect(entryOfLine(kind, kind.entries[0], 3)).toBeUndefined();
  });

  it('comes none that was corrected since the last check', () => {
    const before = left({ ...sweden, first: 3, next: [5, 7] });
    expect(nextFaulty(country, sweden, before, beyond(7, 3))).toBe(5);
    expect(nextFaulty(country, sweden, before, beyond(7, 3, 5))).toBeUndefined();
  });

  it('comes the next line below where each is by itself, and then the first', () => {
    const line = (first: number): EntryOfFile => ({ ...atlantis, fault: { kind: 'line' }, first });
    expect(nextFaulty(country, line(5), left(line(2), line(9)), beyond(5))).toBe(9);
    expect(nextFaulty(country, line(9), left(line(2)), beyond(9))).toBe(2);
  });

  it('a form is the same one, though its example went', () => {
    const form = (example: string, values: number, first: number): EntryOfFile => ({
      ...{ fault: { kind: 'form', example, values, hasZone: false }, lines: values, left: values, first, next: [] },
      ...{
        ways: [{ step: { step: 'number-from-text', field: 'modification.amount', decimal: ',' } }],
        isCertain: true,
      },
    });
    const amounts = { ...country, entries: [form('1,50', 3, 1)] };
    const [kind] = kindsOf(faults(amounts), faults({ ...country, entries: [form('2,50', 2, 4)] }));
    expect(kind?.entries.map(({ left: still }) => still)).toEqual([2]);
    expect(nextFaulty(amounts, form('1,50', 3, 1), left(form('2,50', 2, 4)), beyond(1))).toBe(4);
  });
});

it('By the keyboard, the next kind is one that is open, behind the last one the first', () => {
  const kinds = [1, 0, 2, 3].map((left, place) => ({ name: `kind ${place}`, left }));
  const next = (from: string | undefined, step: 1 | -1) => nextOpenKind(kinds, from, step)?.name;
  expect(next('kind 0', 1)).toBe('kind 2');
  expect(next('kind 3', 1)).toBe('kind 0');
  expect(next('kind 0', -1)).toBe('kind 3');
  expect(next(undefined, 1)).toBe('kind 0');
  expect(next(undefined, -1)).toBe('kind 3');
  expect(nextOpenKind(kinds.slice(0, 2), 'kind 0', 1)).toBeUndefined();
});
