/** @file `tranship send` and `work` beside an app that has the data folder: it sends, and the command follows. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atNight, fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { overBank, passphrase, serveWithBank as serve } from './serving.ts';
import { writeDuplicates, writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

describe('beside a running app', () => {
  it('a file is sent by that app, and the command follows it to its end', async () => {
    await using service = await startOpponent({ life: ['404', 'SANCTIONS_SCREENING', 'PROCESSED'] });
    await using workplace = await openWorkplace(passphrase);
    const app = await serve(workplace, service);
    const file = await writeTransactions(workplace, 6);

    const ended = await workplace.run(['send', file, ...overBank, '--max-batch', '2500', '--wait', '--json']);

    expect(ended).toMatchObject({ exitCode: 0, stderr: '', submission: { file, state: 'processed', errors: 0 } });
    expect(ended.summary).toMatchObject({ sentBy: `tranship serve (process ${app.pid})` });
    const told = (event: string) => ended.events.filter((one) => one.event === event);
    expect(told('submission').map(({ stage }) => stage)).toEqual(['checking', 'approved']);
    // Every step, though a window hears of several at once.
    const [first] = ended.submission.batches;
    const steps = told('batch').filter(({ number }) => number === first?.['number']);
    expect(steps.map(({ state, remoteState = '' }) => `${state} ${remoteState}`)).toEqual(
      expect.arrayContaining(['reserving ', 'uploading ', 'processing SANCTIONS_SCREENING', 'processed PROCESSED']),
    );
    // Twice at once, as in a folder of its own: the second is held, as its own check says.
    const again = await workplace.run(['send', file, ...overBank, '--wait']);
    expect(again.exitCode).toBe(1);
    expect(again.stdout).toContain('“tranship queue approve 2 --reason TEXT” sends again what has been sent before.');
  });

  it('the check, the rules and the words of the call count', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await serve(workplace, service);
    const file = await writeDuplicates(workplace);
    const rules = join(workplace.folder, 'rules.json');
    await writeFile(rules, JSON.stringify({ severities: { 'modification.duplicate': 'warning' } }));

    const held = await workplace.run(['send', file, ...overBank, '--json']);
    const sent = await workplace.run([
      'send',
      file,
      ...overBank,
      '--rules',
      rules,
      '--send-again',
      'a trial',
      '--json',
    ]);

    expect(held).toMatchObject({ exitCode: 1, submission: { state: 'held', errors: 2 } });
    expect(sent).toMatchObject({ exitCode: 0, submission: { errors: 0, warnings: 2 } });
    expect(service.batches()).toHaveLength(1);
  });

  it('a command whose app quits says so, and nothing is lost', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    const app = await serve(workplace, service);
    const held = service.moments.holdNext('put-body');
    const sending = workplace.start(['send', await writeTransactions(workplace, 20_000), ...overBank, '--wait']);
    const { hangUp } = await held;

    await app.kill('SIGINT');
    hangUp();

    const ended = await sending.ended;
    expect(ended).toMatchObject({ exitCode: 4, stderr: '' });
    expect(ended.stdout).toMatch(
      /tranship serve \(process \d+\) has ended\. Everything is in the queue; “tranship work” continues\.\n$/,
    );
    const worked = await workplace.run(['work', '--until-idle', '--json']);
    expect(worked).toMatchObject({ exitCode: 0, submission: { state: 'processed', batches: [{ abandoned: [] }] } });
    expect(service.batches()).toMatchObject([{ stored: expect.anything() }]);
  });

  it('a command that is interrupted leaves the file to the app, which another one can follow', async () => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace(passphrase);
    await serve(workplace, service);
    const held = service.moments.holdNext('put-body');
    const sending = workplace.start(['send', await writeTransactions(workplace, 20_000), ...overBank, '--wait']);
    const { release } = await held;

    const interrupted = await sending.kill('SIGINT');
    expect(interrupted).toMatchObject({ exitCode: 4, stderr: '' });
    expect(interrupted.stdout).toMatch(
      /Stopped\. Everything is in the queue; tranship serve \(process \d+\) goes on with it\.\n$/,
    );

    const working = workplace.start(['work', '--until-idle', '--json']);
    await working.event(({ event }) => event === 'progress');
    release();
    expect(await working.ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(service.batches()).toMatchObject([{ stored: expect.anything() }]);
  });

  it.each(
    fewerByDay(
      [
        { what: '--uploads and --limit-rate', options: [...overBank, '--limit-rate', '5000'] },
        { what: 'The connection of the TRANSHIP_… variables', options: [] },
      ],
      1,
    ),
  )('$what: only a run of its own can do that', async ({ what, options }) => {
    await using service = await startOpponent();
    await using workplace = await openWorkplace({ ...passphrase, ...environmentOf(service) });
    await serve(workplace, service);
    const file = await writeTransactions(workplace, 1);

    const ended = await workplace.run(['send', file, ...options]);

    expect(ended.exitCode).toBe(4);
    expect(ended.stderr).toContain(`${what} can be used only by a run of its own, and the queue is in use by tranship`);
    expect((await workplace.run(['queue', 'list', '--json'])).submissions).toEqual([]);
    expect(service.journal).toEqual([]);
  });
});

atNight(it)('A file that is sent by a run of its own says what else that run sends', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace(environmentOf(service));
  const held = service.moments.holdNext('put-body');
  const first = workplace.start(['send', await writeTransactions(workplace, 20_000)]);
  const { hangUp } = await held;
  await first.kill('SIGINT');
  hangUp();

  const second = await workplace.run(['send', await writeTransactions(workplace, 2, 'second.jsonl'), '--wait']);

  expect(second).toMatchObject({ exitCode: 0 });
  expect(second.stdout).toContain('1 submission from before is sent too.\n');
});
