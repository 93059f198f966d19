/** @file What is shown of a correction afterwards: what was changed, by form and by whom, on the page and on its receipt. */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const transaction = (n: number) => sampleTransaction(randomNumbers(n));

const modified = (n: number, change: object) => ({
  ...transaction(n),
  modification: { ...Object(transaction(n)['modification']), ...change },
});

const severalFaults = [
  transaction(1),
  { ...transaction(2), payment_source_country: 'Sweden' },
  { ...transaction(3), payment_source_country: 'Sweden' },
  modified(4, { created_at: '01.03.2024 10:00' }),
  modified(5, { created_at: '17.04.2024 11:30' }),
  modified(6, { amount: '1.249,50' }),
  modified(7, { amount: '312.800,75' }),
];

const codes = 'AT BE BG HR CY DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE NO IS CH GB'.split(' ');
const countries = new Intl.DisplayNames('en', { type: 'region' });
/** Each with the name of a country in the place of its code. */
const manyFaults = [
  transaction(1),
  ...codes.map((code, n) => ({ ...transaction(n + 2), payment_source_country: countries.of(code) })),
  ...codes.map((code, n) => ({ ...transaction(n + 100), payment_target_country: countries.of(code) })),
];

/** Corrects all that has a proposal; one line stays. */
async function sendCorrected(page: Page, path: string, faulty: readonly object[]): Promise<void> {
  await writeFile(path, `${faulty.map((one) => JSON.stringify(one)).join('\n')}\nno json\n`);
  await dropFiles(page, [path]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'november.jsonl', 'Held');
  await openSubmission(page, 'november.jsonl');
  await page.getByRole('link', { name: 'Correct…' }).click();
  await page.getByRole('button', { name: /^Use all sure proposals, for/ }).click();
  await page
    .getByRole('button', { name: `Send ${faulty.length} lines: ${faulty.length - 1} corrected, 1 unchanged` })
    .click();
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.corrected.jsonl', 'Done');
}

test('what was corrected is told by form, with who and when, and saved line by line', async ({
  app,
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendCorrected(page, `${workplace.folder}/november.jsonl`, severalFaults);
  await openSubmission(page, 'november.jsonl');
  await page.getByRole('tab', { name: 'What was corrected' }).click();
  const changes = page.getByRole('table', { name: 'What was corrected' });
  const row = (name: string) => changes.getByRole('row', { name }).filter({ hasText: /\d{1,2}:\d{2}/ });
  await expect(row('Date written in the required form e.g. 01.03.2024 10:00 2024-03-01T10:00:00 2')).toBeVisible();
  await expect(row('Written as a number e.g. “1.249,50” 1,249.50 2')).toBeVisible();
  await expect(row('Value replaced Sweden SE 2')).toBeVisible();
  await expect(changes.getByRole('row')).toHaveCount(4);
  await inspect(page, 'what was corrected');
  const table = await app.fileSavedBy(() => page.getByRole('button', { name: 'Save every change (CSV)…' }).click());
  expect(table.text.trim().split('\r\n')).toHaveLength(7);
  const list = await app.fileSavedBy(() =>
    page.getByRole('button', { name: 'Save the list of submission 2 (JSONL)…' }).click(),
  );

  // Its receipt stands in the window as it prints, with the same rows.
  await page.getByRole('button', { name: 'Receipt…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Receipt of november.jsonl' });
  const sheet = dialog.frameLocator('iframe');
  await expect(sheet.getByRole('heading', { name: 'Receipt of submission 1' })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Receipt of submission 1' })).toHaveCSS('font-size', '22.6667px');
  const form = /Written as a number Lines 6–7 \d+ \w+ \d{4}, [\d:]+ UTC\S* e\.g\. “1\.249,50” 1,249\.50 2/;
  await expect(sheet.getByRole('row', { name: form })).toBeVisible();
  // And each line by itself.
  await expect(
    sheet.getByRole('row', { name: /^7 Amount Written as a number “312\.800,75” 312,800\.75 / }),
  ).toBeVisible();
  await expect(sheet.getByText(createHash('sha256').update(list.text).digest('hex'))).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Print' })).toBeEnabled();
  await inspect(page, 'receipt as it prints');
  // The browser's own printing prints it, too, and not the page behind it.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-paper]');
  await expect(paper.getByRole('heading', { name: 'Receipt of submission 1' })).toHaveCSS('font-size', '22.6667px');
  await expect(dialog).toBeHidden();
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(paper).toHaveCount(0);
  await expect(dialog).toBeVisible();
});

test('of many changes the first are shown, and the others on demand; the receipt has all of them', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendCorrected(page, `${workplace.folder}/november.jsonl`, manyFaults);
  await openSubmission(page, 'november.jsonl');
  await page.getByRole('tab', { name: 'What was corrected' }).click();
  const rows = page.getByRole('table', { name: 'What was corrected' }).getByRole('row');
  await expect(rows).toHaveCount(1 + 50);
  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(rows).toHaveCount(1 + 60);
  await page.getByRole('button', { name: 'Receipt…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Receipt of november.jsonl' }).frameLocator('iframe');
  await expect(sheet.getByRole('row', { name: 'Value replaced' })).toHaveCount(60);
});
