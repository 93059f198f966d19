/** @file The file of a submission was moved or renamed while it waited: the same bytes go on from where they are now. */

import { copyFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openPracticePlace } from './practice-place.ts';
import { writeTransactions } from './transactions.ts';

it('The same file goes on from another place, another one changes nothing, and the history verifies', async () => {
  await using place = await openPracticePlace({ misfortunes: [{ name: 'forbid' }] });
  const { workplace, tenant } = place;
  const file = await writeTransactions(workplace, 3);
  await workplace.run(['send', file]);
  const moved = join(workplace.folder, 'renamed.jsonl');
  await rename(file, moved);
  tenant.misbehave([]);
  const stopped = await workplace.run(['work', '--until-idle', '--json']);
  expect(stopped.events).toContainEqual(expect.objectContaining({ code: 'file.not-found' }));

  const other = join(workplace.folder, 'other.jsonl');
  await writeFile(other, '{}\n');
  const refused = await workplace.run(['queue', 'find-file', '1', other, '--json']);
  expect(refused.events[0]).toMatchObject({ event: 'error', code: 'file.other-content' });
  expect(refused.exitCode).not.toBe(0);

  // As a copy of a program that keeps no times.
  const copy = join(workplace.folder, 'copied.jsonl');
  await copyFile(moved, copy);
  await utimes(copy, new Date(0), new Date(0));
  const found = await workplace.run(['queue', 'find-file', '1', copy]);
  expect(found).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`1  ${copy} is the same file.`) });
  expect(await workplace.run(['work', '--until-idle', '--json'])).toMatchObject({ exitCode: 0 });
  expect(await workplace.run(['queue', 'list', '1', '--json'])).toMatchObject({
    submission: { file: copy, state: 'processed' },
  });
  const { events } = await workplace.run(['history', '--json']);
  expect(events).toContainEqual(expect.objectContaining({ kind: 'file-found', submission: 1 }));
  expect(await workplace.run(['audit', 'verify'])).toMatchObject({ exitCode: 0 });
  expect(await workplace.run(['receipt', '1'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('copied.jsonl'),
  });
});
