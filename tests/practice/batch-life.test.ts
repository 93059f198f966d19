/** @file The life of a batch, and of the tenant itself. */

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { FakeClock } from '../fake-clock.ts';
import { call, put, reportAddress, reserve, send, startTenant, submit, transactionLine } from './requests.ts';

const BAD_LINE = '{}\n';

describe('A batch', () => {
  it('§2.6.1 §3 a batch goes through its states in order, validation first after the scan, at a fixed interval', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, pace: 300 });
    const { url, batch_id } = await reserve(tenant);
    await put(url, transactionLine());
    const start = clock.now();
    const batch = tenant.ended(batch_id);
    for (let pauses = 0; pauses < 5; pauses += 1) {
      await clock.sleeping();
      await clock.advance(300);
    }
    expect((await batch).states.map(({ state, at }) => [state, at - start])).toEqual([
      ['AWAITING_FILE', 0],
      ['SCANNING', 0],
      ['VALIDATION_STARTED', 300],
      ['PENDING_INGESTION', 600],
      ['INITIALIZED', 900],
      ['IN_PROGRESS', 1200],
      ['PROCESSED', 1500],
    ]);
  });

  it('§2.1.3 a batch counts as received when its upload is complete', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock });
    const { url } = await reserve(tenant);
    clock.set(clock.now() + 5000);
    await put(url, transactionLine());
    expect(tenant.batches()).toMatchObject([{ arrivedAt: clock.now() }]);
  });

  it('A batch is unknown to the status endpoint until it was scanned', async () => {
    const clock = new FakeClock();
    const tenant = await startTenant({ clock, pace: 300 });
    const { url, batch_id } = await reserve(tenant);
    await put(url, transactionLine());
    expect((await call(tenant, 'GET', `status/${batch_id}`)).status).toBe(404);
    await clock.advance(300);
    expect(JSON.parse((await call(tenant, 'GET', `status/${batch_id}`)).body).status).toBe('VALIDATION_STARTED');
  });

  it('§7 a batch with an invalid line ends in VALIDATION_FAILED with a sentence', async () => {
    const tenant = await startTenant();
    const { batchId, state } = await submit(tenant, transactionLine() + BAD_LINE);
    expect(state).toBe('VALIDATION_FAILED');
    const { error_message } = JSON.parse((await call(tenant, 'GET', `status/${batchId}`)).body);
    expect(error_message).toBe('1 of 2 transactions are invalid.');
  });

  it('A batch is ingested without its invalid lines when reject_on_invalid is false, and has a report', async () => {
    const tenant = await startTenant();
    const batch = await submit(tenant, transactionLine() + BAD_LINE, { reject_on_invalid: false });
    expect(batch).toMatchObject({ state: 'PROCESSED', lines: 2, invalidLines: 1 });
    expect((await send('GET', await reportAddress(tenant, batch.batchId))).status).toBe(200);
  });

  it('§2.1.2 a batch that is too large is taken by the storage and refused by the service', async () => {
    const line = transactionLine();
    const tenant = await startTenant({ maxBatchBytes: line.length - 1 });
    const { url, batch_id } = await reserve(tenant);
    expect((await put(url, line)).status).toBe(200);
    const batch = await tenant.ended(batch_id);
    expect(batch).toMatchObject({ state: 'ERROR', errorMessage: expect.stringContaining('more than') });
  });

  it('§2.1.2 a batch of exactly the allowed size is accepted', async () => {
    const line = transactionLine();
    const tenant = await startTenant({ maxBatchBytes: line.length });
    expect(await submit(tenant, line)).toMatchObject({ state: 'PROCESSED' });
  });

  it('A batch without a single byte ends in ERROR', async () => {
    expect(await submit(await startTenant(), '')).toMatchObject({ state: 'ERROR' });
  });
});

describe('validation-result', () => {
  it('§2.6.4 validation-result gives a new address of the report at each call', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, BAD_LINE);
    const addresses = [await reportAddress(tenant, batchId), await reportAddress(tenant, batchId)];
    expect(new Set(addresses).size).toBe(2);
    const replies = await Promise.all(addresses.map((address) => send('GET', address)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('validation-result has no address for a valid batch', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, transactionLine());
    const reply = await call(tenant, 'GET', `validation-result/${batchId}`);
    expect(JSON.parse(reply.body)).toEqual({ batch_id: batchId, status: 'PROCESSED' });
  });
});

describe('The practice tenant', () => {
  it('The practice tenant removes the folder it made when it closes', async () => {
    const tenant = await startPracticeTenant({ pace: 0 });
    const { path = '' } = await submit(tenant, transactionLine());
    await tenant.close();
    expect(existsSync(dirname(dirname(path)))).toBe(false);
  });

  it('The practice tenant leaves the objects in a given folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'practice-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const tenant = await startPracticeTenant({ pace: 0, folder });
    const { batchId } = await submit(tenant, transactionLine());
    await tenant.close();
    expect(await readdir(join(folder, 'batches'))).toEqual([`${batchId}.jsonl`]);
  });

  it('The practice tenant closes even if a batch has not ended', async () => {
    const tenant = await startPracticeTenant({ clock: new FakeClock() });
    const { url, batch_id } = await reserve(tenant);
    await put(url, transactionLine());
    await tenant.close();
    expect(await tenant.ended(batch_id)).toMatchObject({ state: 'SCANNING' });
  });

  it('The practice tenant is unreachable while offline, and back at the same addresses', async () => {
    const tenant = await startTenant();
    const { batchId } = await submit(tenant, transactionLine());
    await tenant.goOffline();
    await expect(call(tenant, 'GET', `status/${batchId}`)).rejects.toThrow('ECONNREFUSED');
    await tenant.goOnline();
    expect((await call(tenant, 'GET', `status/${batchId}`)).status).toBe(200);
  });

  it('The practice tenant reports that its port is taken', async () => {
    const port = Number(new URL((await startTenant()).baseUrl).port);
    await expect(startPracticeTenant({ port })).rejects.toThrow('EADDRINUSE');
  });

  it('The practice tenant leaves no folder behind when its port is taken', async () => {
    const port = Number(new URL((await startTenant()).baseUrl).port);
    const temporary = await mkdtemp(join(tmpdir(), 'practice-test-'));
    onTestFinished(() => rm(temporary, { recursive: true }));
    for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    await startPracticeTenant({ port }).catch(() => undefined);
    expect(await readdir(temporary)).toEqual([]);
  });
});
