/** @file A preparation of standard input that was killed: the same bytes continue with it, and nothing of it is left behind. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { openWorkplace } from './tranship.ts';

const text = csvOf(Array.from({ length: 60_000 }, (_, at) => paymentRow(at)));

async function openPipe() {
  const workplace = await openWorkplace();
  const temporary = join(workplace.folder, 'temporary');
  mkdirSync(temporary);
  const template = join(workplace.folder, 'template.json');
  writeFileSync(template, JSON.stringify(paymentTemplate));
  const out = (name: string) => join(workplace.folder, name);
  const begin = (name: string, input: string) => {
    const call = [
      'prepare',
      '-',
      '--template',
      template,
      '--name',
      'piped',
      '--split',
      'count:5000',
      '--out',
      out(name),
    ];
    const running = workplace.startProcess([...call, '--json'], { hasInput: true, environment: { TMPDIR: temporary } });
    running.write(input);
    return running;
  };
  const whole = async (name: string, input: string) => {
    const running = begin(name, input);
    running.endInput();
    return await running.ended;
  };
  const workAreas = () => readdirSync(temporary).filter((name) => name.startsWith('tranship-work'));
  const lines = (name: string) =>
    readdirSync(out(name))
      .filter((one) => one.endsWith('.jsonl'))
      .sort()
      .map((one) => [one, readFileSync(join(out(name), one), 'utf8')]);
  return { out, begin, whole, workAreas, lines, [Symbol.asyncDispose]: () => workplace[Symbol.asyncDispose]() };
}

type Pipe = Awaited<ReturnType<typeof openPipe>>;

async function killInTheMiddle({ begin, out }: Pipe, name: string): Promise<void> {
  const running = begin(name, text);
  running.endInput();
  await expect.poll(() => existsSync(join(out(name), 'piped-003.jsonl'))).toBe(true);
  await running.kill('SIGKILL');
  expect(existsSync(join(out(name), 'manifest.json'))).toBe(false);
}

it('The same bytes continue with it, and the result is that of an undisturbed run', async () => {
  await using pipe = await openPipe();
  expect((await pipe.whole('whole', text)).exitCode).toBe(0);
  await killInTheMiddle(pipe, 'killed');
  expect(pipe.workAreas()).toHaveLength(1);
  const last = await pipe.whole('killed', text);
  expect(last).toMatchObject({ exitCode: 0, stderr: '' });
  expect(Number(last.summary.keptFiles)).toBeGreaterThanOrEqual(3);
  expect(pipe.lines('killed')).toEqual(pipe.lines('whole'));
  expect(readFileSync(join(pipe.out('killed'), 'manifest.json'))).toEqual(
    readFileSync(join(pipe.out('whole'), 'manifest.json')),
  );
});

it('Other bytes are refused with what to do, and nothing of what was finished is lost', async () => {
  await using pipe = await openPipe();
  await killInTheMiddle(pipe, 'killed');
  const before = pipe.lines('killed');
  // Of the same length: only the content tells them apart.
  const other = await pipe.whole('killed', text.replace('1,50', '9,50'));
  expect(other.exitCode).toBe(2);
  expect(other.events).toContainEqual(
    expect.objectContaining({
      event: 'error',
      code: 'preparation.folder-in-use',
      remedy: expect.stringContaining('from standard input the same bytes'),
    }),
  );
  expect(pipe.lines('killed')).toEqual(before);
});

it('What a killed run has kept of its input is removed by the next one, also where it was killed while it came', async () => {
  await using pipe = await openPipe();
  const running = pipe.begin('never', text.slice(0, 100_000));
  await expect.poll(pipe.workAreas).toHaveLength(1);
  await running.kill('SIGKILL');
  expect(pipe.workAreas()).toHaveLength(1);
  expect(existsSync(pipe.out('never'))).toBe(false);
  expect((await pipe.whole('never', text)).exitCode).toBe(0);
  expect(pipe.workAreas()).toEqual([]);
});

it('A wrong call is refused before anything of the input is read', async () => {
  await using workplace = await openWorkplace();
  const running = workplace.start(['prepare', '-', '--plan', '--template', 'unknown'], { hasInput: true });
  // The input does not end.
  expect((await running.ended).stderr).toContain('no stored template named “unknown”');
});

it('An interrupted run leaves nothing of its input', async () => {
  await using pipe = await openPipe();
  const running = pipe.begin('interrupted', text.slice(0, 100_000));
  await expect.poll(pipe.workAreas).toHaveLength(1);
  await running.kill('SIGINT');
  await expect.poll(pipe.workAreas).toEqual([]);
  expect(existsSync(pipe.out('interrupted'))).toBe(false);
});
