/** @file A connection is corrected while files wait for it. */

import { describe, expect, it } from 'vitest';
import { isIntact } from '../../src-main/send/receipt.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { settle } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { approved, occasion } from './samples.ts';
import { startQueue } from './started-queue.ts';

const right = 'https://right https://tokens client tenant/1';

const check = {
  sha256: 'a'.repeat(64),
  bytes: 150,
  modifiedAt: 0,
  lines: 15,
  transactions: 15,
  valid: 15,
  errors: 0,
  warnings: 0,
  byRule: {},
  durationMs: 1,
};

function start() {
  const store = new QueueStore(temporaryFolder());
  const { submission } = approved(store);
  return { store, submission, rebinding: { connection: submission.connection, destination: right } };
}

describe('a rebinding', () => {
  it('a corrected connection takes along what never got an upload address, also in the history', async () => {
    const { store, submission, rebinding } = start();
    const { queue } = startQueue(store, { uploads: 1 });
    let changes = 0;
    await queue.rebindings.rebind(rebinding, async () => {
      changes += 1;
    });
    expect([changes, queue.standing(submission.id).submission.destination]).toEqual([1, right]);
    expect(store.submission(submission.id)?.destination).toBe(right);
    expect(store.history().filter(({ kind }) => kind === 'rebound')).toMatchObject([
      { detail: { baseAddress: 'https://right', tokenAddress: 'https://tokens' } },
    ]);
    expect(isIntact(store.history())).toBe(true);
  });

  it('a rebinding is refused when an upload address has been issued, and the connection stays', async () => {
    const { store, submission, rebinding } = start();
    const { queue, world } = startQueue(store, { uploads: 1 });
    await settle();
    world.decide(0, 'well');
    await settle();
    let changes = 0;
    const change = async () => {
      changes += 1;
    };
    await expect(queue.rebindings.rebind(rebinding, change)).rejects.toMatchObject({ code: 'connection.in-use' });
    expect([changes, store.submission(submission.id)?.destination]).toEqual([0, submission.destination]);
  });

  it('a rebinding is refused when a team has its parts, for the place that they are released for', async () => {
    const { store, submission, rebinding } = start();
    for (const batch of store.batches(submission.id))
      store.saveBatch({ ...batch, team: { part: 1, revision: 1 } }, occasion);
    const { queue } = startQueue(store, { uploads: 1 });
    await expect(queue.rebindings.rebind(rebinding, async () => undefined)).rejects.toMatchObject({
      code: 'connection.in-use',
    });
    expect(store.submission(submission.id)?.destination).toBe(submission.destination);
  });

  it('a rebinding changes nothing when the connection cannot be changed', async () => {
    const { store, submission, rebinding } = start();
    const { queue } = startQueue(store, { uploads: 1 });
    const change = () => Promise.reject(new Error('disk full'));
    await expect(queue.rebindings.rebind(rebinding, change)).rejects.toThrow('disk full');
    expect(store.submission(submission.id)?.destination).toBe(submission.destination);
  });

  it('submissions that were sent to the right destination before wait for a person', async () => {
    const { store, submission, rebinding } = start();
    store.saveSubmission({ ...submission, check }, occasion);
    const sent = approved(store, { destination: right, check }).submission;
    const { queue } = startQueue(store, { uploads: 1 });
    await queue.rebindings.rebind(rebinding, async () => undefined);
    expect(store.submission(submission.id)).toMatchObject({
      paused: true,
      warning: { code: 'submission.sent-before', params: { id: sent.id } },
    });
  });

  it('a rebinding does not affect other connections', async () => {
    const { store, rebinding } = start();
    const other = approved(store, { connection: 'other' }).submission;
    const { queue } = startQueue(store, { uploads: 1 });
    await queue.rebindings.rebind(rebinding, async () => undefined);
    expect(store.submission(other.id)?.destination).toBe(other.destination);
  });
});
