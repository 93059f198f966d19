/** @file The queue from outside: interrupted, listed, controlled, continued, and used by two processes. */

import { describe, expect, it } from 'vitest';
import { type PracticeOptions, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

async function openTenant(options: PracticeOptions = {}) {
  const tenant = await startPracticeTenant({ pace: 0, ...options });
  return Object.assign(tenant, { [Symbol.asyncDispose]: () => tenant.close() });
}

/** The file of 2.5 MB would take 25 s at this speed, for which no test waits. */
const slowly = { name: 'slow-upload', bytesPerSecond: 100_000, times: 1 } as const;
const largeFile = 4000;

/** Adds a file to the queue that waits there for the permission of the service; its submission has the id 1. */
async function fillQueue(workplace: Workplace): Promise<void> {
  const { exitCode } = await workplace.run(['send', await writeTransactions(workplace, 2), '--json']);
  expect(exitCode).toBe(3);
}

describe.concurrent('an interrupted upload', () => {
  it.each(fewerByDay(['SIGINT', 'SIGTERM'] as const, 1))(
    'An upload interrupted at %s stays in the queue, and the next “work” finishes it',
    async (signal) => {
      await using service = await startOpponent();
      await using workplace = await openWorkplace(environmentOf(service));
      const held = service.moments.holdNext('put-body');
      const sending = workplace.startProcess(['send', await writeTransactions(workplace, 20_000), '--wait']);
      const { hangUp } = await held;

      const interrupted = await sending.kill(signal);
      hangUp();

      expect(interrupted).toMatchObject({ exitCode: 4, stderr: '' });
      expect(interrupted.stdout).toContain('Everything is in the queue; “tranship work” continues.');
      const worked = await workplace.run(['work', '--until-idle', '--json']);
      expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ abandoned: [] }] } });
      expect(service.batches()).toMatchObject([{ stored: expect.anything() }]);
    },
  );

  it('An interrupted upload continues by itself when the network is back', async () => {
    await using tenant = await openTenant({ misfortunes: [slowly] });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const sending = workplace.start(['send', await writeTransactions(workplace, largeFile), '--wait', '--json']);
    await sending.event(({ event, state }) => event === 'batch' && state === 'uploading');

    await tenant.goOffline();
    await sending.event(({ event, code }) => event === 'trouble' && String(code).startsWith('network.'));
    tenant.misbehave([]);
    await tenant.goOnline();

    expect(await sending.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(tenant.batches().filter(({ arrivedAt }) => arrivedAt !== undefined)).toHaveLength(1);
  });
});

