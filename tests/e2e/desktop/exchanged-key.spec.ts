/** @file The key in the system's key store is another one than before: exchanged by the system, or lost. */

import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { addConnection, confirmSending, expectState } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';
import { keyStore } from './key-store-state.ts';

test('with another key in the key store nothing is sent until a person confirms the connection', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.end();

  const page = await desk.open(keyStore(workplace.folder, 'lost'));
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expect(page.getByText('The connection must be confirmed.')).toBeVisible();
  expect(tenant.batches()).toEqual([]);
});

test('a key that was exchanged keeps the secrets, and seals them again, so that the older key may go', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.end();
  const rotated = await desk.open(keyStore(workplace.folder, 'rotated'));
  await dropFiles(rotated, [await writeExport('first.jsonl')]);
  await confirmSending(rotated, 'Nordbank');
  await expectState(rotated, 'first.jsonl', 'Done');
  await desk.end();

  const { file } = keyStore(workplace.folder, 'working').keyStore;
  const [newest] = z.array(z.string()).parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, JSON.stringify([newest]));
  const page = await desk.open();
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
});
