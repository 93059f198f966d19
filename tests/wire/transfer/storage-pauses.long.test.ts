/** @file Storages that ask to wait: for how long, and which requests wait. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { App } from '../../../src-main/app.ts';
import { defaultRuleSet } from '../../../src-main/check/rules/rule-set.ts';
import type { Misfortune } from '../../../src-main/practice/misfortune.ts';
import type { Batch } from '../../../src-main/send/batch.ts';
import { destinationOf } from '../../../src-main/wire/credentials/connection.ts';
import { StoragePauses } from '../../../src-main/wire/transfer/storage-pauses.ts';
import { transactionLine } from '../../cli/transactions.ts';
import { environmentOf } from '../../cli/tranship.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { WAIT_MS } from '../../patience.ts';
import { startTenant } from '../../practice/requests.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { createLastingBox } from '../credentials/lasting-box.ts';

describe('a pause that a storage asks for', () => {
  let clock: FakeClock;
  let pauses: StoragePauses;
  beforeEach(() => {
    clock = new FakeClock();
    pauses = new StoragePauses(clock);
    pauses.note('upload', 'one bank', 'storage.example');
    pauses.note('upload', 'another bank', 'storage.example');
    pauses.note('report', 'one bank', 'reports.example');
  });

  it('a pause holds for everything that leads to its host, and for nothing else', () => {
    pauses.ask('storage.example', 30);
    expect(pauses.remaining('upload', 'one bank')).toBe(30_000);
    expect(pauses.remaining('upload', 'another bank')).toBe(30_000);
    expect(pauses.remaining('report', 'one bank')).toBe(0);
    expect(pauses.remaining('upload', 'a bank that is new')).toBe(0);
  });

  it('a pause holds for a destination that has come to this host since', () => {
    pauses.ask('storage.example', 30);
    pauses.note('report', 'one bank', 'storage.example');
    expect(pauses.remaining('report', 'one bank')).toBe(30_000);
  });

  it('a pause ends with time', () => {
    pauses.ask('storage.example', 30);
    clock.set(clock.now() + 29_000);
    expect(pauses.remaining('upload', 'one bank')).toBe(1000);
    clock.set(clock.now() + 2000);
    expect(pauses.remaining('upload', 'one bank')).toBe(0);
  });

  it('a later, shorter wait does not shorten a pause', () => {
    pauses.ask('storage.example', 30);
    pauses.ask('storage.example', 5);
    pauses.ask('storage.example', 0);
    expect(pauses.remaining('upload', 'one bank')).toBe(30_000);
  });

  it('a pause does not outlast a clock that is set back by a day', () => {
    pauses.ask('storage.example', 30);
    clock.set(clock.now() - 24 * 3_600_000);
    expect(pauses.remaining('upload', 'one bank')).toBe(0);
  });
});

describe('while a storage asks to be left alone', () => {
  const busy = { name: 'storage-status', status: 503, retryAfterSeconds: 30, times: 1 } as const;

  /** An app over a practice tenant of the same clock, with a file in which each line is a batch. */
  async function start(lines: string[], misfortune: Misfortune) {
    const folder = temporaryFolder();
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, misfortunes: [misfortune] });
    const box = createLastingBox();
    const app = new App({
      folder: join(folder, 'home'),
      holder: 'a test',
      settings: new MemorySettings(),
      clock,
      secretBox: box,
      sessionBox: box,
      transfer: { uploadsPerConnection: 1 },
      environment: environmentOf(tenant),
    });
    onTestFinished(() => app.close());
    app.queue.start();
    const path = join(folder, 'export.jsonl');
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
    const connection = app.services.connection();
    const maxBatchBytes = Math.max(...lines.map((line) => Buffer.byteLength(line) + 1));
    const options = {
      onInvalid: 'service-decides',
      onUnknown: 'ask',
      ingestValid: false,
      maxBatchBytes,
      ruleSet: defaultRuleSet,
    } as const;
    const { name } = connection;
    const { id } = await app.queue.additions.add({
      path,
      connection: name,
      destination: destinationOf(connection),
      options,
    });
    const asked = (endpoint: 'upload' | 'report-download') =>
      tenant.requests.filter((request) => request.endpoint === endpoint);
    const isDone = (batch: Batch) =>
      batch.state === 'rejected' ? batch.report === 'kept' : batch.state === 'processed';
    /** Lets time pass until all batches are processed, or their reports are kept. */
    const end = () =>
      vi.waitFor(
        async () => {
          await clock.advance(1000);
          const { batches } = app.queue.view(id);
          expect([batches.length, batches.filter((batch) => !isDone(batch))]).toEqual([lines.length, []]);
        },
        { timeout: WAIT_MS },
      );
    return { clock, asked, end, batches: () => app.queue.view(id).batches };
  }

  it('while a storage asks to wait, no other batch is sent there', async () => {
    const { clock, asked, end, batches } = await start([transactionLine(), transactionLine()], busy);
    const isRefused = () => expect(batches()[0]).toMatchObject({ error: { code: 'upload.busy' } });
    await vi.waitFor(isRefused, { timeout: WAIT_MS });
    const refusedAt = clock.now();
    await clock.advance(29_999);
    expect(batches()).toMatchObject([{ state: 'waiting' }, { state: 'waiting', attempts: 0 }]);
    expect(batches()[1]).not.toHaveProperty('error');
    await end();
    expect(asked('upload').map(({ status }) => status)).toEqual([503, 200, 200]);
    for (const { at } of asked('upload').slice(1)) expect(at).toBeGreaterThanOrEqual(refusedAt + 30_000);
  });

  it('while a storage asks to wait, only reports under way are fetched there', async () => {
    const { asked, end } = await start(['[]', '[]', '[]', '[]'], { ...busy, endpoint: 'report-download' });
    await end();
    const requests = asked('report-download');
    const refused = requests.find(({ status }) => status === 503);
    expect(requests.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 503]);
    // The clock continues while the one that is under way is on the wire.
    const meanwhile = requests.filter((request) => request !== refused && request.at - (refused?.at ?? 0) < 30_000);
    expect(meanwhile.length).toBeLessThanOrEqual(1);
  });
});
