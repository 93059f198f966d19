/** @file The threads of checks: one after the other uses the same one, and what went wrong in one spoils no other. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { availableParallelism } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CheckOptions, checkFile } from '../../src-main/check/check.ts';
import { KeptThreads } from '../../src-main/check/kept-threads.ts';
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

  it('waits, if it is light, for a thread that has other light ones, and takes no more threads than there are cores', async () => {
    const started = countThreads();
    const counts = Array.from({ length: 40 }, (_, at) => at + 1);
    const all = await Promise.all(counts.map((count) => check(lines(count), { isLight: true })));
    expect(all.map((summary) => summary.lines)).toEqual(counts.map((count) => count + 1));
    expect(started()).toBeLessThanOrEqual(Math.ceil(counts.length / 8) + availableParallelism());
  });

  it('that is light is cancelled without those that wait behind it, or before it', async () => {
    const stops = Array.from({ length: 12 }, () => new AbortController());
    const checks = stops.map(({ signal }) => check(lines(200), { isLight: true, signal }));
    const reason = new Error('enough');
    for (const at of [0, 5, 11]) stops[at]?.abort(reason);
    const ends = await Promise.allSettled(checks);
    expect(ends.flatMap((end, at) => (end.status === 'rejected' ? [[at, end.reason]] : []))).toEqual([
      [0, reason],
      [5, reason],
      [11, reason],
    ]);
  });

  it('that is light is not refused for one before it that could not be read', async () => {
    const missing = checkFile(
      { path: '/no/such.jsonl', ruleSet: defaultRuleSet, maxBatchBytes: 1 },
      { isLight: true },
    ).catch((error: unknown) => error);
    const others = Array.from({ length: 6 }, () => check(lines(2), { isLight: true }));
    expect(await missing).toMatchObject({ code: 'file.not-found' });
    for (const other of await Promise.all(others)) expect(other).toMatchObject({ lines: 3 });
  });

  it('that is light is begun again by another thread where one before it broke the thread down', async () => {
    const entry = new URL(
      `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';
        parentPort.on('message', (order) => { if (order === 'break') throw new Error('broken'); parentPort.postMessage({ kind: 'done', order }); });`)}`,
    );
    const threads = new KeptThreads<string, { kind: string; order: string }>(entry);
    const answer = (order: string) =>
      new Promise<unknown>((resolve) => {
        const waiter = { onMessage: resolve, onFailure: resolve };
        threads.begin({ assignment: order, path: order, waiter, isWanted: () => true });
      });
    const orders = ['break', ...Array.from({ length: 10 }, (_, at) => `${at}`)];
    const [broken, ...others] = await Promise.all(orders.map(answer));
    expect(broken).toMatchObject({ code: 'check.failed', params: { path: 'break' } });
    expect(others).toEqual(orders.slice(1).map((order) => ({ kind: 'done', order })));
  });
});
