/** @file What a look into an offered file says before it is added. */

import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../check/sources.ts';
import { bank, openWindow, type TestWindow } from './window.ts';

const ids = Array.from({ length: 4 }, () => randomUUID());
let window: TestWindow;
beforeAll(async () => {
  window = await openWindow();
  await window.value('practice.start');
  await window.value('connections.add', bank);
  await window.backend.start();
  const day = await window.added('day.jsonl', linesOf(ids), 'Practice');
  await window.until(day, ({ state }) => state === 'processed');
});
afterAll(() => window.close());

function linesOf(of: readonly string[]): string {
  return of
    .map((external_id) => {
      const one = transaction();
      const modification = { ...one.modification, external_id, amount: 12.5, currency: 'EUR' };
      return `${JSON.stringify({ ...one, modification })}\n`;
    })
    .join('');
}

it('Lines, sums and errors are told, and what of it went over the connection before', async () => {
  const offer = await window.offered('again.jsonl', `${linesOf([...ids.slice(1), randomUUID()])}{}\n`);
  const seen = await window.value('files.look', { offer, connection: 'Practice' });
  expect(seen).toEqual({
    lines: 5,
    isEstimate: false,
    transactions: 5,
    sums: [{ currency: 'EUR', amount: '50' }],
    unsummed: 1,
    errors: expect.any(Number),
    earlier: { ids: 3, submission: 1, fileName: 'day.jsonl', at: expect.any(Number), others: 0 },
  });
  expect(seen.errors).toBeGreaterThan(0);
});

it('What went over another connection is not told, and the offer stands; nothing is left behind', async () => {
  const offer = await window.offered('elsewhere.jsonl', linesOf(ids));
  expect(await window.value('files.look', { offer, connection: 'Bank' })).not.toHaveProperty('earlier');
  expect(await window.value('files.look', { offer })).toMatchObject({ lines: 4, earlier: { ids: 4 } });
  expect((await readdir(join(window.folder, 'ids'))).filter((name) => name.includes(offer))).toEqual([]);
});

it('The lines of what must be prepared are counted, or estimated where it is large', async () => {
  const small = await window.offered('small.csv', 'id;amount\n1;2\n3;4');
  expect(await window.value('files.look', { offer: small })).toMatchObject({ lines: 3, isEstimate: false });
  const large = await window.offered('large.csv', `id;amount\n${'1234;56789\n'.repeat(200_000)}`);
  const { lines = 0, isEstimate } = await window.value('files.look', { offer: large });
  expect([isEstimate, Math.round(lines / 1000)]).toEqual([true, 200]);
});

it('What is not offered is not looked into', async () => {
  expect(await window.code('files.look', { offer: randomUUID() })).toBe('file.not-offered');
});

it.each([
  ['as Excel saves it', '\uFEFFday;currency;count;sum\r\n26.11.2026;EUR;2;1.250,00\r\n27.11.2026;CHF;1;5,00\r\n'],
  ['with tabs', 'day\tcurrency\tcount\n2026-11-26\tEUR\t2\n2026-11-27\tEUR\t3\n'],
  ['as JSON', JSON.stringify(['2026-11-26', '2026-11-27'].map((day) => ({ day, currency: 'EUR', count: 2 })))],
])('What the core system says by day is known as that, %s', async (_, content) => {
  const offer = await window.offered('control.csv', content);
  expect(await window.value('files.look', { offer })).toMatchObject({ control: { figures: 2 } });
});

it.each([
  ['figures of no day', 'currency;count;sum\nEUR;2;1250,00\n'],
  ['payments', 'day;currency;amount;iban\n2026-11-26;EUR;12,50;DE02\n'],
  ['a table without rows', 'day;currency;count;sum\n'],
])('%s are not', async (_, content) => {
  const offer = await window.offered('table.csv', content);
  expect(await window.value('files.look', { offer })).not.toHaveProperty('control');
});
