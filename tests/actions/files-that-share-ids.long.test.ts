/** @file Files of one drop, which are decided in groups: each is compared with those before it, also with those of its own group. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { MOST_TOGETHER } from '../../src-main/send/approvals.ts';
import { transaction } from '../check/sources.ts';
import { openWindow, options, type TestWindow } from './window.ts';

let window: TestWindow;
beforeAll(async () => {
  window = await openWindow();
  await window.value('practice.start');
  await window.backend.start();
});
afterAll(() => window.close());

it('Each has its last transaction in common with the next one: every second one goes', async () => {
  const offers: string[] = [];
  for (let number = 0; number < 2 * MOST_TOGETHER + 4; number++) {
    const lines = [number, number + 1].map((line) => `${JSON.stringify(transaction(100 + line))}\n`);
    offers.push(await window.offered(`file-${number}.jsonl`, lines.join('')));
  }
  const { added } = await window.value('files.add', { offers, options: { ...options, connection: 'Practice' } });
  const decided = added.map((id) => window.until(id, ({ state }) => state !== 'checking'));
  const states = (await Promise.all(decided)).map(({ state }) => state === 'held');
  expect(states).toEqual(offers.map((_, number) => number % 2 === 1));
});
