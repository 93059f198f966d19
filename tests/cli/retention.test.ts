/** @file `tranship retention`: what is kept, for how long, and its deletion. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openPracticePlace } from './practice-place.ts';
import { transactionLine, writeLines } from './transactions.ts';
import { openWorkplace } from './tranship.ts';

it('is set for each kind of data by itself, and shown with what there is', async () => {
  await using workplace = await openWorkplace();
  const first = await workplace.run(['retention', 'show', '--json']);
  expect(first.summary).toMatchObject({
    retention: { submissions: null, findings: null, reports: null, ids: null, logs: 14 },
  });
  await workplace.run(['retention', 'set', '--submissions', '365', '--reports', '400']);
  const second = await workplace.run(['retention', 'show', '--json']);
  expect(second.summary).toMatchObject({
    retention: { submissions: 365, findings: null, reports: 400, ids: null, logs: 14 },
    kept: expect.arrayContaining([{ kind: 'history', count: 0 }]),
  });
  expect((await workplace.run(['retention', 'show'])).stdout).toContain('365 days');
});

it('sets for how long what was sent is known by its ids, and lifts the limit again', async () => {
  await using workplace = await openWorkplace();
  const shown = async () => (await workplace.run(['retention', 'show'])).stdout;
  expect(await shown()).toContain('of what was sent, always');
  expect(await workplace.run(['retention', 'set', '--ids', '730', '--json'])).toMatchObject({
    exitCode: 0,
    summary: { retention: { submissions: null, findings: null, reports: null, ids: 730, logs: 14 } },
  });
  expect(await shown()).toContain('of what was sent, 730 days longer');
  const lifted = await workplace.run(['retention', 'set', '--ids', 'always', '--json']);
  expect(lifted.summary).toMatchObject({ retention: { ids: null } });
});

it.each([
  ['--findings', '0'],
  ['--logs', 'always'],
  ['--reports', 'soon'],
  ['--ids', '0'],
])('refuses %s %s', async (...option) => {
  await using workplace = await openWorkplace();
  expect(await workplace.run(['retention', 'set', ...option])).toMatchObject({ exitCode: 2 });
});

it('is asked for what to set', async () => {
  await using workplace = await openWorkplace();
  const ended = await workplace.run(['retention', 'set']);
  expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--findings') });
});

it('deletes, of what was removed long enough ago, every byte that the folder holds of the transactions', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const marker = 'Erika-Mustermann-4711';
  const faulty = transactionLine().replace('"currency":"EUR"', `"currency":"${marker}"`);
  const file = await writeLines(workplace, [faulty, transactionLine()], 'day.jsonl');
  await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait']);
  await writeFile(join(workplace.home, 'reports', 'notes-of-a-person.txt'), 'mine');
  const filesWithMarker = async () => {
    const found = [];
    for (const entry of await readdir(workplace.home, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && (await readFile(path)).includes(marker)) found.push(entry.name);
    }
    return found;
  };
  expect(await filesWithMarker()).toContain('queue.db');
  expect(await workplace.run(['queue', 'remove', '1'])).toMatchObject({ exitCode: 0 });
  expect(await workplace.run(['retention', 'purge'])).toMatchObject({ exitCode: 0 });
  expect(await filesWithMarker()).toContain('queue.db');

  // As if it had been removed an hour earlier.
  const database = new DatabaseSync(join(workplace.home, 'queue.db'));
  database.exec(
    "UPDATE submissions SET document = json_set(document, '$.removedAt', json_extract(document, '$.removedAt') - 3600000)",
  );
  database.close();
  const purged = await workplace.run(['retention', 'purge', '--json']);

  expect(purged).toMatchObject({ exitCode: 0, summary: { complete: true } });
  expect(await filesWithMarker()).toEqual([]);
  expect(await readdir(join(workplace.home, 'reports'))).toEqual(['notes-of-a-person.txt']);
});

it('frees a full disk of what nothing that is open needs, and of nothing else', async () => {
  await using place = await openPracticePlace();
  const { workplace } = place;
  const faulty = transactionLine().replace('"currency":"EUR"', '"currency":"euro"');
  const file = await writeLines(workplace, [faulty, transactionLine()], 'day.jsonl');
  await workplace.run(['send', file, '--on-invalid', 'service-decides', '--wait']);
  await writeFile(join(workplace.home, 'reports', 'notes-of-a-person.txt'), 'mine');
  await writeFile(join(workplace.home, 'queue.damaged-1.db'), 'damaged');
  const shown = await workplace.run(['retention', 'free', '--json']);
  expect(shown.summary).toMatchObject({
    freeable: expect.arrayContaining([
      { kind: 'reports', count: 1, bytes: expect.any(Number) },
      { kind: 'damaged', count: 1, bytes: 7 },
    ]),
  });
  await workplace.run(['retention', 'free', '--remove', 'damaged']);
  const freed = await workplace.run(['retention', 'free', '--remove', 'reports', '--json']);
  expect(freed).toMatchObject({ exitCode: 0, summary: { freeable: [] } });
  expect(await readdir(join(workplace.home, 'reports'))).toEqual(['notes-of-a-person.txt']);
  expect(await readdir(workplace.home)).toContain('queue.db');
});