describe.concurrent('the queue', () => {
  it('is empty at first, and says what to do about it', async () => {
    await using workplace = await openWorkplace();
    expect(await workplace.run(['queue', 'list'])).toMatchObject({
      exitCode: 0,
      stdout: 'The queue is empty. “tranship send FILE” adds a file.\n',
    });
    expect((await workplace.run(['work', '--until-idle'])).stdout).toContain('There is nothing to do.');
  });

  it('The queue keeps a paused submission until it is resumed', async () => {
    await using tenant = await openTenant({ misfortunes: [{ name: 'forbid' }] });
    await using workplace = await openWorkplace(environmentOf(tenant));
    await fillQueue(workplace);
    tenant.misbehave([]);

    const paused = await workplace.run(['queue', 'pause', '1', '--json']);
    expect(paused).toMatchObject({ exitCode: 0, submission: { id: 1, state: 'paused' } });
    expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({
      exitCode: 4,
      submission: { state: 'paused' },
    });
    expect((await workplace.run(['queue', 'list'])).stdout).toContain('paused');
    expect(await workplace.run(['queue', 'resume', '1', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'waiting' },
    });
    expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed' },
    });
  });

  it('The queue cancels a submission, and begins it again on retry', async () => {
    await using tenant = await openTenant({ misfortunes: [{ name: 'forbid' }] });
    await using workplace = await openWorkplace(environmentOf(tenant));
    await fillQueue(workplace);
    tenant.misbehave([]);

    const cancelled = await workplace.run(['queue', 'cancel', '1', '--json']);
    expect(cancelled).toMatchObject({ exitCode: 0, submission: { state: 'cancelled' } });
    expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({ exitCode: 0, submissions: [] });
    expect(tenant.batches()).toEqual([]);
    expect(await workplace.run(['queue', 'retry', '1', '--json'])).toMatchObject({ submission: { state: 'waiting' } });
    expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed' },
    });
  });

  it('A batch that the service could not process is retried by its batch id', async () => {
    await using tenant = await openTenant({ misfortunes: [{ name: 'processing-error', times: 1 }] });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const failed = await workplace.run(['send', await writeTransactions(workplace, 2), '--wait', '--json']);
    const batchId = failed.submission.batches[0]?.batchId ?? '';

    const retried = await workplace.run(['queue', 'retry', batchId, '--json']);

    expect(retried).toMatchObject({ exitCode: 0, submission: { state: 'waiting' } });
    const worked = await workplace.run(['work', '--until-idle', '--json']);
    expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(worked.submission.batches[0]?.batchId).not.toBe(batchId);
    const { summary } = await workplace.run(['receipt', batchId, '--json']);
    expect(summary).toMatchObject({ batchId, state: 'failed', remoteState: 'ERROR', historyIntact: true });
  });

  it.each(['cancel', 'list'])('The command “queue %s” reports an unknown id', async (action) => {
    await using workplace = await openWorkplace();
    const ended = await workplace.run(['queue', action, '17']);
    expect(ended).toMatchObject({ exitCode: 2 });
    expect(ended.stderr).toContain('There is no submission or batch “17”.');
  });

  it('A receipt proves a batch: file, digest, bytes, id and every state with its time', async () => {
    await using tenant = await openTenant();
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, 2);
    const sent = await workplace.run(['send', file, '--wait', '--json']);
    const [batch] = sent.submission.batches;

    const { exitCode, summary } = await workplace.run(['receipt', batch?.batchId ?? '', '--json']);

    expect(exitCode).toBe(0);
    expect(summary).toMatchObject({
      file,
      batchId: batch?.batchId,
      sha256: batch?.sha256,
      fileSha256: batch?.sha256,
      start: 0,
      end: batch?.end,
      lines: 2,
      state: 'processed',
      historyIntact: true,
    });
    expect(JSON.stringify(summary['history'])).toMatch(
      /"at":"\d{4}-\d\d-\d\dT.*"kind":"accepted".*"state":"processed"/,
    );
  });
});

describe.concurrent('a second process on the same data folder', () => {
  it('is told who holds it, while “queue list” and “connection list” still work', async () => {
    await using tenant = await openTenant({ misfortunes: [slowly] });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const file = await writeTransactions(workplace, largeFile);
    const first = workplace.startProcess(['send', file, '--wait', '--json']);
    await first.event(({ event, state }) => event === 'batch' && state === 'uploading');

    const second = await workplace.run(['send', file]);
    const listed = await workplace.run(['queue', 'list', '--json']);
    const connections = await workplace.run(['connection', 'list', '--json']);

    expect(second).toMatchObject({ exitCode: 4, stdout: '' });
    expect(second.stderr).toMatch(/^Tranship is already running\./);
    expect(second.stderr).toContain(`in use by tranship send (process ${first.pid})`);
    expect(listed).toMatchObject({ exitCode: 0, submission: { file, state: 'uploading' } });
    expect(connections).toMatchObject({ exitCode: 0, summary: { connections: [] } });
  });

  it('A second process takes over at once when the first was killed', async () => {
    await using tenant = await openTenant({ misfortunes: [slowly] });
    await using workplace = await openWorkplace(environmentOf(tenant));
    const first = workplace.startProcess(['send', await writeTransactions(workplace, largeFile), '--wait', '--json']);
    await first.event(({ event, state }) => event === 'batch' && state === 'uploading');

    await first.kill('SIGKILL');

    expect(await workplace.run(['queue', 'pause', '1', '--json'])).toMatchObject({ exitCode: 0 });
  });
});
