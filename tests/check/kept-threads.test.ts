/** @file The threads of checks: one after the other uses the same one, and what went wrong in one spoils no other. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CheckOptions, checkFile } from '../../src-main/check/check.ts';
import { defaultRuleSet } from '../../src-main/check/rules/rule-set.ts';
import { sourceFile, transaction } from './sources.ts';

const lines = (count: number) => `1\n${`${JSON.stringify(transaction())}\n`.repeat(count)}`;
const check = (content: string, options: CheckOptions = {}) =>
  checkFile({ path: sourceFile(content), ruleSet: defaultRuleSet, maxBatchBytes: 2_000_000_000 }, options);

/** How many threads are started from now on. */
function countThreads(): () => number {
  let started = 0;
  const count = () => {
    started += 1;
  };
  subscribe('worker_threads', count);
  onTestFinished(() => void unsubscribe('worker_threads', count));
  return () => started;
}

describe('A check in a thread', () => {
  it('leaves its thread to the next one', async () => {
    await check(lines(1));
    const started = countThreads();
    for (const count of [3, 5, 8]) expect(await check(lines(count))).toMatchObject({ lines: count + 1 });
    expect(started()).toBe(0);
  });

  it('has a thread of its own beside another one', async () => {
    const both = await Promise.all([check(lines(3)), check(lines(4))]);
    expect(both.map((summary) => summary.lines)).toEqual([4, 5]);
  });

  it('that was cancelled leaves none, and the next one has all of its own', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    await expect(check(lines(50), { signal: stop.signal, onFindings: () => stop.abort(reason) })).rejects.toBe(reason);
    expect(await check(lines(2))).toMatchObject({ lines: 3 });
  });

  it('names the file that it could not read, not the one before', async () => {
    await check(lines(1));
    await expect(
      checkFile({ path: '/no/such.jsonl', ruleSet: defaultRuleSet, maxBatchBytes: 1 }),
    ).rejects.toMatchObject({ code: 'file.not-found', params: { path: '/no/such.jsonl' } });
    expect(await check(lines(2))).toMatchObject({ lines: 3 });
  });
});
