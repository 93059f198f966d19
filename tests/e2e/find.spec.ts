/** @file Where a modification id went, found in the window; and the question before ids go twice. */

import { readFile, writeFile } from 'node:fs/promises';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, sendFile } from './gestures.ts';
import { inspect, whatIsCutOff } from './inspection.ts';
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

test('a payment that was rejected and corrected has a paper that says so, at each place where it went', async ({
  app,
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const lines = [1, 2, 3].map((n) => sampleTransaction(randomNumbers(n)));
  const faulty = lines.with(1, { ...lines[1], payment_source_country: 'Sweden' });
  const path = `${workplace.folder}/south.jsonl`;
  await writeFile(path, faulty.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await dropFiles(page, [path]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'south.jsonl', 'Rejected');
  await openSubmission(page, 'south.jsonl');
  await page.getByRole('link', { name: 'Correct 3 rejected lines' }).click();
  await page.getByRole('button', { name: /^Use all sure proposals, for/ }).click();
  await page.getByRole('button', { name: /^Send 3 lines: / }).click();
  await expect(page.getByRole('heading', { name: 'south.corrected.jsonl', level: 1 })).toBeVisible();
  await goToPage(page, 'Queue');
  await expectState(page, 'south.corrected.jsonl', 'Done');

  const id = String(Object(lines[1]?.['modification'])['external_id']);
  await page.getByRole('searchbox', search).fill(id);
  const places = page.getByRole('table', { name: `Where ${id} went` });
  const first = places.getByRole('row', { name: /^south\.jsonl/ });
  await expect(first).toContainText('Rejected by the service');
  await expect(first).toContainText('Goes on as line 2 of south.corrected.jsonl');
  const second = places.getByRole('row', { name: /^south\.corrected\.jsonl/ });
  await expect(second.getByText('Accepted', { exact: true })).toBeVisible();
  await expect(second).toContainText('Was line 2 of south.jsonl before');
  await inspect(page, 'places of a corrected payment');
  await page.setViewportSize({ width: 320, height: 640 });
  // Once the window has its new size.
  await expect.poll(() => page.evaluate(whatIsCutOff), { timeout: 5000 }).toEqual([]);
  await first.getByRole('button', { name: 'Receipt of the payment, as line 2 of south.jsonl…' }).click();

  const dialog = page.getByRole('dialog', { name: `Receipt of the payment ${id}` });
  const sheet = dialog.frameLocator('iframe');
  await expect(sheet.locator('.outcome')).toContainText(
    /^Practice: The service rejected this payment at first \(line 2 of south\.jsonl\), and accepted it as corrected on .* \(line 2 of south\.corrected\.jsonl\)\.$/,
  );
  await expect.poll(() => page.evaluate(whatIsCutOff), { timeout: 5000 }).toEqual([]);
  const wide = await sheet.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(wide, 'the paper scrolls sideways').toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await inspect(page, 'receipt of a payment');
  const saved = await app.fileSavedBy(() => dialog.getByRole('button', { name: 'Save as JSON…' }).click());
  expect(JSON.parse(saved.text)).toMatchObject({ modificationId: id, places: [{ line: 2 }, { outcome: 'accepted' }] });
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
  await goToPage(page, 'Overview');
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByText(/^Nothing in these files went twice from this folder: /)).toBeVisible();
  await goToPage(page, 'Queue');
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
  // The figure to report has each payment once, at the top and in the table.
  await goToPage(page, 'Overview');
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByText(/^Accepted, each payment once: \d+ lines; /)).toBeVisible();
  const total = page.getByRole('table', { name: 'In total' });
  await expect(total.getByRole('row', { name: /^of these, accepted again later \d/ })).toBeVisible();
  await expect(total.getByRole('row', { name: /^Accepted, each payment once \d/ })).toBeVisible();
});
