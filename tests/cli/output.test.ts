/**
 * @file A command whose output cannot be written: the work continues, nothing is sent twice, and the loss is reported.
 */

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { Output } from '../../src-main/shells/cli/output.ts';
import { visibleInJson } from '../../src-shared/visible-text.ts';
import { fewerByDay } from '../harness/night.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const full = '/dev/full';

describe.runIf(existsSync(full)).concurrent('an output that cannot be written', () => {
  it.each(fewerByDay([['queue', 'list'], ['queue', 'list', '--json'], ['work', '--until-idle'], ['--help']], 2))(
    'Unwritable output ends “%s %s %s” with a sentence, and no stack trace',
    async (...call) => {
      await using workplace = await openWorkplace();
      const ended = await workplace.runProcess(call.filter(Boolean), { stdout: full });
      expect(ended.exitCode).toBe(5);
      expect(ended.stderr).toMatch(/^The output cannot be written: the disk is full\.\n/);
      expect(ended.stderr).not.toMatch(/\n\s+at /);
      expect(ended.stderr.match(/cannot be written/g)).toHaveLength(1);
    },
  );

  it.each(fewerByDay([[[]], [['--json']]], 1))(
    'Unwritable output does not keep a file from being sent, once and completely (%o)',
    async (json: readonly string[]) => {
      await using service = await startOpponent();
      await using workplace = await openWorkplace(environmentOf(service));
      const file = await writeTransactions(workplace, 2000);

      const ended = await workplace.runProcess(['send', file, '--max-batch', '300000', '--wait', ...json], {
        stdout: full,
      });

      expect(ended).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('The work continues') });
      const listed = await workplace.run(['queue', 'list', '--json']);
      expect(listed).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
      const stored = service.batches().filter((batch) => batch.stored !== undefined);
      expect(stored).toHaveLength(listed.submission.batches.length);
      expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({ exitCode: 0, submissions: [] });
    },
  );

  it('Unwritable error output has no effect', async () => {
    await using place = await openPracticePlace();
    const file = await writeTransactions(place.workplace, 2);
    const ended = await place.workplace.runProcess(['send', file, '--wait', '--json'], { stderr: full });
    expect(ended).toMatchObject({ exitCode: 0, submission: { state: 'processed' } });
    expect(await place.workplace.runProcess(['queue', 'list', '17'], { stderr: full })).toMatchObject({ exitCode: 2 });
  });

  it('The work is done even if neither output can be written', async () => {
    await using place = await openPracticePlace();
    const file = await writeTransactions(place.workplace, 2);
    const ended = await place.workplace.runProcess(['send', file, '--wait'], { stdout: full, stderr: full });
    expect(ended.exitCode).toBe(5);
    expect(place.tenant.batches()).toMatchObject([{ state: 'PROCESSED' }]);
  });

  it('A reader that closes the output early is not an error', async () => {
    await using place = await openPracticePlace();
    const file = await writeTransactions(place.workplace, 2000);
    const sending = place.workplace.startProcess(['send', file, '--max-batch', '100000', '--wait', '--json']);
    await sending.event(({ event }) => event === 'submission');
    sending.hangUp();
    expect(await sending.ended).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await place.workplace.run(['queue', 'list', '--json'])).submission.state).toBe('processed');
  });
});

it('The last line for programs is the summary, also where something is told after it', async () => {
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: 'a passphrase of the test' });
  await workplace.run(['work', '--until-idle']);
  mkdirSync(join(workplace.home, 'history-head.json.part'));
  const { exitCode, events } = await workplace.run(['work', '--until-idle', '--json']);
  expect(exitCode).toBe(0);
  expect(events.map(({ event }) => event)).toEqual(['summary', 'warning', 'summary']);
});

it('A list for programs is one line of JSON, however long it is', async () => {
  const stdout = new PassThrough();
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: `line\n\u202e${id}`, unknown: undefined }));
  new Output({ json: true, stdout, stderr: stdout }).emit('summary', {
    rows,
    none: [],
    unknown: undefined,
    count: 5000,
  });
  const told = await text(stdout.end());
  expect(told.indexOf('\n')).toBe(told.length - 1);
  expect(told).not.toContain('\u202e');
  expect(told).toBe(`${visibleInJson(JSON.stringify({ event: 'summary', rows, none: [], count: 5000 }))}\n`);
});
