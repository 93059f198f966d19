/** @file What was corrected by hand in the window, taken up on the command line. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { noLines } from '../../src-shared/account.ts';
import { securityLog } from '../security-log.ts';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine } from './transactions.ts';

/** A held file with a fault in its lines 2 and 3; line 2 was corrected by hand, and others left out. */
async function correctedPlace(leftOut: readonly number[] = [3]) {
  const place = await openPracticePlace();
  const { workplace } = place;
  const good = [transactionLine(), transactionLine(), transactionLine()];
  const faulty = good.map((line, at) => (at === 0 ? line : line.replace('"DE"', '"Sweden"')));
  const file = join(workplace.folder, 'export.jsonl');
  await writeFile(file, faulty.join('\n'));
  await workplace.run(['send', file, '--wait']);
  const store = new QueueStore(workplace.home);
  const [submission] = store.submissions();
  if (submission?.check === undefined) throw new Error('It was checked.');
  const content = { id: submission.id, sha256: submission.check.sha256 };
  store.lineEdits.save(content, 2, { kind: 'replaced', text: good[1] ?? '' });
  for (const line of leftOut) store.lineEdits.save(content, line, { kind: 'left-out' });
  store.close();
  return { ...place, file, good, [Symbol.asyncDispose]: () => place[Symbol.asyncDispose]() };
}

