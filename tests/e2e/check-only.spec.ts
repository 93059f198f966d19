/** @file Checking a file without a connection, and sending it later with the check that was done. */

import { appendFile } from 'node:fs/promises';
import { addConnection, expectState, goToPage, openSubmission, rowOf } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('a newcomer checks a file without any connection, and sends it once there is one', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await expect(page.getByRole('heading', { name: 'Check a file' })).toBeVisible();
  await inspect(page, 'first start with a check');
  await dropFiles(page, [await writeExport('november.jsonl')]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(dialog.getByText('files can be checked and prepared, but not sent')).toBeVisible();
  await inspect(page, 'check only without a connection');
  await dialog.getByRole('button', { name: 'Check only' }).click();

  await expect(page.getByRole('heading', { name: 'november.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').getByText('Checked', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('No connection', { exact: true })).toBeVisible();
  await expect(page.getByText('Batches it would make')).toBeVisible();
  await inspect(page, 'a file that was only checked');

  await page.getByRole('button', { name: 'Send…' }).click();
  await expect(page.getByRole('dialog').getByText('There is no connection on this computer yet.')).toBeVisible();
  await page.getByRole('dialog').getByRole('link', { name: 'Connect to the service, to send them' }).click();
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank' });
  await expectState(page, 'november.jsonl', 'Checked');
  await inspect(page, 'a checked file in the queue');
  await rowOf(page, 'november.jsonl').getByRole('button', { name: 'Send…' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Send to Nordbank' })).toBeVisible();
  await inspect(page, 'send a checked file');
  await page.getByRole('dialog').getByRole('button', { name: 'Send to Nordbank' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expectState(page, 'november.jsonl', 'Done');
});

test('a file that is cut in other places is checked again, says so, and is then sent @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('november.jsonl')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Check only' }).click();
  await expect(page.getByRole('status').getByText('Checked', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Largest batch' }).click();
  await page.getByRole('option', { name: '100 MB' }).click();
  await dialog.getByRole('button', { name: 'Send to Nordbank' }).click();
  await expect(dialog.getByText('With another batch size it is cut in other places')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.jsonl', 'Done');
});

test('the findings of a file that was only checked are searched and fixed @night', async ({ page, writeExport }) => {
  const path = await writeExport('faulty.jsonl');
  await appendFile(path, '{"sender":1}\n');
  await dropFiles(page, [path]);
  await page.getByRole('dialog').getByRole('button', { name: 'Check only' }).click();
  await expect(page.getByRole('tab', { name: /Findings/, selected: true })).toBeVisible();
  await inspect(page, 'findings of a file that was only checked');
  await page.getByRole('link', { name: 'Correct…' }).click();
  await expect(page.getByText('1 faulty line stays to be corrected later.')).toBeVisible();
  // Nothing is sent of a file that no connection was chosen for.
  await page.getByRole('button', { name: /^Correct and add [1-9]/ }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'faulty.corrected.jsonl', 'Checked');
  await expectState(page, 'faulty.jsonl', 'Corrected');
  await openSubmission(page, 'faulty.corrected.jsonl');
  await expect(page.getByRole('button', { name: 'Send…' })).toBeVisible();
});
