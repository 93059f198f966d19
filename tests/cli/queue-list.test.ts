/** @file `tranship queue list` as people and scripts use it: what is looked for, and the list as a file. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startOpponent } from '../harness/opponent/carried.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

const ids = z.array(z.object({ id: z.number() }));

it('lists what is looked for by words, state, connection and day, and saves it as a table or as JSON Lines', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace(environmentOf(service));
  const write = async (name: string) => {
    const path = join(workplace.folder, name);
    await writeFile(path, `${JSON.stringify({ name })}\n`);
    return path;
  };
  const november = await write('=november, "final".jsonl');
  await workplace.run(['send', november, '--on-invalid', 'service-decides', '--wait', '--json']);
  await workplace.run(['send', await write('december.jsonl'), '--json']);

  const list = async (...options: string[]) => {
    const { exitCode, summary } = await workplace.run(['queue', 'list', ...options, '--json']);
    return { exitCode, ids: ids.parse(summary['submissions']).map(({ id }) => id) };
  };
  expect(await list()).toEqual({ exitCode: 0, ids: [1, 2] });
  expect((await list('--search', 'FINAL november')).ids).toEqual([1]);
  expect((await list('--search', 'no such file')).ids).toEqual([]);
  expect((await list('--state', 'held')).ids).toEqual([2]);
  expect((await list('--state', 'held', '--state', 'processed')).ids).toEqual([1, 2]);
  expect((await list('--connection', 'another')).ids).toEqual([]);
  // No word for days: it may become midnight meanwhile.
  expect((await list('--added', '2001-01-01..')).ids).toEqual([1, 2]);
  expect((await list('--added', '..2001-01-01')).ids).toEqual([]);
  expect((await list('2', '--added', '2001-01-01..')).ids).toEqual([2]);

  const table = join(workplace.folder, 'list.csv');
  const saved = await workplace.run(['queue', 'list', '--state', 'processed', '--export', table, '--json']);
  expect(saved).toMatchObject({ exitCode: 0, summary: { submissions: 1, file: table } });
  const [head, row, ...more] = (await readFile(table, 'utf8')).split('\r\n');
  expect(head?.startsWith('\uFEFFsubmission,file,folder,')).toBe(true);
  expect(row?.startsWith(`1,"'=november, ""final"".jsonl",`)).toBe(true);
  expect(more).toEqual(['']);

  const lines = join(workplace.folder, 'list.JSONL');
  await workplace.run(['queue', 'list', '--export', lines]);
  const [first, second] = (await readFile(lines, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ submission: 1, file: '=november, "final".jsonl', state: 'processed', batches: 1 });
  expect(Date.parse(first.added)).toBeLessThanOrEqual(Date.parse(first.sent));
  expect(Date.parse(first.sent)).toBeLessThanOrEqual(Date.parse(first.finished));
  expect([first.batchIds.length, first.sha256.length, first.folder]).toEqual([1, 64, workplace.folder]);
  expect(second).toMatchObject({ submission: 2, state: 'held', batchIds: [] });
  expect([second.sent, second.finished]).toEqual([undefined, undefined]);

  for (const wrong of [
    ['--added', 'tomorrow'],
    ['--added', '2026-02-30'],
    ['--state', 'lost'],
    ['--export', join(workplace.folder, 'list.xlsx')],
  ])
    expect((await workplace.run(['queue', 'list', ...wrong])).exitCode).toBe(2);
});
