/** @file Lines that are hard to judge, in threads as shipped: whatever one line holds, it ends no check. */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../src-main/check/check.ts';
import type { Finding } from '../../src-main/check/findings/finding.ts';
import { MAX_LINE_BYTES } from '../../src-main/check/line-limit.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/check/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/check/transaction-check.ts';
import { runs } from '../harness/night.ts';
import { NOW, rules, sourceFile, spoilt, transaction } from './sources.ts';

const clock = { now: () => NOW, steady: () => NOW, sleep: () => Promise.reject(new Error('The check never sleeps.')) };

/** A line with this JSON as the value of a field. */
const lineWith = (json: string, path = 'additional_fields.a') => spoilt(path, '@@').replace('"@@"', () => json);

const numbered = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(',');

/** As long as a line may be, with the rest of the line. */
const MOST = MAX_LINE_BYTES - lineWith('').length - 10;

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"":'.repeat(depth)}1${'}'.repeat(depth)}`;

/**
 * In the suite, so many that no program which recurses would survive it, or that the line is longer than the 2 MiB from which
 * on it is judged in a thread of its own; at night, as many as a line has room for. One kind is always of full
 * length, that of which a line holds the most values.
 */
const DEEP = runs(150_000, 1_000_000);
const LONG = runs(2_500_000, 10_000_000);

/** Valid lines, without any finding. */
const good: Record<string, () => string> = {
  'lists nested as deeply as a line has room': () => lineWith(lists(Math.floor(MOST / 2))),
  'many nested lists': () => lineWith(lists(DEEP)),
  'many nested objects': () => lineWith(objects(runs(500_000, 1_000_000))),
  'many small objects': () => lineWith(`[${numbered(runs(300_000, 1_900_000), () => '{"a":1}')}]`),
  'many empty objects': () => lineWith(`[${numbered(runs(800_000, Math.floor(MOST / 3)), () => '{}')}]`),
  'objects with a key of their own each': () =>
    lineWith(`[${numbered(runs(250_000, 1_200_000), (n) => `{"${n.toString(36)}":1}`)}]`),
  'a text of nearly 16 MiB': () => lineWith(`"${'x'.repeat(MOST)}"`),
  'a described text of nearly 16 MiB': () => lineWith(`"${'x'.repeat(MOST)}"`, 'payment_type'),
  'many keys': () => lineWith(`{${numbered(runs(100_000, 1_000_000), (n) => `"${n.toString(36)}":1`)}}`),
  '300,000 escapes': () => lineWith(`"${'\\u00fc'.repeat(300_000)}"`),
  '300,000 escapes in a described text': () => lineWith(`"${'\\u00fc'.repeat(300_000)}"`, 'payment_type'),
  '300,000 escapes in a key': () => lineWith(`{"${'\\u00fc'.repeat(300_000)}":1}`),
  'an amount of millions of digits': () => lineWith(`0.${'5'.repeat(LONG)}`, 'modification.amount'),
  'millions of blanks before the amount': () => lineWith(`${' '.repeat(LONG)}5`, 'modification.amount'),
  'millions of blanks around a colon': () => lineWith('1').replace('"a":', `"a"${' '.repeat(LONG)}:`),
};

/** Lines with this finding first. */
const faulty: Record<string, { line: () => string; found: Partial<Finding> }> = {
  'opening brackets alone': { line: () => '['.repeat(runs(LONG, MAX_LINE_BYTES)), found: { rule: 'json.syntax' } },
  'objects that do not end': { line: () => '{"":'.repeat(runs(600_000, 4_000_000)), found: { rule: 'json.syntax' } },
  'many nested lists with a bracket too many': {
    line: () => lineWith(`${lists(DEEP)}]`),
    found: { rule: 'json.syntax' },
  },
  'many duplicate keys': {
    line: () => lineWith(`[${numbered(runs(200_000, 1_000_000), () => '{"a":1,"a":2}')}]`),
    found: { rule: 'json.duplicate-key' },
  },
  'many times one key': {
    line: () => lineWith(`{${numbered(runs(400_000, 1_000_000), () => '"a":1')}}`),
    found: { rule: 'json.duplicate-key' },
  },
  'many small objects as a text': {
    line: () => lineWith(`[${numbered(runs(300_000, 1_900_000), () => '{"a":1}')}]`, 'payment_type'),
    found: { rule: 'field.type', path: 'payment_type' },
  },
  'many nested lists as the sender': {
    line: () => lineWith(lists(DEEP), 'sender'),
    found: { rule: 'field.type', path: 'sender' },
  },
  'millions of letters as a date': {
    line: () => lineWith(`"${'2'.repeat(LONG)}"`, 'modification.created_at'),
    found: { rule: 'field.format' },
  },
  'millions of letters as the modification id': {
    line: () => lineWith(`"${'2'.repeat(LONG)}"`, 'modification.external_id'),
    found: { rule: 'field.format' },
  },
  'millions of digits as the currency': {
    line: () => lineWith('5'.repeat(LONG), 'modification.currency'),
    found: { rule: 'field.type' },
  },
  'an unknown key of millions of characters': {
    line: () => lineWith('1', 'odd').replace('"odd"', `"${'x'.repeat(LONG)}"`),
    found: { rule: 'field.unknown' },
  },
};

