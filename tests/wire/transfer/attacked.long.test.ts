/**
 * @file The app against a service that was taken over and names other addresses: a listener on a real socket receives
 * nothing, nothing is lost, and the work continues once a person has decided.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { App } from '../../../src-main/app.ts';
import { defaultRuleSet } from '../../../src-main/check/rules/rule-set.ts';
import type { Batch } from '../../../src-main/send/batch.ts';
import { receiptFor } from '../../../src-main/send/receipt.ts';
import { destinationOf } from '../../../src-main/wire/credentials/connection.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { transactionLine } from '../../cli/transactions.ts';
import { environmentOf } from '../../cli/tranship.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { WAIT_MS } from '../../patience.ts';
import { startTenant } from '../../practice/requests.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { eavesdropper } from './eavesdropper.ts';

/** The app over a practice tenant of the same clock. Its data folder has a key, so that settings are signed. */
async function open() {
  const folder = temporaryFolder();
  const clock = new FakeClock();
  const tenant = await startTenant({ clock });
  const box = { ...createMemoryBox(), survivesRestart: true };
  const app = new App({
    folder: join(folder, 'home'),
    holder: 'a test',
    settings: new MemorySettings(),
    clock,
    secretBox: box,
    sessionBox: box,
    environment: environmentOf(tenant),
  });
  onTestFinished(() => app.close());
  app.queue.start();
  const connection = app.services.connection();
  const bound = { connection: connection.name, destination: destinationOf(connection) };
  let files = 0;
  /** Adds a file of one batch; returns a look at its batch. */
  const send = async (line = transactionLine()) => {
    const path = join(folder, `export-${files++}.jsonl`);
    writeFileSync(path, `${line}\n`);
    const common = { onUnknown: 'ask', ingestValid: false, maxBatchBytes: 1_000_000, ruleSet: defaultRuleSet } as const;
    const { id } = await app.queue.additions.add({
      ...bound,
      path,
      options: { ...common, onInvalid: 'service-decides' },
    });
    return (): Batch | undefined => app.queue.view(id).batches[0];
  };
  /** Lets time pass until the batch looks like this. */
  const until = (batch: () => Batch | undefined, expected: object) =>
    vi.waitFor(
      async () => {
        await clock.advance(1000);
        expect(batch()).toMatchObject(expected);
      },
      { timeout: WAIT_MS },
    );
  const events = () => {
    const logs = join(folder, 'home', 'logs');
    const lines = readdirSync(logs).flatMap((name) => readFileSync(join(logs, name), 'utf8').trimEnd().split('\n'));
    return lines.map((line): string => JSON.parse(line).event).filter((event) => event.startsWith('storage-'));
  };
  const receipt = (batch: Batch | undefined) => receiptFor(app.store, batch?.delivery?.batchId ?? '');
  return { tenant, app, bound, send, until, events, receipt, clock };
}

const done = { state: 'processed' };

