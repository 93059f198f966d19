/** @file Bad days of the service, its storage and the network, and how the command line handles them. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src-main/ground/clock.ts';
import type { Misfortune } from '../../src-main/practice/misfortune.ts';
import { type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import { type BatchSummary, environmentOf, type Finished, openWorkplace } from './tranship.ts';

interface Journey {
  ended: Finished;
  batch: BatchSummary;
  tenant: PracticeTenant;
  /** The codes of all errors that the person was shown, in order. */
  troubles: unknown[];
}

/** Sends one batch to a tenant with these misfortunes; `judge` examines the result. */
async function sendThrough(
  { misfortunes = [], clock = hastenedClock(10) }: { misfortunes?: Misfortune[]; clock?: Clock },
  judge: (journey: Journey) => void | Promise<void>,
): Promise<void> {
  await using tenant = await openTenant({ pace: 0, misfortunes, clock });
  await using workplace = await openWorkplace(environmentOf(tenant));
  const file = await writeTransactions(workplace, 40);
  const ended = await workplace.run(['send', file, '--wait', '--json'], { clock });
  const [batch] = ended.submission.batches;
  if (batch === undefined) throw new Error('No batch was made.');
  const troubles = ended.events.filter(({ event }) => event === 'trouble').map(({ code }) => code);
  await judge({ ended, batch, tenant, troubles });
  if (ended.exitCode === 0) {
    const arrived = tenant.batches().filter(({ arrivedAt }) => arrivedAt !== undefined);
    expect(arrived).toMatchObject([
      {
        sha256: createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      },
    ]);
  }
}

async function openTenant(options: Parameters<typeof startPracticeTenant>[0]) {
  const tenant = await startPracticeTenant(options);
  return Object.assign(tenant, { [Symbol.asyncDispose]: () => tenant.close() });
}

const requestsTo = ({ requests }: PracticeTenant, wanted: string) =>
  requests.filter(({ endpoint }) => endpoint === wanted);

