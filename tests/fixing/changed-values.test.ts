/** @file Which changes of a correction are told, of a log that has more than there is room for. */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { moneyChangesIn, readChanges } from '../../src-main/fixing/changed-values.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { signal } = new AbortController();
const byHand = (line: number) => ({ line, step: 'by-hand', before: { line }, after: { line: -line } });
const replaced = (line: number, before: string) => ({ line, step: 'replace', field: 'x', before, after: 'y' });

async function told(most: number, ...entries: object[]) {
  const log = join(temporaryFolder(), 'changes.jsonl');
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const { changes, more } = await readChanges(log, most, signal);
  return { changes: changes.map(({ step, lines }) => `${step} ${lines}`), more };
}

it('A line by hand comes before what was changed in more lines', async () => {
  const entries = [replaced(1, 'a'), replaced(2, 'a'), replaced(3, 'b'), byHand(4)];
  expect(await told(10, ...entries)).toEqual({ changes: ['by-hand 1', 'replace 2', 'replace 1'], more: 0 });
});

it('Many lines by hand leave room for what was changed by values', async () => {
  const lines = Array.from({ length: 9 }, (_, index) => byHand(index + 1));
  const values = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((value, index) => replaced(index + 20, value));
  const { changes, more } = await told(8, ...lines, ...values);
  expect({ byHand: changes.filter((change) => change === 'by-hand 1').length, all: changes.length, more }).toEqual({
    byHand: 2,
    all: 8,
    more: 8,
  });
});

it('They take the room that nothing else needs', async () => {
  expect(await told(3, byHand(1), byHand(2), byHand(3), replaced(9, 'a'))).toEqual({
    changes: ['by-hand 1', 'by-hand 1', 'replace 1'],
    more: 1,
  });
});

it('What was changed in a line by hand is told field by field, with every digit', async () => {
  const line = (country: string, more = '') =>
    `{"payment_target_country":"${country}","a":{"n":1.00000000000000000001}${more}}`;
  const entry = (at: number, before: string, after: string) =>
    `${JSON.stringify({ line: at, step: 'by-hand', before, after })}\n`;
  const log = join(temporaryFolder(), 'changes.jsonl');
  const texts = [
    entry(4, line('Atlantis'), line('AU', ',"note":12345678901234567890.10')),
    entry(7, line('Atlantis'), line('AU')),
    entry(9, 'no json', line('AU')),
  ];
  writeFileSync(log, texts.join(''));
  const { changes } = await readChanges(log, 10, signal);
  const told = changes.map(({ field, before, after, lines, first }) => ({ field, before, after, lines, first }));
  expect(told).toEqual([
    { field: 'payment_target_country', before: '"Atlantis"', after: '"AU"', lines: 2, first: 4 },
    { field: 'note', before: undefined, after: '12345678901234567890.10', lines: 1, first: 4 },
    { field: undefined, before: '"no json"', after: JSON.stringify(line('AU')), lines: 1, first: 9 },
  ]);
});

it.each([
  ['a key comes twice', '{"a":1,"x":1,"x":2}', '{"a":2,"x":2}'],
  ['two fields have one path', '{"a":1,"b.c":1,"b":{"c":2}}', '{"a":2,"b":{"c":2}}'],
])(
  'A line by hand is told as a whole where %s: a field could hide what was done to another',
  async (_, before, after) => {
    const log = join(temporaryFolder(), 'changes.jsonl');
    writeFileSync(log, `${JSON.stringify({ line: 1, step: 'by-hand', before, after })}\n`);
    const { changes } = await readChanges(log, 10, signal);
    expect(changes).toMatchObject([{ before: JSON.stringify(before), after: JSON.stringify(after) }]);
    expect(changes[0]).not.toHaveProperty('field');
  },
);

it('The reason for other money is told with the money alone, and with a line that is told as a whole', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const line = (amount: number, name: string) => JSON.stringify({ modification: { amount }, name });
  const entry = { line: 1, step: 'by-hand', before: line(1, 'a'), after: line(2, 'b'), reason: 'told by telephone' };
  const whole = { ...entry, line: 2, before: 'no json' };
  writeFileSync(log, `${JSON.stringify(entry)}\n${JSON.stringify(whole)}\n`);
  const { changes } = await readChanges(log, 10, signal);
  expect(changes.map(({ field, reason }) => [field, reason])).toEqual([
    ['modification.amount', 'told by telephone'],
    ['name', undefined],
    [undefined, 'told by telephone'],
  ]);
});

it('Lines that were left out are named, each with its payment and why, as far as there is room', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const payment = { ids: ['p1'], amount: '12.50', currency: 'EUR', at: '2026-11-02T10:00:00' };
  const entries = [
    { line: 0, step: 'drop-bom' },
    { line: 1, step: 'by-hand', copyOf: 9, payment, reason: 'written twice' },
    { line: 2, step: 'drop-blank' },
    { line: 5, step: 'keep-one', by: 'line', copyOf: 3, payment },
    { line: 6, step: 'keep-one', by: 'line', copyOf: 3, payment: { ...payment, amount: '13' } },
    // As logs of before have it.
    { line: 7, step: 'drop-refused' },
  ];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const { changes, named, moreNamed } = await readChanges(log, 10, signal);
  expect([named, moreNamed]).toEqual([
    [
      { line: 1, step: 'by-hand', copyOf: 9, payment, reason: 'written twice' },
      { line: 5, step: 'keep-one', copyOf: 3, payment },
      { line: 6, step: 'keep-one', copyOf: 3, payment: { ...payment, amount: '13' } },
      { line: 7, step: 'drop-refused' },
    ],
    0,
  ]);
  expect(changes.find(({ step }) => step === 'keep-one')).toMatchObject({ lines: 2, first: 5 });
  expect(await readChanges(log, 3, signal)).toMatchObject({ named: { length: 3 }, moreNamed: 1 });
});

