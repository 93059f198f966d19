/** @file The key in the system's key store is another one than before: exchanged by the system, or lost. */

import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { addConnection, confirmSending, expectState, goToPage, sendFile } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';
import { keyStore } from './key-store-state.ts';

test('with another key in the key store nothing is replaced or sent, and all goes on once the former key is back', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.end();

  const page = await desk.open(keyStore(workplace.folder, 'lost'));
  await expect(page.getByRole('alert').getByText('The key store of this computer has changed')).toBeVisible();
  await expect(page.getByText('Nordbank: the key store of this computer has changed')).toBeVisible();
  await goToPage(page, 'Connections');
  await expect(page.getByText('It cannot be decrypted now.')).toBeVisible();
  await goToPage(page, 'Queue');
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Waits for you');
  expect(tenant.batches()).toEqual([]);
  await page.getByRole('button', { name: 'Start again and try' }).click();
  await desk.double.act('relaunch');
  await desk.double.ended;

  const again = await desk.open(keyStore(workplace.folder, 'returned'));
  await expectState(again, 'export.jsonl', 'Done');
});

test('a person who enters the secrets again gets a new key, and is not told of tampering', async ({
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
  await page.getByRole('button', { name: 'Enter the secrets again…' }).click();
  await page.getByRole('button', { name: 'Make a new key' }).click();
  // It is said in several places.
  await expect(page.getByText('The key store of this computer has changed')).toHaveCount(0);
  await expect(page.getByText('changed without the key')).toBeHidden();
  await page.getByRole('button', { name: 'Change the secret of Nordbank' }).click();
  await page.getByLabel('Client secret').fill(tenant.clientSecret);
  await page.getByRole('button', { name: 'Save' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'export.jsonl', 'Done');
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
  await sendFile(page, await writeExport('export.jsonl'), 'Done');
});
