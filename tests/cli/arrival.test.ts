/**
 * @file Arrival counts only with proof: a storage refuses what it could take, or loses what it has read, behind a
 * service that reports VALIDATION_STARTED for every batch it has issued.
 */

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fewerByDay } from '../harness/night.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

/** The pauses between two tries take seconds. */
const clock = hastenedClock(10);
/** The questions about an abandoned id that a run waits for take seven minutes. */
const fastClock = hastenedClock(30);
const startService = () => startOpponent({ earlyState: 'VALIDATION_STARTED' });

/** Asks the service for one second only, so that no test waits two minutes. */
async function askBriefly({ home }: Workplace): Promise<void> {
  await mkdir(home, { mode: 0o700 });
  await writeFile(join(home, 'settings.json'), JSON.stringify({ transfer: { askSeconds: 1 } }), { mode: 0o600 });
}

/** The storage reads the whole body, keeps nothing, and refuses this address from then on. */
function loseTheFile(service: Reachable): void {
  const refused = { status: 403, body: 'SignatureDoesNotMatch' };
  service.misbehave(
    { endpoint: 'upload', happens: { ...refused, afterBody: true } },
    { endpoint: 'upload', happens: refused, times: 3 },
  );
}

const storedBy = (service: Reachable) => service.batches().flatMap(({ stored }) => stored ?? []);

describe.concurrent('A single refusal of the storage', { timeout: 60_000 }, () => {
  it.each(
    fewerByDay(
      [
        [403, 'SignatureDoesNotMatch', false],
        [403, 'SignatureDoesNotMatch', true],
        [403, 'AccessDenied', false],
        [403, 'AccessDenied', true],
        [400, 'InvalidRequest', false],
        [411, 'MissingContentLength', false],
        [501, 'NotImplemented', true],
      ],
      2,
    ),
  )(
    'A storage reply of %i %s (after the body: %s) loses nothing: the file is sent to the same address again',
    async (status, code, afterBody) => {
      await using service = await startService();
      await using workplace = await openWorkplace(environmentOf(service));
      const file = await writeTransactions(workplace, 3);
      service.misbehave({ endpoint: 'upload', happens: { status, body: code, afterBody } });

      const ended = await workplace.run(['send', file, '--wait', '--json'], { clock });

      expect(ended).toMatchObject({ exitCode: 0, stderr: '', submission: { state: 'processed' } });
      expect(storedBy(service)).toEqual([await readFile(file)]);
      expect(ended.submission.batches).toMatchObject([{ abandoned: [], attempts: 2 }]);
    },
  );
});

describe.concurrent('A file that the storage has lost behind an address that has ended', { timeout: 90_000 }, () => {
  it('A lost file never counts as sent: the person reads both consequences, and the exit code is 4', async () => {
    await using service = await startService();
    await using workplace = await openWorkplace(environmentOf(service));
    await askBriefly(workplace);
    loseTheFile(service);

    const ended = await workplace.run(['send', await writeTransactions(workplace, 3), '--wait'], { clock });

    const [batch] = service.batches();
    expect(ended.exitCode).toBe(4);
    expect(ended.stdout).toContain(`Ask the provider whether batch ${batch?.batchId} arrived.`);
    expect(ended.stdout).toMatch(/wait: .*\n?.*queue retry/);
    const seen =
      /The storage refused the upload 4 times, the last time on .*, with this answer: 403 SignatureDoesNotMatch/;
    expect(ended.stdout).toMatch(seen);
    const listed = await workplace.run(['queue', 'list', '--json']);
    expect(listed.submission).toMatchObject({
      state: 'unknown',
      batches: [{ state: 'unknown', error: 'batch.unproven' }],
    });
    expect(listed.summary).toMatchObject({
      submissions: [
        { batches: [{ refused: { times: 4, answer: expect.stringContaining('403 SignatureDoesNotMatch') } }] },
      ],
    });
    const later = await workplace.run(['work', '--until-idle'], { clock });
    expect(later.stdout).toMatch(seen);
    const receipt = await workplace.run(['receipt', String(batch?.batchId), '--json']);
    expect(receipt.summary).toMatchObject({ state: 'unknown', attempts: 4 });
    expect(receipt.summary['acceptedAt']).toBeUndefined();
  });

  it('A lost file is sent by “queue retry” under a new id, and the old one is kept as abandoned', async () => {
    await using service = await startService();
    await using workplace = await openWorkplace(environmentOf(service));
    await askBriefly(workplace);
    const file = await writeTransactions(workplace, 3);
    loseTheFile(service);
    expect((await workplace.run(['send', file, '--wait', '--json'], { clock })).exitCode).toBe(4);

    expect((await workplace.run(['queue', 'retry', '1', '--json'])).exitCode).toBe(0);
    const ended = await workplace.run(['work', '--until-idle', '--json'], { clock });

    const [lost] = service.batches();
    expect(ended).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed', batches: [{ abandoned: [lost?.batchId] }] },
    });
    expect(storedBy(service)).toEqual([await readFile(file)]);
  });

  it('A lost file is sent again without a person if that was decided beforehand', async () => {
    await using service = await startService();
    await using workplace = await openWorkplace(environmentOf(service));
    await askBriefly(workplace);
    const file = await writeTransactions(workplace, 3);
    loseTheFile(service);

    const ended = await workplace.run(['send', file, '--wait', '--on-unknown', 'send-again', '--json'], {
      clock: fastClock,
    });

    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(storedBy(service)).toEqual([await readFile(file)]);
  });

  it('A lost file continues under its old id when it proves to have arrived after all', async () => {
    await using service = await startService();
    await using workplace = await openWorkplace(environmentOf(service));
    await askBriefly(workplace);
    loseTheFile(service);
    expect(
      (await workplace.run(['send', await writeTransactions(workplace, 3), '--wait', '--json'], { clock })).exitCode,
    ).toBe(4);
    const [batch] = service.batches();
    service.earlyState = 'PROCESSED';

    const ended = await workplace.run(['work', '--until-idle', '--json'], { clock });

    expect(ended).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed', batches: [{ batchId: batch?.batchId }] },
    });
    expect(service.batches()).toHaveLength(1);
  });
});

describe.concurrent('A receipt', { timeout: 60_000 }, () => {
  it('A receipt follows its batch id through a cancellation and a retry', async () => {
    await using service = await startService();
    await using workplace = await openWorkplace(environmentOf(service));
    const held = service.moments.holdNext('put-stored');
    const sending = workplace.startProcess(['send', await writeTransactions(workplace, 3), '--wait', '--json']);
    await held;
    await sending.kill('SIGKILL');
    for (const action of ['cancel', 'retry']) await workplace.run(['queue', action, '1', '--json']);
    const { batchId } = service.batches()[0] ?? {};

    const before = await workplace.run(['receipt', String(batchId), '--json']);
    const ended = await workplace.run(['work', '--until-idle', '--json'], { clock });
    const after = await workplace.run(['receipt', String(batchId), '--json']);

    expect(before.summary).toMatchObject({ batchId, state: 'verifying', attempts: 1 });
    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ batchId }] } });
    // The service has proved it, or the storage: either way the bytes went once.
    expect(after.summary).toMatchObject({ batchId, state: 'processed', historyIntact: true });
    expect(service.seen('upload').filter(({ bytes }) => bytes > 0)).toHaveLength(1);
  });
});