describe('a service that was taken over', () => {
  it('is told by the first host, which is kept, and stands in the history and the receipt', async () => {
    const { tenant, app, bound, send, until, events, receipt } = await open();
    const batch = await send();
    await until(batch, done);
    expect(receipt(batch()).storageHost).toBe(tenant.storageOrigin);
    const reserved = app.store.history().find(({ kind }) => kind === 'reserved');
    expect(reserved?.detail).toMatchObject({ host: tenant.storageOrigin });
    expect(await app.storageHosts.latest(bound)).toEqual({ origin: tenant.storageOrigin, isTrusted: true });
    expect(events()).toEqual(['storage-host-kept']);
  });

  it.each([
    ['another port', (port: string) => `http://127.0.0.1:${port}`],
    ['https', (port: string) => `https://127.0.0.1:${port}`],
    ['another name of this machine', (port: string) => `http://localhost:${port}`],
  ])('gets no byte at %s, until a person allows the host', async (_, at) => {
    const { heard, port } = await eavesdropper();
    const { tenant, app, bound, send, until, events } = await open();
    await until(await send(), done);
    tenant.misbehave([{ name: 'foreign-address', to: at(port) }]);
    const batch = await send();
    const error = { code: 'upload.other-host', params: { host: at(port), kept: tenant.storageOrigin } };
    await until(batch, { state: 'waiting', attempts: 0, failures: 0, abandoned: [], error });
    expect(app.queue.waits.holdOf(bound)).toMatchObject({ code: 'upload.other-host' });
    app.queue.releaseHolds();
    await until(batch, { state: 'waiting', attempts: 0, error });
    expect(heard).toEqual({ connections: 0, bytes: 0 });
    expect(events()).toEqual(['storage-host-kept', 'storage-host-held']);

    await app.storageHosts.allow(bound, at(port));
    app.queue.releaseHolds();
    await vi.waitFor(() => expect(heard.connections).toBeGreaterThan(0), { timeout: WAIT_MS });
    expect(events().at(-1)).toBe('storage-host-allowed');
  });

  it('gets no byte at an address that is never safe, and the queue continues once the service is itself again', async () => {
    const { heard, port } = await eavesdropper();
    const { tenant, app, bound, send, until } = await open();
    let batch: () => Batch | undefined = () => undefined;
    for (const to of [
      'http://user:pw@127.0.0.1:PORT',
      'http://storage.example:PORT',
      'https://0x7f.1@10.0.0.5:PORT',
      'https://169.254.169.254',
      'https://10.0.0.5',
      'https://[::ffff:10.0.0.5]',
      'https://metadata.google.internal',
    ]) {
      tenant.misbehave([{ name: 'foreign-address', to: to.replace('PORT', String(port)) }]);
      app.queue.releaseHolds();
      if (batch() === undefined) batch = await send();
      await vi.waitFor(
        () => expect(app.queue.waits.holdOf(bound), to).toMatchObject({ code: 'upload.unsafe-address' }),
        {
          timeout: WAIT_MS,
        },
      );
      expect(batch()).toMatchObject({ state: 'waiting', attempts: 0, error: { code: 'upload.unsafe-address' } });
      expect(batch(), to).not.toHaveProperty('delivery');
      expect(await app.storageHosts.list(bound)).toBeUndefined();
      expect(heard).toEqual({ connections: 0, bytes: 0 });
    }
    tenant.misbehave([]);
    app.queue.releaseHolds();
    await until(batch, done);
  });

  it('does not get the file although the address ends while no one answers; the next address gets it once', async () => {
    const { heard, port } = await eavesdropper();
    const { tenant, app, send, until, clock } = await open();
    await until(await send(), done);
    tenant.misbehave([{ name: 'foreign-address', to: `http://127.0.0.1:${port}`, times: 1 }]);
    const batch = await send();
    await until(batch, { state: 'waiting', error: { code: 'upload.other-host' } });
    const held = batch()?.delivery?.batchId;
    await clock.advance(16 * 60_000);
    app.queue.releaseHolds();
    await until(batch, { ...done, abandoned: [held] });
    expect(heard).toEqual({ connections: 0, bytes: 0 });
    expect(tenant.batches().filter(({ sha256 }) => sha256 === batch()?.sha256)).toHaveLength(1);
  });

  it('is asked for no report at another host, and that holds no upload', async () => {
    const { heard, port } = await eavesdropper();
    const { tenant, app, send, until } = await open();
    await until(await send(), done);
    tenant.misbehave([{ name: 'foreign-address', of: 'report', to: `http://127.0.0.1:${port}` }]);
    const refused = await send('[]');
    await until(refused, { state: 'rejected', report: 'wanted', reportError: { code: 'report.other-host' } });
    await until(await send(), done);
    expect(heard).toEqual({ connections: 0, bytes: 0 });
    tenant.misbehave([]);
    app.queue.releaseHolds();
    await until(refused, { state: 'rejected', report: 'kept' });
  });

  it('does not get the app to follow the redirect of a report', async () => {
    const { heard, port } = await eavesdropper();
    const { tenant, send, until } = await open();
    tenant.misbehave([{ name: 'redirect-report', to: `http://127.0.0.1:${port}` }]);
    const refused = await send('[]');
    await until(refused, { state: 'rejected', reportError: { code: 'report.refused' } });
    expect(heard).toEqual({ connections: 0, bytes: 0 });
  });
});