it('A file is made of what was corrected by hand, and takes the place of the faulty one', async () => {
  await using place = await correctedPlace();
  const { workplace, good } = place;
  const out = join(workplace.folder, 'corrected.jsonl');
  const fixed = await workplace.run(['fix', '1', '--with-edits', '--out', out, '--add']);
  expect(fixed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(fixed.stdout).toContain('By hand: 1 line corrected, 1 left out.');
  expect(await readFile(out, 'utf8')).toBe(`${good[0]}\n${good[1]}\n`);
  expect((await workplace.run(['work', '--until-idle'])).exitCode).toBe(0);
  expect((await workplace.run(['queue', 'list', '1', '--json'])).submission.state).toBe('corrected');
});

it('The app that is running makes and adds the file, and each file outside of the data folder is recorded', async () => {
  await using place = await correctedPlace();
  const { workplace, good } = place;
  const [apart, out, log] = ['apart.jsonl', 'corrected.jsonl', 'log'].map((name) => join(workplace.folder, name));
  const app = workplace.startProcess(['serve', '--json']);
  await app.event(({ event }) => event === 'serving');
  // What adds nothing needs neither the app nor the folder for itself.
  const beside = await workplace.run(['fix', '1', '--with-edits', '--out', apart ?? '', '--json']);
  expect(beside).toMatchObject({ exitCode: 0, summary: { kept: 2 } });
  const fix = ['fix', '1', '--with-edits', '--out', 'corrected.jsonl', '--log', 'log', '--add'];
  const fixed = await workplace.runProcess(fix);
  expect(fixed.stdout).toContain('settles submission 1. The Tranship that is running checks and sends it.');
  expect(await readFile(out ?? '', 'utf8')).toBe(`${good[0]}\n${good[1]}\n`);
  expect(await readFile(log ?? '', 'utf8')).toContain('"step":"by-hand"');
  // Corrected again, it is offered to the app.
  for (const action of ['cancel', 'remove']) await workplace.run(['queue', action, '2']);
  const resent = await workplace.runProcess(['resend', '1', '--file', 'corrected.jsonl', '--json']);
  expect(resent.summary).toMatchObject({ kept: 2, corrects: 1 });
  const again = await workplace.run([...fix, '--json']);
  expect(again.events[0]).toMatchObject({ event: 'error', code: 'submission.corrected' });
  await app.kill('SIGINT');
  const exported = securityLog(workplace.home).filter(({ event }) => event === 'exported');
  expect(exported).toMatchObject([
    { what: 'corrected', path: apart },
    { what: 'corrected', path: out },
  ]);
});

it('A file that cannot be added stays, and is recorded too', async () => {
  await using place = await correctedPlace([1, 2, 3]);
  const { workplace } = place;
  const out = join(workplace.folder, 'corrected.jsonl');
  const fixed = await workplace.run(['fix', '1', '--with-edits', '--out', out, '--add', '--json']);
  expect(fixed.events[0]).toMatchObject({ event: 'error', code: 'queue.nothing-to-send' });
  expect(await readFile(out, 'utf8')).toBe('');
  expect(securityLog(workplace.home)).toContainEqual(expect.objectContaining({ what: 'corrected', path: out }));
});

it('A recipe runs over the lines as they were corrected', async () => {
  await using place = await correctedPlace();
  const { workplace } = place;
  const recipe = join(workplace.folder, 'recipe.json');
  const step = { step: 'replace', field: 'payment_source_country', from: 'DE', to: 'AT' };
  await writeFile(recipe, JSON.stringify({ version: 1, steps: [step] }));
  const dry = await workplace.run(['fix', '1', '--with-edits', '--recipe', recipe, '--dry-run', '--json']);
  expect(dry.summary).toMatchObject({ kept: 2, changed: 2, dropped: 1, byHand: { changed: 1, dropped: 1 } });
});

it.each([
  ['neither a recipe nor corrections by hand', ['fix', '1', '--dry-run']],
  ['corrections by hand of a file that is in no queue', ['fix', 'export.jsonl', '--with-edits', '--dry-run']],
])('A wrong call is refused: %s', async (_, args) => {
  await using place = await openPracticePlace();
  await writeFile(join(place.workplace.folder, 'export.jsonl'), '{}\n');
  expect((await place.workplace.run(args)).exitCode).toBe(2);
});

it('Lines that stay faulty are kept as a submission of their own, until they are corrected as well', async () => {
  await using place = await correctedPlace([]);
  const { workplace, good, file } = place;
  const recipe = join(workplace.folder, 'recipe.json');
  await writeFile(recipe, JSON.stringify({ version: 1, steps: [{ step: 'drop-refused' }] }));
  const fix = (id: string, out: string, ...more: string[]) =>
    workplace.run(['fix', id, '--recipe', recipe, '--out', join(workplace.folder, out), ...more]);
  const bare = await fix('1', 'bare.jsonl', '--keep-rest');
  expect(bare).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('are added with --add') });

  const first = await fix('1', 'first.jsonl', '--with-edits', '--add', '--keep-rest');
  expect(first.stdout).toContain('1 line stays to be corrected, as submission 3.');
  expect(await readFile(join(workplace.folder, 'first.jsonl'), 'utf8')).toBe(`${good[0]}\n${good[1]}\n`);
  const faulty = (await readFile(file, 'utf8')).split('\n')[2];
  expect(await readFile(join(workplace.folder, 'first.rest.jsonl'), 'utf8')).toBe(faulty);
  await workplace.run(['work', '--until-idle']);
  const states = async () => {
    const { submissions } = await workplace.run(['queue', 'list', '--json']);
    return submissions.map(({ state }: { state: string }) => state);
  };
  expect(await states()).toEqual(['corrected', 'processed', 'held']);
  // All of it is in the two others: nothing of it goes a second time.
  expect((await workplace.run(['resend', '1'])).stderr).toContain('corrected');

  await writeFile(
    recipe,
    JSON.stringify({
      version: 1,
      steps: [{ step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'DE' }, { step: 'drop-refused' }],
    }),
  );
  // Nothing stays: there is no file of it.
  const second = await fix('3', 'second.jsonl', '--add', '--keep-rest');
  expect(second).toMatchObject({ exitCode: 0, stderr: '' });
  expect(second.stdout).not.toContain('to be corrected');
  await workplace.run(['work', '--until-idle']);
  expect(await states()).toEqual(['corrected', 'processed', 'corrected', 'processed']);
  const all = { ...noLines(), accepted: 3 };
  expect((await workplace.run(['receipt', '1', '--json'])).summary).toMatchObject({
    account: { ...noLines(), invalid: 2, unsent: 1 },
    corrected: {
      account: all,
      steps: [
        { submission: 2, lines: 2 },
        { submission: 3, lines: 1 },
        { submission: 4, lines: 1 },
      ],
    },
  });
  const day = new Date().toISOString().slice(0, 10);
  expect((await workplace.run(['statement', '--from', day, '--to', day, '--json'])).summary).toMatchObject({
    reconciles: true,
    files: [{ submission: 1, account: all }],
    total: { account: all },
  });
  expect((await workplace.run(['queue', 'open'])).exitCode).toBe(0);
});
