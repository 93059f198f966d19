/** @file `tranship history` as people and scripts use it. */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startOpponent } from '../harness/opponent/carried.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

it('finds what happened to a file that was removed, by name, batch, day, state and person', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace(environmentOf(service));
  const file = join(workplace.folder, 'november.jsonl');
  await writeFile(file, `${JSON.stringify({ not: 'a transaction' })}\n`);
  const sent = await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait', '--json']);
  const { batchId = '' } = sent.submission.batches[0] ?? {};
  await workplace.run(['queue', 'remove', '1']);

  const find = async (...options: string[]) => {
    const { exitCode, summary, stdout } = await workplace.run(['history', ...options, '--json']);
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { exitCode, count: summary['entries'], kinds: entries.map(({ kind }) => kind), entries };
  };
  const whole = await find('--file', 'NOVEMBER');
  expect(whole.kinds.at(0)).toBe('added');
  expect(whole.kinds.at(-2)).toBe('removed');
  expect((await find('--batch', batchId.toUpperCase())).kinds).toContain('begin');
  expect((await find('--state', 'held')).count).toBe(0);
  expect((await find('--removed')).count).toBe(whole.count);
  const { person } = whole.entries[0];
  expect((await find('--person', person, '--file', 'november')).count).toBe(whole.count);
  expect((await find('--day', '2001-01-01')).count).toBe(0);
  expect(await find('--limit', '1')).toMatchObject({ count: 1 });

  const table = join(workplace.folder, 'history.csv');
  const written = await workplace.run(['history', '--file', 'november', '--csv', table, '--json']);
  expect(written).toMatchObject({ exitCode: 0, summary: { file: table, entries: whole.count } });
  expect((await readFile(table, 'utf8')).split('\r\n')).toHaveLength(Number(whole.count) + 2);

  for (const wrong of [
    ['--day', 'yesterday'],
    ['--day', '2026-02-30'],
    ['--state', 'lost'],
  ])
    expect((await workplace.run(['history', ...wrong])).exitCode).toBe(2);
});
