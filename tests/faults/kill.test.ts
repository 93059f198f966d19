/**
 * @file The process is killed (`kill -9`), and the next one continues: during the check, with a long history, and
 * repeatedly among many batches. The matrix covers the moments in the life of one batch.
 */

import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { writeTransactions } from '../cli/transactions.ts';
import { environmentOf, openWorkplace, type SubmissionSummary } from '../cli/tranship.ts';
import { type Reachable, startOpponent } from '../harness/opponent/carried.ts';
import type { Moment } from '../harness/opponent/moments.ts';

/** Each range of the file is in the storage once, whatever the batches went through. */
async function expectStoredOnce(service: Reachable, { file, batches }: SubmissionSummary): Promise<void> {
  const sent = await readFile(file);
  const stored = service
    .batches()
    .flatMap(({ batchId, stored: bytes }) => (bytes === undefined ? [] : { batchId, bytes }));
  expect(stored).toHaveLength(batches.length);
  for (const { batchId, start, end } of batches) {
    expect(stored.find((object) => object.batchId === batchId)?.bytes.equals(sent.subarray(start, end))).toBe(true);
  }
  expect(batches.reduce((total, { bytes }) => total + bytes, 0)).toBe(sent.length);
}

/** Every id that was ever issued is known: in use or given up. */
function expectAccountedFor(service: Reachable, { batches }: SubmissionSummary): void {
  const known = batches.flatMap(({ batchId, abandoned }) => [batchId, ...abandoned]);
  expect(known.sort()).toEqual(
    service
      .batches()
      .map(({ batchId }) => batchId)
      .sort(),
  );
}

describe.concurrent('a process that is killed', () => {
  it('while checking checks again, and sends then', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 40_000);
    const sending = workplace.startProcess(['send', file, '--wait', '--json']);
    await sending.event(({ event, state }) => event === 'progress' && state === 'checking');

    await sending.kill('SIGKILL');
    const listed = await workplace.run(['queue', 'list', '--json']);
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(listed.submission).toMatchObject({ file, state: 'checking', batches: [] });
    expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed', errors: 0 } });
    await expectStoredOnce(service, worked.submission);
    expectAccountedFor(service, worked.submission);
  });

  it('with a batch id given up before remembers that id too', async () => {
    await using service = await startOpponent();
    service.misbehave({ endpoint: 'reservation', happens: 'expired-address' });
    await using workplace = await openWorkplace(environmentOf(service));
    const held = service.moments.holdNext('put-stored');
    const sending = workplace.startProcess(['send', await writeTransactions(workplace, 3), '--wait', '--json']);
    await held;

    await sending.kill('SIGKILL');
    const worked = await workplace.run(['work', '--until-idle', '--json']);

    expect(worked).toMatchObject({ exitCode: 0, submission: { batches: [{ abandoned: [expect.any(String)] }] } });
    await expectStoredOnce(service, worked.submission);
    expectAccountedFor(service, worked.submission);
  });

  it('again and again among many batches stores each of them once', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(environmentOf(service));
    const file = await writeTransactions(workplace, 6);
    const moments: Moment[] = ['put-headers', 'put-stored', 'put-body', 'status'];
    for (const [turn, moment] of moments.entries()) {
      const held = service.moments.holdNext(moment);
      const call = turn === 0 ? ['send', file, '--max-batch', '700', '--wait'] : ['work'];
      const running = workplace.startProcess([...call, '--json']);
      const { hangUp } = await held;
      await running.kill('SIGKILL');
      hangUp();
    }

    const worked = await workplace.run(['work', '--until-idle', '--json']);
    expect(worked.exitCode).toBe(0);
    const { submission } = await workplace.run(['queue', 'list', '--json']);

    expect(submission).toMatchObject({ state: 'processed' });
    expect(submission.batches).toHaveLength(6);
    await expectStoredOnce(service, submission);
    const { summary } = await workplace.run(['receipt', submission.batches[0]?.batchId ?? '', '--json']);
    expect(summary).toMatchObject({ historyIntact: true });
  });
});
