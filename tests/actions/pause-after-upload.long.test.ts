/** @file A pause that comes after what is being sent, against a service that is held in the middle of an upload. */

import { expect, it } from 'vitest';
import { transactionLine } from '../cli/transactions.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { openWindow, options } from './window.ts';

it('What is being sent arrives, once, and nothing more begins until the submission is resumed', async () => {
  await using service = await startOpponent();
  const window = await openWindow();
  try {
    await window.backend.start();
    const { baseUrl, tokenUrl, clientId, clientSecret: secret, scope } = service;
    const connection = { name: 'Bank', kind: 'test' as const, baseUrl, tokenUrl, clientId, scope };
    await window.value('connections.add', { ...connection, secret });
    const held = service.moments.holdNext('put-body');
    const lines = Array.from({ length: 40 }, () => `${transactionLine()}\n`);
    const offer = await window.offered('november.jsonl', lines.join(''));
    const maxBatchBytes = Buffer.byteLength(lines.slice(0, 20).join(''));
    const { transfer } = await window.value('settings.get');
    await window.value('settings.change', { transfer: { ...transfer, uploadsPerConnection: 1 } });
    const { added } = await window.value('files.add', {
      offers: [offer],
      options: { ...options, connection: 'Bank', maxBatchBytes },
    });
    const [id] = added;
    if (id === undefined) throw new Error('It was added.');
    const { release } = await held;
    expect(await window.value('queue.pause', { ids: [id], letsFinish: true })).toMatchObject([{ done: true }]);
    release();
    const states = async () => (await window.value('submission.details', { id })).batches.map(({ state }) => state);
    await expect.poll(states).toEqual(['processed', 'waiting']);
    const stored = () => service.batches().filter((batch) => batch.stored !== undefined);
    expect(stored()).toHaveLength(1);
    await window.value('queue.resume', { ids: [id] });
    await expect.poll(states).toEqual(['processed', 'processed']);
    expect(stored()).toHaveLength(2);
  } finally {
    await window.close();
  }
});