describe.concurrent('misfortunes that heal by themselves', () => {
  it.each<{ title: string; misfortune: Misfortune; code: string; attempts: number }>(
    fewerByDay(
      [
        {
          title: 'a service that answers 503 for a while',
          misfortune: { name: 'service-status', status: 503, endpoint: 'generate-upload-url', times: 2 },
          code: 'service.unavailable',
          attempts: 1,
        },
        {
          title: 'a proxy that answers with a page of HTML',
          misfortune: { name: 'service-status', status: 502, endpoint: 'status', asHtml: true, times: 1 },
          code: 'service.unavailable',
          attempts: 1,
        },
        {
          title: 'a reply that is cut off in the middle',
          misfortune: { name: 'bad-json', endpoint: 'generate-upload-url', times: 1 },
          code: 'service.bad-reply',
          attempts: 1,
        },
        {
          title: 'a token endpoint that is down',
          misfortune: { name: 'service-status', status: 500, endpoint: 'token', times: 1 },
          code: 'service.unavailable',
          attempts: 1,
        },
        {
          title: 'a storage that asks to slow down',
          misfortune: { name: 'storage-status', status: 503, times: 2 },
          code: 'upload.busy',
          attempts: 3,
        },
        {
          title: 'a storage that is at work on the same object',
          misfortune: { name: 'storage-status', status: 409, times: 1 },
          code: 'upload.busy',
          attempts: 2,
        },
        {
          title: 'a connection that breaks in the middle of the upload',
          misfortune: { name: 'drop-put-after', bytes: 5000, times: 1 },
          code: 'network.cut',
          attempts: 2,
        },
      ],
      3,
    ),
  )('The command line recovers from $title', async ({ misfortune, code, attempts }) => {
    await sendThrough({ misfortunes: [misfortune] }, ({ ended, batch, troubles }) => {
      expect(ended).toMatchObject({ exitCode: 0, stderr: '', submission: { state: 'processed' } });
      expect(troubles).toEqual([code]);
      expect(batch).toMatchObject({ attempts, abandoned: [] });
    });
  });

  it('§4 after a lost reply, the service or a 412 proves the arrival, and no byte goes again', async () => {
    await sendThrough({ misfortunes: [{ name: 'swallow-put-reply', times: 1 }] }, ({ ended, batch, tenant }) => {
      expect(ended.exitCode).toBe(0);
      expect(batch).toMatchObject({ state: 'processed' });
      const [first, ...others] = requestsTo(tenant, 'upload');
      expect(first?.bytes).toBe(batch.bytes);
      expect(others.map(({ status, bytes }) => [status, bytes])).toEqual(others.map(() => [412, 0]));
      expect(tenant.batches()).toHaveLength(1);
    });
  });

  it('A new address is requested when the first has expired, and the abandoned batch id is remembered', async () => {
    // Whether an address has ended is read from the Date of a reply, which Node writes by the time of day.
    await sendThrough(
      { misfortunes: [{ name: 'expire-upload-url', times: 1 }], clock: systemClock },
      ({ ended, batch, tenant, troubles }) => {
        expect(ended.exitCode).toBe(0);
        const [given, used] = tenant.batches().map(({ batchId }) => batchId);
        expect(batch).toMatchObject({ batchId: used, abandoned: [given], attempts: 2 });
        expect(troubles).toEqual(['upload.address-expired']);
      },
    );
  });

  it.each(fewerByDay(['generate-upload-url', 'status', 'token'] as const, 1))(
    '§7 the command waits as long as Retry-After says when %s answers 429',
    async (endpoint) => {
      const misfortunes: Misfortune[] = [{ name: 'rate-limit', retryAfterSeconds: 2, endpoint, times: 1 }];
      await sendThrough({ misfortunes }, ({ ended, tenant, troubles }) => {
        expect(ended.exitCode).toBe(0);
        expect(troubles).toEqual(['service.rate-limited']);
        const [refused, again] = requestsTo(tenant, endpoint);
        expect(refused?.status).toBe(429);
        expect((again?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(2000);
      });
    },
  );

  it('§5.6 the same request gets another token when the service answers 401', async () => {
    await sendThrough({ misfortunes: [{ name: 'reject-token', times: 1 }] }, ({ ended, tenant, troubles }) => {
      expect(ended.exitCode).toBe(0);
      expect(troubles).toEqual([]);
      expect(requestsTo(tenant, 'token').length).toBeLessThanOrEqual(4);
    });
  });

  it('§5.4 obeys expires_in: a token that ends on the way is replaced before it is refused', async () => {
    // It is taken for longer than it says, so that nothing but obedience asks for the next one.
    await using service = await startOpponent({ saidTokenSeconds: 1, life: ['404', 'IN_PROGRESS', 'PROCESSED'] });
    await using workplace = await openWorkplace(environmentOf(service));
    const ended = await workplace.run(['send', await writeTransactions(workplace, 3), '--wait', '--json']);
    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(service.seen('token').length).toBeGreaterThan(1);
  });
});

describe.concurrent('misfortunes that need a person', () => {
  it.each(
    fewerByDay(
      [
        { section: '§3', name: 'processing-error', says: 'The processing failed.' },
        { section: '§2.1.4', name: 'scan-fails', says: 'The scan found the file unsafe.' },
      ] as const,
      1,
    ),
  )('$section the error_message of a batch in ERROR is shown ($name)', async ({ name, says }) => {
    await sendThrough({ misfortunes: [{ name }] }, ({ ended, batch, troubles }) => {
      expect(ended).toMatchObject({ exitCode: 1, submission: { state: 'failed' } });
      expect(batch).toMatchObject({
        state: 'failed',
        remoteState: 'ERROR',
        remoteMessage: says,
        error: 'batch.failed',
      });
      expect(troubles).toEqual(['batch.failed']);
    });
  });

  it('§7 everything stays in the queue when the credentials lack the permission', async () => {
    await sendThrough({ misfortunes: [{ name: 'forbid' }] }, ({ ended, batch, troubles, tenant }) => {
      expect(ended.exitCode).toBe(3);
      expect(batch).toMatchObject({ state: 'waiting', error: 'auth.forbidden' });
      expect(troubles).toContain('auth.forbidden');
      expect(requestsTo(tenant, 'generate-upload-url')).toHaveLength(1);
    });
  });

  it('§5.6 the command stops and asks a person when three fresh tokens are rejected', async () => {
    await sendThrough({ misfortunes: [{ name: 'reject-token' }] }, ({ ended, batch, tenant }) => {
      expect(ended.exitCode).toBe(3);
      expect(batch.error).toBe('auth.token-rejected');
      // The first one, and the three that were fresh.
      expect(requestsTo(tenant, 'token')).toHaveLength(4);
    });
  });

  it('A request that the service permanently refuses is not repeated', async () => {
    const misfortunes: Misfortune[] = [{ name: 'service-status', status: 422, endpoint: 'generate-upload-url' }];
    await sendThrough({ misfortunes }, ({ ended, batch, tenant }) => {
      expect(ended.exitCode).toBe(1);
      expect(batch).toMatchObject({ state: 'failed', error: 'service.refused' });
      expect(requestsTo(tenant, 'generate-upload-url')).toHaveLength(1);
    });
  });

  it('§2.6 a whole batch is refused for its duplicates, with a report that marks every one of them', async () => {
    await using tenant = await openTenant({ pace: 0 });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeDuplicates(workplace);

    const ended = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait']);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain('rejected by the service (VALIDATION_FAILED)');
    expect(ended.stdout).toContain('“tranship report BATCH_ID” fetches the service’s report');
    const [refused] = tenant.batches();
    const out = join(workplace.folder, 'out');
    await workplace.run(['report', refused?.batchId ?? '', '--out', out]);
    const copy = await readFile(join(out, `${refused?.batchId}.jsonl`), 'utf8');
    expect(copy).toBe(await readFile(refused?.reportPath ?? '', 'utf8'));
    expect(copy.trimEnd().split('\n')).toHaveLength(2);
  });

  it('The service ingests the valid lines when told to, and still reports the others', async () => {
    await using tenant = await openTenant({ pace: 0 });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeDuplicates(workplace);

    const sent = await workplace.run([
      ...['send', file, '--on-invalid', 'service-decides', '--ingest-valid', '--wait', '--json'],
    ]);

    const [batch] = tenant.batches();
    const account = { accepted: 1, rejected: 2, pending: 0, unknown: 0 };
    expect(sent).toMatchObject({ exitCode: 1, submission: { state: 'partially-accepted', errors: 2, account } });
    expect(batch).toMatchObject({ rejectOnInvalid: false, state: 'PROCESSED', invalidLines: 2 });
    const { exitCode, summary } = await workplace.run(['report', batch?.batchId ?? '', '--json']);
    expect(exitCode).toBe(0);
    expect(await readFile(String(summary['file']), 'utf8')).toBe(await readFile(batch?.reportPath ?? '', 'utf8'));
  });

  it('A batch without findings of the service is reported to have no report', async () => {
    await using tenant = await openTenant({ pace: 0 });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const sent = await workplace.run(['send', await writeTransactions(workplace, 1), '--wait', '--json']);

    const ended = await workplace.run(['report', sent.submission.batches[0]?.batchId ?? '']);

    expect(ended).toMatchObject({ exitCode: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^There is no report\./);
  });
});
