/**
 * @file Ctrl-C while a file is read that a person has named: the call ends within half a second, also where the file never
 * gives another byte. Each file here is a pipe that is open and stays silent, as a share that is away.
 */

import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { paymentTemplate } from '../prepare/exports.ts';
import { silentPipe } from '../silent-pipe.ts';
import { writeTransactions } from './transactions.ts';
import { openWorkplace } from './tranship.ts';

/** Ten times what is promised: the machine may be busy. */
const SOON_MS = 5000;

async function openPlace() {
  const workplace = await openWorkplace();
  const file = await writeTransactions(workplace, 2);
  const template = join(workplace.folder, 'template.json');
  writeFileSync(template, JSON.stringify(paymentTemplate));
  const pipe = silentPipe(workplace.folder);
  return {
    workplace,
    file,
    template,
    pipe,
    [Symbol.asyncDispose]: async () => {
      pipe[Symbol.dispose]();
      await workplace[Symbol.asyncDispose]();
    },
  };
}

type Files = { file: string; template: string; silent: string };

const ended = { exitCode: 4, stdout: 'Stopped.\n', stderr: '' };

it.each<[string, (files: Files) => string[]]>([
  ['rules of a check', ({ file, silent }) => ['check', file, '--rules', silent]],
  ['rules of what is sent', ({ file, silent }) => ['send', file, '--rules', silent]],
  ['rules of what is posted', ({ file, silent }) => ['post', file, '--rules', silent]],
  ['rules of a watched folder', ({ silent }) => ['watch', '.', '--rules', silent]],
  ['a template that is imported', ({ silent }) => ['template', 'import', silent]],
  ['a template to prepare by', ({ file, silent }) => ['prepare', file, '--plan', '--template', silent]],
  [
    'control figures of a preparation',
    ({ file, template, silent }) => ['prepare', file, '--plan', '--template', template, '--control', silent],
  ],
  ['control figures of a statement', ({ silent }) => ['statement', '--to', '2026-01-01', '--control', silent]],
  ['a recipe', ({ file, silent }) => ['fix', file, '--recipe', silent, '--dry-run']],
  ['rejected lines', ({ silent }) => ['fix', '1', '--with-edits', '--rejected-lines', silent, '--dry-run']],
  ['a receipt', ({ silent }) => ['audit', 'verify', '--receipt', silent]],
  ['a copy of the anchor file', ({ silent }) => ['audit', 'verify', '--anchor-file', silent]],
  ['modification ids', ({ silent }) => ['find', '--from', silent]],
  ['certificate authorities', ({ silent }) => ['network', 'authorities', silent]],
])('%s', async (_what, call) => {
  await using place = await openPlace();
  const { workplace, file, template, pipe } = place;
  const running = workplace.start(call({ file, template, silent: pipe.path }));
  await pipe.read();
  expect(await running.kill('SIGINT')).toMatchObject(ended);
});

it('What is piped in', async () => {
  await using workplace = await openWorkplace();
  const running = workplace.start(['find', '--from', '-'], { hasInput: true });
  expect(await running.kill('SIGINT')).toMatchObject(ended);
});

it('A process whose thread waits for the system ends as well, and leaves no temporary file', async () => {
  await using place = await openPlace();
  const { workplace, file, pipe } = place;
  const environment = { TMPDIR: join(workplace.folder, 'temporary') };
  mkdirSync(environment.TMPDIR);
  const running = workplace.startProcess(['prepare', file, '--plan', '--template', pipe.path], { environment });
  await pipe.read();
  const before = performance.now();
  expect(await running.kill('SIGINT')).toMatchObject(ended);
  expect(performance.now() - before).toBeLessThan(SOON_MS);
  expect(readdirSync(environment.TMPDIR)).toEqual([]);
});
