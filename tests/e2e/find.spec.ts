/** @file Where a modification id went, found in the window; and the question before ids go twice. */

import { readFile, writeFile } from 'node:fs/promises';
import { addConnection, confirmSending, expectState } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

const search = { name: 'Find by name, folder or id' } as const;

test('a modification id is found with its file, line, batch and state', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const file = await writeExport('march.jsonl');
  await dropFiles(page, [file, await writeExport('april.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');
  await expectState(page, 'april.jsonl', 'Done');
  const id =
    /"modification":{"external_id":"([^"]+)/.exec((await readFile(file, 'utf8')).split('\n')[4] ?? '')?.[1] ?? '';

  await page.getByRole('searchbox', search).fill(id.toUpperCase());
  const places = page.getByRole('table', { name: `Where ${id.toUpperCase()} went` });
  await expect(places.getByRole('link', { name: 'march.jsonl' })).toBeVisible();
  await expect(places.getByRole('row')).toHaveCount(2);
  await expect(places.getByRole('row').nth(1)).toContainText(/\.jsonl #\d/);
  await places.getByRole('button', { name: 'Show line 5' }).click();
  const line = places.getByLabel('The line as it is in the file');
  await expect(line.getByText('Amount', { exact: true })).toBeVisible();
  await expect(line.getByText(id).first()).toBeVisible();
  const batchId = (await places.locator('.service-word').first().textContent()) ?? '';
  await places.getByRole('link', { name: 'march.jsonl' }).click();
  await expect(page.getByRole('heading', { name: 'march.jsonl' })).toBeVisible();

  await page.getByRole('link', { name: 'Queue' }).first().click();
  await page.getByRole('searchbox', search).fill(batchId);
  await expect(page.getByRole('table', { name: `Where ${batchId} went` }).getByText('The whole batch')).toBeVisible();
});

test('a file with transactions that went before waits for a reason', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const file = await writeExport('march.jsonl');
  await dropFiles(page, [file]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');
  const cut = file.replace('march', 'march-cut');
  await writeFile(cut, (await readFile(file, 'utf8')).trimEnd());
  await dropFiles(page, [cut]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march-cut.jsonl', 'Held');

  await page.getByRole('button', { name: 'Send anyway… march-cut.jsonl' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText(/were sent over this connection already, with .*march\.jsonl/)).toBeVisible();
  await question.getByRole('textbox').fill('The provider has lost them');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expectState(page, 'march-cut.jsonl', 'Done');
});
