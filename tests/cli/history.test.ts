/** @file A scheduled job: results of an earlier run are history, and only current ones are news. */

import { describe, expect, it } from 'vitest';
import { startOtherService } from './other-service.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeLines, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const work = ['work', '--until-idle', '--json'];

describe.concurrent('“work --until-idle”, again and again', () => {
  it('does not fail for ever because of what failed long ago', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'processing-error', times: 1 }] });
    const { workplace } = place;
    expect(await workplace.run(['send', await writeTransactions(workplace, 2), '--wait'])).toMatchObject({
      exitCode: 1,
    });

    const worked = await workplace.run(work);

    expect(worked).toMatchObject({ exitCode: 0, submissions: [] });
    expect(worked.events.map(({ event }) => event)).toEqual(['summary']);
    expect((await workplace.run(['queue', 'list', '--json'])).submission.state).toBe('failed');
  });

  it('A repeated “work” ends with 4 while a file waits for a decision', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    expect(await workplace.run(['send', await writeLines(workplace, ['{}'], 'bad.jsonl')])).toMatchObject({
      exitCode: 1,
    });
    expect(await workplace.run(work)).toMatchObject({ exitCode: 4, submission: { state: 'held' } });
  });

  it('A repeated “work” does not offer to approve an empty file', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    const sent = await workplace.run(['send', await writeLines(workplace, [], 'empty.jsonl')]);
    expect(sent).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Export it again') });
    expect(sent.stdout).not.toContain('approve');
  });

  it('A repeated “work” reports an earlier error only if it happens again, and a held connection once', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'forbid' }] });
    const { workplace, tenant } = place;
    const sent = await workplace.run(['send', await writeTransactions(workplace, 2)]);
    expect(sent.exitCode).toBe(3);
    expect(sent.stdout.match(/do not include this permission/g)).toHaveLength(1);
    const again = await workplace.run(['work', '--until-idle']);
    expect(again.stdout.match(/do not include this permission/g)).toHaveLength(1);
    tenant.misbehave([]);

    const worked = await workplace.run(work);

    expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(worked.events.filter(({ event }) => event === 'trouble')).toEqual([]);
    expect(worked.events.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  it('A repeated “work” reports a temporary problem once, and not again while the upload continues', async () => {
    await using place = await openPracticePlace({ misfortunes: [{ name: 'storage-status', status: 503, times: 2 }] });
    const { workplace } = place;
    const sent = await workplace.run(['send', await writeTransactions(workplace, 2), '--wait', '--json']);
    const inTrouble = sent.events.filter(({ event, error }) => event === 'batch' && error !== undefined);
    expect(inTrouble.map(({ state }) => state)).not.toContain('uploading');
    expect(sent.events.filter(({ event }) => event === 'trouble')).toHaveLength(1);
  });
});

describe.concurrent('a time that is given', () => {
  it('ends the wait, leaves everything in the queue, and says so', async () => {
    await using service = await startOtherService();
    await using workplace = await openWorkplace(environmentOf(service));
    service.moments.holdNext('put-body');
    const file = await writeTransactions(workplace, 20_000);

    // On a busy machine it may not even have come to the upload by then.
    const ended = await workplace.run(['send', file, '--wait', '--timeout', '3s', '--json']);
    service.moments.releaseAll();

    expect(ended).toMatchObject({ exitCode: 4, stderr: '', summary: { timedOut: true } });
    expect(await workplace.run(['work', '--until-idle', '--timeout', '10m', '--json'])).toMatchObject({
      exitCode: 0,
      submission: { state: 'processed' },
    });
    expect(service.batches().filter(({ stored }) => stored !== undefined)).toHaveLength(1);
  });

  it('A time limit also ends a “work” that would wait', async () => {
    await using place = await openPracticePlace();
    const { workplace } = place;
    await place.tenant.goOffline();
    const file = await writeTransactions(workplace, 2);
    expect(await workplace.run(['send', file, '--timeout', '2s'])).toMatchObject({ exitCode: 4 });
    const worked = await workplace.run(['work', '--timeout', '2s']);
    expect(worked.exitCode).toBe(4);
    expect(worked.stdout).toContain(
      'The time limit is reached. Everything is in the queue; “tranship work” continues.',
    );
  });

  it('A time limit ends the wait for a rule run, which continues', async () => {
    await using place = await openPracticePlace({ pace: 600_000 });
    const call = ['rules', 'execute', '--date', '2026-01-05', '--wait', '--timeout', '15s', '--json'];
    expect(await place.workplace.run(call)).toMatchObject({
      exitCode: 4,
      summary: { state: 'running', timedOut: true },
    });
  });

  it.each(['0s', '5', 'soon', '-1m', '600h'])('A time limit cannot be %s', async (timeout) => {
    await using workplace = await openWorkplace();
    const ended = await workplace.run(['work', '--timeout', timeout]);
    expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('such as 90s, 15m or 2h') });
  });
});
