/**
 * @file Whatever is called over the contract, in whatever order: each call ends in a moment, as a result or as an error that is no
 * fault of Tranship. At night much more of it, other calls each time.
 */

import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { slowness } from '../fastest.ts';
import { tellCount } from '../harness/counted.ts';
import { isNight, runs } from '../harness/night.ts';
import { longestStep } from '../longest-step.ts';
import { type Call, calledNames, calls } from './generated-calls.ts';
import { openWindow, type TestWindow } from './window.ts';

const count = runs(1500, 60_000);
const LONGEST_STEP_MS = 500;
/** Of an error, besides what was called, of which each sign may be written as six, and stand in two places. */
const LONGEST_TEXT = 5000;
const MOST_ECHO = 12;

let window: TestWindow;
beforeAll(async () => {
  window = await openWindow();
  const offers = [await window.offered('november.jsonl', '{"a":1}\n{"b":\n')];
  await window.value('files.check', { offers, maxBatchBytes: 1_000_000 });
});
afterAll(() => window.close());

const ends = new Map<string, number>();
const note = (end: string) => ends.set(end, (ends.get(end) ?? 0) + 1);
const taken = new Set<string>();

async function tryOut({ name, value }: Call): Promise<void> {
  let answer: Awaited<ReturnType<TestWindow['call']>> | undefined;
  let longest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && longest > LONGEST_STEP_MS; run += 1) {
    const step = await longestStep(async () => {
      answer = await window.call(name, value);
    });
    longest = Math.min(longest, step > LONGEST_STEP_MS ? step / slowness() : step);
  }
  expect(longest, name).toBeLessThan(LONGEST_STEP_MS);
  if (answer === undefined) throw new Error(`${name} was not answered.`);
  note(answer.ok ? 'result' : answer.error.code);
  if (answer.ok || answer.error.code !== 'usage.invalid') taken.add(name);
  if (answer.ok) return;
  expect(answer.error.code, `${name}: ${JSON.stringify(answer.error)}`).not.toBe('internal.unexpected');
  const said = inspect(value, { depth: null, maxStringLength: null, maxArrayLength: null }).length;
  expect(JSON.stringify(answer.error).length, name).toBeLessThan(LONGEST_TEXT + MOST_ECHO * said);
}

it('no call freezes, fills or breaks the app', async () => {
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', hear);
  await fc
    .assert(fc.asyncProperty(calls, tryOut), { numRuns: count, ...(isNight ? {} : { seed: 20_261_126 }) })
    .finally(() => process.off('unhandledRejection', hear));
  expect(unhandled).toEqual([]);
  expect(await window.call('queue.snapshot')).toHaveProperty('ok', true);
  // A fuzz whose calls are all refused at the door proves nothing.
  expect(ends.get('result')).toBeGreaterThan(count / 10);
  expect(taken.size).toBeGreaterThan(calledNames.length / 2);
  tellCount(count, 'calls over the contract');
});
