/** @file What was corrected by hand in the window, taken up on the command line. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { QueueStore } from '../../src-main/send/storage/store.ts';
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
  expect(fixed.stdout).toContain('completes submission 1. The Tranship that is running checks and sends it.');
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
  expect(fixed.events[0]).toMatchObject({ event: 'error', code: 'submission.nothing-left' });
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
