/** @file Where a modification id went, found in the window; and the question before ids go twice. */

import { readFile, writeFile } from 'node:fs/promises';
import { addConnection, confirmSending, expectState, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
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

test('a payment is found by its own id, which only the file has', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const file = await writeExport('march.jsonl');
  const payment = '0a8d6c1e-5b7f-4c3a-9f21-7d4e6b8c9a05';
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const own = JSON.stringify({ ...JSON.parse(lines[4] ?? ''), payment_external_id: payment });
  await writeFile(file, `${lines.with(4, own).join('\n')}\n`);
  await sendFile(page, file, 'Done');

  // The list of commands shows it at once, and Enter leads to all that is known of it.
  await page.locator('#page').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type(payment.toUpperCase());
  const first = page.getByRole('option').first();
  await expect(first).toHaveText(`Search for ${payment.toUpperCase()} in the queue and in the files`);
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('option', { name: 'march.jsonl, line 5' })).toContainText('Payment id (UUID)');
  await expect(page.getByText('No command and no file fits.')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', search)).toBeFocused();
  const places = page.getByRole('table', { name: `Where ${payment.toUpperCase()} went` });
  await expect(places.getByText('Payment id (UUID)', { exact: true })).toBeVisible();
  await expect(places.getByText('Accepted')).toBeVisible();
  await places.getByRole('button', { name: 'Show line 5' }).click();
  await expect(places.getByLabel('The line as it is in the file').getByText(payment).first()).toBeVisible();
  await inspect(page, 'an id found in a file');

  const other = payment.replace('0a8d', '1a8d');
  await page.getByRole('searchbox', search).fill(other);
  await expect(page.getByText('It is in none of the files themselves either.')).toBeVisible();
});

test('a file with transactions that went before waits for a reason', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const file = await writeExport('march.jsonl');
  await sendFile(page, file, 'Done');
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
