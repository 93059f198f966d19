/**
 * @file A data folder that had no passphrase at first: what was written without it is looked at again once there is one. Nothing is
 * trusted by itself that another program may have written, and nothing that is said of it is untrue.
 */

import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import { hastenedClock } from '../hastened-clock.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine, writeLines, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const environment = { TRANSHIP_PASSPHRASE: 'correct horse battery staple' };
const clock = hastenedClock(10);

/** A practice tenant to which a file of two lines went before there was a passphrase. */
async function openSent() {
  const place = await openPracticePlace();
  const { workplace } = place;
  const ids = [randomUUID(), randomUUID()] as const;
  const file = await writeLines(
    workplace,
    ids.map((id) => transactionLine(id)),
    'before.jsonl',
  );
  expect((await workplace.run(['send', file, '--wait'])).exitCode).toBe(0);
  return {
    ...place,
    ids,
    file,
    confirm: ['connection', 'hosts', 'environment', '--allow', place.tenant.storageOrigin],
    [Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
  };
}

describe.concurrent('the storage host of before', () => {
  it('is no other host: it is confirmed once, and what waited is sent', async () => {
    await using sent = await openSent();
    const { workplace, tenant } = sent;
    const second = await writeTransactions(workplace, 1);
    const held = await workplace.run(['send', second, '--wait', '--json'], { environment });
    expect(held).toMatchObject({
      exitCode: 3,
      submission: { batches: [{ error: 'upload.unconfirmed-host', attempts: 0 }] },
    });
    const said = await workplace.run(['work', '--until-idle'], { environment });
    expect(said.stdout).toContain(`“tranship connection hosts "environment" --allow ${tenant.storageOrigin}”`);
    expect(said.stdout).toContain('This host was kept for “environment” without the key of this data folder');
    expect(said.stdout).not.toMatch(/no host that was confirmed|another storage host|the other host/);
    expect((await workplace.run(['connection', 'hosts', 'environment'], { environment })).stdout).toContain(
      `${tenant.storageOrigin} (kept without the key of this data folder: confirm it with --allow, or remove it)`,
    );

    await workplace.run(sent.confirm, { environment });
    expect((await workplace.run(['work', '--until-idle'], { environment })).exitCode).toBe(0);
    expect(tenant.batches().map(({ state }) => state)).toEqual(['PROCESSED', 'PROCESSED']);
  });
});

describe.concurrent('the ids of before', () => {
  it('are found by their index, which is read with the client secret', async () => {
    await using sent = await openSent();
    const before = await readFile(join(sent.workplace.home, 'ids', '1.ids'));
    await rm(sent.file);
    const found = await sent.workplace.run(['find', sent.ids[1], '--json'], { environment });
    expect(found).toMatchObject({ exitCode: 0, summary: { places: 1, notFound: [], unsearched: [] } });
    expect(found.events.map(({ event }) => event)).not.toContain('repair');
    expect(await readFile(join(sent.workplace.home, 'ids', '1.ids'))).toEqual(before);
  });

  it('hold a file that has one of them, also where the file of before is gone', async () => {
    await using sent = await openSent();
    const { workplace } = sent;
    await workplace.run(sent.confirm, { environment });
    await rm(sent.file);
    const second = await writeLines(workplace, [transactionLine(), transactionLine(sent.ids[1])], 'after.jsonl');
    const ended = await workplace.run(['send', second, '--wait', '--json'], { environment });
    expect(ended).toMatchObject({
      exitCode: 1,
      submission: { state: 'held', error: 'submission.ids-sent-before', batches: [] },
    });
    expect((await workplace.run(['queue', 'list'], { environment })).stdout).not.toContain('could not be compared');
  });

  it('of a file that was held before are compared with those that went after', async () => {
    await using sent = await openSent();
    const { workplace } = sent;
    const shared = randomUUID();
    const held = await writeLines(workplace, [transactionLine(shared), '{}'], 'held.jsonl');
    expect((await workplace.run(['send', held])).exitCode).toBe(1);
    await workplace.run(sent.confirm, { environment });
    const third = await writeLines(workplace, [transactionLine(shared)], 'third.jsonl');
    expect((await workplace.run(['send', third, '--wait'], { environment })).exitCode).toBe(0);
    const approved = await workplace.run(['queue', 'approve', '2', '--reason', 'one line is faulty', '--json'], {
      environment,
    });
    expect(approved.events[0]).toMatchObject({ code: 'submission.ids-sent-before' });
  });
});

describe.concurrent('the upload address of before', { timeout: 60_000 }, () => {
  it('still says whether its file arrived: the storage is asked, and no other id is reserved', async () => {
    await using service = await startOpponent({ earlyState: 'VALIDATION_STARTED' });
    await using workplace = await openWorkplace(environmentOf(service));
    const stored = service.moments.holdNext('put-stored');
    const sending = workplace.startProcess(['send', await writeTransactions(workplace, 3), '--wait', '--json']);
    await stored;
    await sending.kill('SIGKILL');
    // No state of the service proves it.
    service.misbehave({ endpoint: 'status', happens: { status: 404, body: { detail: 'There is no such batch.' } } });
    const hosts = (await workplace.run(['connection', 'hosts', 'environment', '--json'])).summary['hosts'];
    const [{ origin }] = hosts as [{ origin: string }];
    await workplace.run(['connection', 'hosts', 'environment', '--allow', origin], { environment });

    const ended = await workplace.run(['work', '--until-idle', '--json'], { clock, environment });

    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ abandoned: [] }] } });
    expect(service.seen('upload').map(({ bytes }) => bytes > 0)).toEqual([true, false]);
    expect(service.batches()).toHaveLength(1);
  });
});