it('Lines that were left out for one reason are told with what they pay', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const leftOut = (line: number, payment?: object) =>
    `${JSON.stringify({ line, step: 'drop-refused', reason: 'Ask the branch', ...(payment && { payment }) })}\n`;
  const texts = [
    leftOut(1, { amount: '10.10', currency: 'EUR' }),
    leftOut(2, { amount: '20.2', currency: 'EUR' }),
    leftOut(3, { amount: '1,234', currency: 'EUR' }),
    leftOut(4),
  ];
  writeFileSync(log, texts.join(''));
  const { changes } = await readChanges(log, 10, signal);
  expect(changes).toMatchObject([{ lines: 4, pays: { sums: [{ currency: 'EUR', amount: '30.3' }], unread: 1 } }]);
});

it('A reason to leave a line out is no reason for other money', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const entries = [
    { line: 1, step: 'by-hand', reason: 'written twice' },
    { line: 2, step: 'replace', field: 'modification.amount', before: 1, after: 2, reason: 'told by telephone' },
  ];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  expect(await moneyChangesIn(log, signal)).toEqual({ amounts: 1, currencies: 0 });
});

it('An empty object that was taken out by hand is told', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const entry = { line: 1, step: 'by-hand', before: '{"a":1,"e":{}}', after: '{"a":2}' };
  writeFileSync(log, `${JSON.stringify(entry)}\n`);
  const { changes } = await readChanges(log, 10, signal);
  expect(changes.map(({ field }) => field)).toEqual(['a', 'e']);
});

it('Lines with more than one change are counted, by values and by hand: each is in more than one row', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const twoFields = { line: 3, step: 'by-hand', before: '{"a":1,"b":1}', after: '{"a":2,"b":2}' };
  const entries = [replaced(1, 'a'), replaced(2, 'a'), { ...replaced(2, 'a'), field: 'z' }, twoFields, byHand(4)];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  expect((await readChanges(log, 10, signal)).several).toBe(2);
});

it('A log with a line separator within a value is read, and its digest is that of its bytes', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const content = `${JSON.stringify(replaced(1, 'a\u2028b'))}\n${JSON.stringify(replaced(2, 'c'))}\n`;
  writeFileSync(log, content);
  const { changes, logSha256 } = await readChanges(log, 10, signal);
  expect(changes.map(({ before }) => before)).toEqual(['"a\u2028b"', '"c"']);
  expect(logSha256).toBe(createHash('sha256').update(content).digest('hex'));
});

const numbered = (line: number, before: string) => ({
  ...{ line, newLine: line, step: 'number-from-text', field: 'modification.amount' },
  ...{ before, after: before.replace(',', '.') },
});

it('A line by hand is not counted again with the step that put its value into the required form', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const line = (amount: string) => `{"modification":{"amount":${amount}}}`;
  const hand = { line: 2, newLine: 2, step: 'by-hand', before: line('1'), after: line('"2,5"') };
  const entries = [numbered(1, '1,5'), hand, numbered(2, '2,5'), numbered(3, '3,5')];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const { changes, several } = await readChanges(log, 10, signal);
  expect(changes).toMatchObject([
    { step: 'by-hand', lines: 1, before: '1', after: '"2.5"' },
    {
      step: 'number-from-text',
      lines: 2,
      isExample: true,
      ranges: [
        { first: 1, last: 1 },
        { first: 3, last: 3 },
      ],
    },
  ]);
  expect(several).toBe(0);
});

it('Each changed value is told by itself while there is room for all, without lines that were left out', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const entries = [
    numbered(1, '1,5'),
    { line: 2, step: 'drop-blank' },
    numbered(3, '3,5'),
    { line: 4, step: 'by-hand' },
  ];
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const { each, all } = await readChanges(log, 2, signal);
  expect([each?.map(({ line, before }) => [line, before]), all]).toEqual([
    [
      [1, '"1,5"'],
      [3, '"3,5"'],
    ],
    2,
  ]);
  expect(await readChanges(log, 1, signal)).not.toHaveProperty('each');
});

it('The lines of one change are told as ranges, as far as there is room', async () => {
  const log = join(temporaryFolder(), 'changes.jsonl');
  const lines = [1, 2, 3, ...Array.from({ length: 30 }, (_, n) => 10 + 2 * n)];
  writeFileSync(log, lines.map((line) => `${JSON.stringify(replaced(line, 'a'))}\n`).join(''));
  const { changes } = await readChanges(log, 10, signal);
  expect(changes[0]?.ranges?.slice(0, 3)).toEqual([
    { first: 1, last: 3 },
    { first: 10, last: 10 },
    { first: 12, last: 12 },
  ]);
  expect(changes[0]).toMatchObject({ lines: 33, ranges: { length: 20 } });
});
