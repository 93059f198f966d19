import { afterEach, beforeEach, expect, it } from 'vitest';
import { transactionLine } from '../cli/transactions.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { openWindow, options, type TestWindow } from './window.ts';

let window: TestWindow;
let service: Reachable;

beforeEach(async () => {
  window = await openWindow();
  service = await startOpponent();
});

afterEach(async () => {
  await window.close();
  await service[Symbol.asyncDispose]();
});

it('§5.6 batches that wait for a rotated secret continue as soon as the new one is entered', async () => {
  const { baseUrl, tokenUrl, clientId, clientSecret, scope } = service;
  const bank = { name: 'Bank', kind: 'test', baseUrl, tokenUrl, clientId, scope } as const;
  await window.backend.start();
  await window.value('connections.add', { ...bank, secret: clientSecret });
  const upload = service.moments.holdNext('put-body');
  const content = Array.from({ length: 6 }, () => `${transactionLine()}\n`).join('');
  const offers = [await window.offered('export.jsonl', content)];
  const sending = { ...options, connection: 'Bank', maxBatchBytes: 1400 };
  const [id = 0] = (await window.value('files.add', { offers, options: sending })).added;
  const held = await upload;

  const secret = service.rotateSecret();
  held.release();
  await window.until(id, ({ error }) => error?.code === 'auth.refused');
  const arrived = () => service.batches().flatMap(({ stored }) => (stored === undefined ? [] : [stored.toString()]));
  const before = arrived().length;
  await window.value('connections.change', { ...bank, secret });
  await window.until(id, ({ state }) => state === 'processed');

  expect(before).toBeLessThan(arrived().length);
  const lines = (text: string) => text.split('\n').filter(Boolean).sort();
  expect(lines(arrived().join(''))).toEqual(lines(content));
});
