/** @file Lines that are hard to judge, in threads as shipped: whatever one line holds, it ends no check. */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../src-main/checking/check.ts';
import type { Finding } from '../../src-main/checking/findings/finding.ts';
import { MAX_LINE_BYTES } from '../../src-main/checking/line-limit.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/checking/transaction-check.ts';
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
  'many keys': () => lineWith(`{${numbered(runs(300_000, 1_000_000), (n) => `"${n.toString(36)}":1`)}}`),
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

/** All that is found in a line between two good ones; `threads` or this thread check it. */
async function between(line: string, options: object, ruleSet: RuleSet = defaultRuleSet) {
  const path = sourceFile(`${JSON.stringify(transaction(2))}\n${line}\n${JSON.stringify(transaction(3))}\n`);
  const findings: Finding[] = [];
  const { lines, valid } = await checkFile(
    { path, ruleSet, maxBatchBytes: 2_000_000_000 },
    { clock, onFindings: (some) => findings.push(...some), ...options },
  );
  return { lines, valid, findings };
}

const byScanners = { smallBytes: 0 };
const byThisThread = { mayBlock: true };

it.each(Object.entries(good))('A line with %s has no finding', async (_, line) => {
  expect(await between(line(), byScanners)).toEqual({ lines: 3, valid: 3, findings: [] });
});

describe.each([
  ['by scanners', byScanners, Object.entries(faulty)],
  ['by the calling thread', byThisThread, Object.entries(faulty).slice(0, runs(2, Number.POSITIVE_INFINITY))],
])('Checked %s', (_, options, kinds) => {
  it.each(kinds)('a line with %s has its findings, and the check continues', async (__, { line, found }) => {
    const { lines, findings } = await between(line(), options);
    expect({ lines, first: findings[0] }).toMatchObject({ lines: 3, first: { line: 2, ...found } });
    expect(findings.every(({ line: own }) => own === 2)).toBe(true);
  });
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

  it('is a finding of its own when its thread runs out of memory, and the rest continues', async () => {
    const { lines, valid, findings } = await between(long, { mayBlock: true, entries: { line: exhausted } });
    expect({ lines, valid }).toEqual({ lines: 3, valid: 2 });
    expect(findings).toEqual([
      {
        line: 2,
        rule: 'line.unjudged',
        severity: 'error',
        path: '',
        message:
          'The line holds more values than can be checked, so it was not checked. Export it with fewer values in additional_fields.',
      },
    ]);
  });

  it('can be followed by others', async () => {
    const { findings } = await between(`${long}\n${long}`, { mayBlock: true, entries: { line: asIfExhausted } });
    expect(findings.map(({ line, rule }) => [line, rule])).toEqual([
      [2, 'line.unjudged'],
      [3, 'line.unjudged'],
    ]);
  });

  it('can be let through as a warning, and is no transaction', async () => {
    const ruleSet = rules({ severities: { 'line.unjudged': 'warning' } });
    const options = { mayBlock: true, entries: { line: asIfExhausted } };
    expect(await between(long, options, ruleSet)).toMatchObject({ valid: 2, findings: [{ severity: 'warning' }] });
  });

  it('ends the check where its thread breaks down in another way', async () => {
    const broken = new URL('data:text/javascript,throw new Error("out of order")');
    await expect(between(long, { mayBlock: true, entries: { line: broken } })).rejects.toMatchObject({
      code: 'check.failed',
      params: { reason: 'out of order' },
    });
  });

  it('does not keep a check from being cancelled', async () => {
    const silent = new URL('data:text/javascript,setInterval(() => {}, 60_000)');
    const stop = new AbortController();
    const reason = new Error('stopped');
    const check = between(`1\n${long}`, { mayBlock: true, entries: { line: silent }, signal: stop.signal });
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
