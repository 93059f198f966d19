/**
 * @file What is said where this computer's clock is hours wrong and a storage refuses a signed address, or has a certificate that is
 * not valid by this clock: real servers, and a service whose replies were dated otherwise.
 */

import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type http from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR, SECOND } from '../../../src-main/ground/clock.ts';
import { LineSet } from '../../../src-main/ground/line-set.ts';
import { batchSchema } from '../../../src-main/send/batch.ts';
import { EffectPerformer, type RemoteEffect } from '../../../src-main/send/effects.ts';
import { submissionSchema } from '../../../src-main/send/submission.ts';
import { createMemoryBox } from '../../../src-main/wire/credentials/memory-box.ts';
import { createGuardedFetch } from '../../../src-main/wire/following/guarded-fetch.ts';
import { Reports } from '../../../src-main/wire/following/report.ts';
import type { ServiceClient } from '../../../src-main/wire/service/service-client.ts';
import { ServiceClock } from '../../../src-main/wire/service/service-clock.ts';
import { Bandwidth } from '../../../src-main/wire/transfer/bandwidth.ts';
import { StoragePauses } from '../../../src-main/wire/transfer/storage-pauses.ts';
import { readTransferSettings } from '../../../src-main/wire/transfer/transfer-settings.ts';
import { describeError } from '../../../src-shared/errors.ts';
import { beforeAllWith } from '../../before-all-with.ts';
import { FakeClock } from '../../fake-clock.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { batchId, sampleBatch, sampleSubmission } from '../../send/samples.ts';
import { folderOfFile } from '../../temporary-folder.ts';
import { Authority } from './authority.ts';
import { networkWith, serve, serveSecurely } from './hosts.ts';

let authority: Authority;
beforeAllWith(['openssl'], () => {
  authority = new Authority();
});

const folder = folderOfFile();
const path = join(folder, 'export.jsonl');
const content = 'one line\n';
writeFileSync(path, content);

const refusing: http.RequestListener = (request, response) => {
  request
    .resume()
    .on('end', () =>
      response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'),
    );
};

/** The error that an effect ends with, at a storage, when the service's replies are dated `hours` before this clock. */
async function errorOf(kind: 'upload' | 'fetch-report', storage: string, hours: number) {
  const clock = new FakeClock(SECOND * Math.floor(Date.now() / SECOND));
  const serviceClock = new ServiceClock();
  const date = new Date(clock.now() - hours * HOUR).toUTCString();
  for (let reply = 1; reply <= 2; reply += 1)
    serviceClock.note({ headers: new Headers({ date }), milliseconds: 0 }, clock.now());
  const network = networkWith({ authorities: authority.cert });
  const box = createMemoryBox();
  const submission = submissionSchema.parse({
    ...sampleSubmission({ content: path, check: { ...sampleSubmission().check, bytes: content.length } }),
    id: 1,
  });
  if (submission.stage !== 'approved') throw new Error('it is not approved');
  const address = `${storage}/object?X-Amz-Signature=canary`;
  const sealed = await box.seal(address, ['upload-address', submission.destination, batchId(1)]);
  const delivery = { batchId: batchId(1), address: sealed, mayHaveArrived: false };
  const reach = { privateNetworks: true, thisMachine: true };
  const performer = new EffectPerformer({
    clock,
    box,
    reports: new Reports(join(folder, 'reports'), {
      fetch: createGuardedFetch((options) => network.agent(undefined, options)),
      clock,
    }),
    readReport: async () => ({ kind: 'lines', rejected: LineSet.none, accepted: 0 }),
    serviceFor: async () => ({ validationResult: async () => ({ reportUrl: address }) }) as unknown as ServiceClient,
    wrongClock: () => serviceClock.wrongClock,
    lineOf: () => new Bandwidth(clock, undefined),
    agent: network.agent(),
    pauses: new StoragePauses(clock, () => {}),
    destinations: { admit: async () => ({ kind: 'allowed', reach }) },
    transferSettings: () => readTransferSettings(new MemorySettings()),
  });
  const batch = batchSchema.parse({
    ...sampleBatch(1, { state: kind === 'upload' ? 'uploading' : 'rejected', delivery }),
    start: 0,
    end: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const effect: RemoteEffect = kind === 'upload' ? { kind, delivery } : { kind, batchId: delivery.batchId };
  const { signal } = new AbortController();
  const event = await performer.perform({ effect, batch, submission, signal, onSent: () => {}, onLastBlock: () => {} });
  if (event === undefined || !('error' in event) || event.error === undefined) throw new Error('it did not fail');
  return { code: event.error.code, clockAhead: event.error.params['clockAhead'], error: event.error };
}

describe.each(['upload', 'fetch-report'] as const)('%s', (kind) => {
  it('a signed address that is refused says how wrong the clock is', async () => {
    const storage = `http://127.0.0.1:${await serve(refusing)}`;
    expect(await errorOf(kind, storage, 2)).toMatchObject({ code: 'upload.address-expired', clockAhead: 7200 });
    expect(await errorOf(kind, storage, -3)).toMatchObject({ code: 'upload.address-expired', clockAhead: -10_800 });
  });

  it('and nothing of the clock where it is right', async () => {
    const storage = `http://127.0.0.1:${await serve(refusing)}`;
    expect(await errorOf(kind, storage, 0)).toMatchObject({ code: 'upload.address-expired', clockAhead: undefined });
  });

  it('a certificate that has expired by a clock that is ahead says so, and what to do', async () => {
    const storage = `https://localhost:${await serveSecurely(authority.host({ days: -1 }))}`;
    const { error, ...outcome } = await errorOf(kind, storage, 30);
    expect(outcome).toEqual({ code: 'network.untrusted', clockAhead: 30 * 3600 });
    expect(describeError(error).remedy).toMatch(/^The clock of this computer is .* ahead of the service’s/);
  });

  it('a certificate that is not valid yet by a clock that is behind says so', async () => {
    const storage = `https://localhost:${await serveSecurely(authority.host({ beginsIn: 1 }))}`;
    expect(await errorOf(kind, storage, -30)).toMatchObject({ code: 'network.untrusted', clockAhead: -30 * 3600 });
  });

  it.each([
    ['has expired', { days: -1 }, -30],
    ['is not valid yet', { beginsIn: 1 }, 30],
    ['is of another host', { names: 'DNS:elsewhere.test' }, 30],
  ])('a certificate that %s, which this clock does not explain, says nothing of it', async (_, certificate, hours) => {
    const storage = `https://localhost:${await serveSecurely(authority.host(certificate))}`;
    expect(await errorOf(kind, storage, hours)).toMatchObject({ code: 'network.untrusted', clockAhead: undefined });
  });
});