/** All that is found in lines, each between two good ones; `threads` or this thread check them. */
async function between(hard: readonly string[], options: object, ruleSet: RuleSet = defaultRuleSet) {
  const usual = (n: number) => `${JSON.stringify(transaction(n))}\n`;
  const path = sourceFile([usual(2), ...hard.map((line, at) => `${line}\n${usual(at + 3)}`)].join(''));
  const findings: Finding[] = [];
  const { lines, valid } = await checkFile(
    { path, ruleSet, maxBatchBytes: 2_000_000_000 },
    { clock, onFindings: (some) => findings.push(...some), ...options },
  );
  return { lines, valid, findings };
}

/** The kind of a line, in the order in which they are checked. */
const kindOf = (kinds: object, line: number) => (line % 2 === 0 ? Object.keys(kinds)[line / 2 - 1] : 'a usual line');
/** All lines have the same id. */
const withoutIds = rules({ severities: { 'modification.duplicate': 'off' } });

it('No line has a finding that is only large', async () => {
  const hard = Object.values(good).map((line) => line());
  const { lines, valid, findings } = await between(hard, { smallBytes: 0 }, withoutIds);
  expect(findings.map(({ line, message }) => [kindOf(good, line), message])).toEqual([]);
  expect([lines, valid]).toEqual([2 * hard.length + 1, 2 * hard.length + 1]);
});

it.each([
  ['by scanners', { smallBytes: 0 }],
  ['by the calling thread', { mayBlock: true }],
])('Checked %s, each line with a fault has its finding first, and the check continues', async (_, options) => {
  const hard = Object.values(faulty).map(({ line }) => line());
  const { lines, findings } = await between(hard, options, withoutIds);
  expect(lines).toBe(2 * hard.length + 1);
  const ofLines = Map.groupBy(findings, ({ line }) => kindOf(faulty, line));
  expect([...ofLines.keys()]).toEqual(Object.keys(faulty));
  for (const [kind, { found }] of Object.entries(faulty)) expect(ofLines.get(kind)?.[0], kind).toMatchObject(found);
});

describe('A line that cannot be judged', () => {
  const long = lineWith(`[${'1,'.repeat(1_500_000)}1]`, 'payment_type');
  const exhausted = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      const all = [];
      parentPort.on('message', () => { for (;;) all.push(new Array(1_000_000).fill(0.5)); });
    `)}`,
  );
  /** Says the same at once. */
  const asIfExhausted = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', () => { throw Object.assign(new Error(), { code: 'ERR_WORKER_OUT_OF_MEMORY' }); });
    `)}`,
  );

  it('is a finding of its own each time its thread runs out of memory, and the rest continues', async () => {
    const options = { mayBlock: true, entries: { line: exhausted } };
    const { lines, valid, findings } = await between([long, long], options);
    expect({ lines, valid }).toEqual({ lines: 5, valid: 3 });
    const unjudged = {
      rule: 'line.unjudged',
      severity: 'error',
      path: '',
      message:
        'The line holds more values than can be checked, so it was not checked. Export it with fewer values in additional_fields.',
    };
    expect(findings).toEqual([
      { ...unjudged, line: 2 },
      { ...unjudged, line: 4 },
    ]);
  });

  it('can be let through as a warning, and is no transaction', async () => {
    const ruleSet = rules({ severities: { 'line.unjudged': 'warning' } });
    const options = { mayBlock: true, entries: { line: asIfExhausted } };
    expect(await between([long], options, ruleSet)).toMatchObject({ valid: 2, findings: [{ severity: 'warning' }] });
  });

  it('ends the check where its thread breaks down in another way', async () => {
    const broken = new URL('data:text/javascript,throw new Error("out of order")');
    await expect(between([long], { mayBlock: true, entries: { line: broken } })).rejects.toMatchObject({
      code: 'check.failed',
      params: { reason: 'out of order' },
    });
  });

  it('does not keep a check from being cancelled', async () => {
    const silent = new URL('data:text/javascript,setInterval(() => {}, 60_000)');
    const stop = new AbortController();
    const reason = new Error('stopped');
    const check = between(['1', long], { mayBlock: true, entries: { line: silent }, signal: stop.signal });
    await setImmediate();
    stop.abort(reason);
    await expect(check).rejects.toBe(reason);
  });
});

it.each(['many nested lists', 'many nested objects', 'an amount of millions of digits'])(
  'A person may check a transaction with %s',
  (kind) => {
    expect(checkTransaction(good[kind]?.() ?? '', defaultRuleSet, NOW)).toEqual([]);
  },
);
