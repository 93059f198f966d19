import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../src-main/ground/clock.ts';
import { fetchReport } from '../../../src-main/wire/following/fetch-report.ts';
import type { BatchId } from '../../../src-main/wire/service/wire.ts';
import { StoragePauses } from '../../../src-main/wire/transfer/storage-pauses.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock } from '../../fake-clock.ts';
import { batchId } from '../../send/samples.ts';

const busy = (retryAfter: number) =>
  new AppError('service.unavailable', { endpoint: 'The report storage', status: 429, reason: 'busy', retryAfter });

const held = new AppError('report.other-host', { connection: 'bank', host: 'https://elsewhere.test', kept: '' });

/** A service that offers reports at these hosts, one after the other, and a storage that gives these answers. */
function world(hosts: readonly (string | undefined)[], answers: readonly (AppError | string)[]) {
  const clock = new FakeClock();
  const pauses = new StoragePauses(clock);
  const asked = { service: 0, storage: [] as string[] };
  const service = {
    validationResult: async () => {
      const host = hosts[asked.service++];
      return { reportUrl: host && `https://${host}/report?X-Amz-Signature=canary` };
    },
  };
  const reports = {
    keep: async (_: BatchId, address: string) => {
      asked.storage.push(new URL(address).host);
      const answer = answers[asked.storage.length - 1] ?? 'report.csv';
      if (answer instanceof AppError) throw answer;
      return answer;
    },
  };
  const reachOf = async (address: string) => {
    if (address.includes('elsewhere')) throw held;
    return { privateNetworks: false, thisMachine: false };
  };
  const fetch = () =>
    fetchReport(
      { service, batchId: batchId(1), destination: 'bank', signal: new AbortController().signal },
      { reports, pauses, stallMs: 60 * SECOND, reachOf },
    );
  return { clock, pauses, asked, fetch };
}

const thrownBy = async (work: Promise<unknown>) => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  return thrown instanceof AppError ? thrown : undefined;
};

describe('fetching a report', () => {
  it('gives the path where it is kept', async () => {
    expect(await world(['one.test'], []).fetch()).toBe('report.csv');
  });

  it('gives nothing where the service offers none, and asks no storage', async () => {
    const { fetch, asked } = world([undefined], []);
    expect(await fetch()).toBeUndefined();
    expect(asked.storage).toEqual([]);
  });

  it('asks no storage that the report must not come from', async () => {
    const { fetch, asked } = world(['elsewhere.test'], []);
    expect(await thrownBy(fetch())).toBe(held);
    expect(asked.storage).toEqual([]);
  });

  it('keeps the pause that the storage asked for, and says how long it is', async () => {
    const { fetch, asked, clock } = world(['one.test', 'one.test'], [busy(30)]);
    expect((await thrownBy(fetch()))?.code).toBe('service.unavailable');
    await clock.advance(10 * SECOND);
    const error = await thrownBy(fetch());
    expect(error).toMatchObject({ code: 'service.unavailable', params: { status: 429, retryAfter: 20 } });
    expect(asked).toEqual({ service: 1, storage: ['one.test'] });
    await clock.advance(20 * SECOND);
    expect(await fetch()).toBe('report.csv');
  });

  it('keeps a pause that an upload to the same host was asked for', async () => {
    const { fetch, asked, pauses } = world(['one.test'], []);
    pauses.hear('one.test', new AppError('upload.busy', { status: 503, reason: 'SlowDown', retryAfter: 30 }));
    expect((await thrownBy(fetch()))?.params).toMatchObject({ status: 503, retryAfter: 30 });
    expect(asked.storage).toEqual([]);
  });

  it('asks a host at which no pause holds, although another host asked for one', async () => {
    const { fetch, pauses } = world(['two.test'], []);
    pauses.hear('one.test', busy(30));
    expect(await fetch()).toBe('report.csv');
  });

  it('makes no pause of what says nothing about one', async () => {
    const { fetch } = world(['one.test', 'one.test'], [new AppError('report.refused', { status: 404 })]);
    await thrownBy(fetch());
    expect(await fetch()).toBe('report.csv');
  });
});
