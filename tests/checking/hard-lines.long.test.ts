/** @file Lines that are hard to judge, in threads as shipped: whatever one line holds, it ends no check. */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { checkFile } from '../../src-main/checking/check.ts';
import type { Finding } from '../../src-main/checking/findings/finding.ts';
import { MAX_LINE_BYTES } from '../../src-main/checking/line-limit.ts';
import { defaultRuleSet, type RuleSet } from '../../src-main/checking/rules/rule-set.ts';
import { checkTransaction } from '../../src-main/checking/transaction-check.ts';
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

/** Valid lines, without any finding. */
const good: Record<string, () => string> = {
  'a million nested lists': () => lineWith(lists(1_000_000)),
  'lists nested as deeply as a line has room': () => lineWith(lists(Math.floor(MOST / 2))),
  'a million nested objects': () => lineWith(objects(1_000_000)),
  '1.9 million small objects': () => lineWith(`[${numbered(1_900_000, () => '{"a":1}')}]`),
  'as many empty objects as there is room for': () => lineWith(`[${numbered(Math.floor(MOST / 3), () => '{}')}]`),
  'objects with a key of their own each': () => lineWith(`[${numbered(1_200_000, (n) => `{"${n.toString(36)}":1}`)}]`),
  'a text of nearly 16 MiB': () => lineWith(`"${'x'.repeat(MOST)}"`),
  'a described text of nearly 16 MiB': () => lineWith(`"${'x'.repeat(MOST)}"`, 'payment_type'),
  'a million keys': () => lineWith(`{${numbered(1_000_000, (n) => `"${n.toString(36)}":1`)}}`),
  '300,000 escapes': () => lineWith(`"${'\\u00fc'.repeat(300_000)}"`),
  '300,000 escapes in a described text': () => lineWith(`"${'\\u00fc'.repeat(300_000)}"`, 'payment_type'),
  '300,000 escapes in a key': () => lineWith(`{"${'\\u00fc'.repeat(300_000)}":1}`),
  'an amount of ten million digits': () => lineWith(`0.${'5'.repeat(10_000_000)}`, 'modification.amount'),
  'ten million blanks before the amount': () => lineWith(`${' '.repeat(10_000_000)}5`, 'modification.amount'),
  'ten million blanks around a colon': () => lineWith('1').replace('"a":', `"a"${' '.repeat(10_000_000)}:`),
};

/** Lines with this finding first. */
const faulty: Record<string, { line: () => string; found: Partial<Finding> }> = {
  'sixteen million opening brackets': { line: () => '['.repeat(MAX_LINE_BYTES), found: { rule: 'json.syntax' } },
  'four million objects that do not end': { line: () => '{"":'.repeat(4_000_000), found: { rule: 'json.syntax' } },
  'a million nested lists with a bracket too many': {
    line: () => lineWith(`${lists(1_000_000)}]`),
    found: { rule: 'json.syntax' },
  },
  'a million duplicate keys': {
    line: () => lineWith(`[${numbered(1_000_000, () => '{"a":1,"a":2}')}]`),
    found: { rule: 'json.duplicate-key' },
  },
  'a million times one key': {
    line: () => lineWith(`{${numbered(1_000_000, () => '"a":1')}}`),
    found: { rule: 'json.duplicate-key' },
  },
  '1.9 million small objects as a text': {
    line: () => lineWith(`[${numbered(1_900_000, () => '{"a":1}')}]`, 'payment_type'),
    found: { rule: 'field.type', path: 'payment_type' },
  },
  'a million nested lists as the sender': {
    line: () => lineWith(lists(1_000_000), 'sender'),
    found: { rule: 'field.type', path: 'sender' },
  },
  'ten million letters as a date': {
    line: () => lineWith(`"${'2'.repeat(10_000_000)}"`, 'modification.created_at'),
    found: { rule: 'field.format' },
  },
  'ten million letters as the modification id': {
    line: () => lineWith(`"${'2'.repeat(10_000_000)}"`, 'modification.external_id'),
    found: { rule: 'field.format' },
  },
  'ten million digits as the currency': {
    line: () => lineWith('5'.repeat(10_000_000), 'modification.currency'),
    found: { rule: 'field.type' },
  },
  'an unknown key of ten million characters': {
    line: () => lineWith('1', 'odd').replace('"odd"', `"${'x'.repeat(10_000_000)}"`),
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
  ['by scanners', byScanners],
  ['by the calling thread', byThisThread],
])('Checked %s', (_, options) => {
  it.each(Object.entries(faulty))(
    'a line with %s has its findings, and the check continues',
    async (__, { line, found }) => {
      const { lines, findings } = await between(line(), options);
      expect({ lines, first: findings[0] }).toMatchObject({ lines: 3, first: { line: 2, ...found } });
      expect(findings.every(({ line: own }) => own === 2)).toBe(true);
    },
  );
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
    const { findings } = await between(`${long}\n${long}`, { mayBlock: true, entries: { line: exhausted } });
    expect(findings.map(({ line, rule }) => [line, rule])).toEqual([
      [2, 'line.unjudged'],
      [3, 'line.unjudged'],
    ]);
  });

  it('can be let through as a warning, and is no transaction', async () => {
    const ruleSet = rules({ severities: { 'line.unjudged': 'warning' } });
    const options = { mayBlock: true, entries: { line: exhausted } };
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

it.each(['a million nested lists', 'a million nested objects', 'an amount of ten million digits'])(
  'A person may check a transaction with %s',
  (kind) => {
    expect(checkTransaction(good[kind]?.() ?? '', defaultRuleSet, NOW)).toEqual([]);
  },
);
