/** @file `tranship support`: what the zip contains, and what it must not contain. */

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unzipped } from '../ground/logs/folders.ts';
import { startOpponent } from '../harness/opponent/carried.ts';
import { environmentOf, openWorkplace } from './tranship.ts';

it('puts the requests of earlier commands into a zip, and no secret', async () => {
  await using service = await startOpponent();
  await using workplace = await openWorkplace(environmentOf(service));
  await workplace.run(['connection', 'test']);
  const file = join(workplace.home, 'help.zip');

  const { exitCode } = await workplace.run(['support', '--out', file]);

  expect(exitCode).toBe(0);
  const entries = await unzipped(file);
  const text = [...entries.values()].join('\n');
  expect([...entries.keys()]).toEqual(expect.arrayContaining(['README.txt', 'facts.json']));
  expect(text).toContain('"purpose":"batch-status"');
  for (const secret of service.secrets()) expect(text).not.toContain(secret);
});
