/** @file From a report of the service to the fault of a line, and from a batch back to the findings in its lines. @browser */

import { writeFile } from 'node:fs/promises';
import { transactionLine } from '../cli/transactions.ts';
import { addConnection, confirmSending, expectState, openSubmission } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

/** Of six, the second and the fifth name a country in words, and the third a currency. */
const lines = [
  transactionLine(),
  transactionLine().replace('"DE"', '"Sweden"'),
  transactionLine().replace('"EUR"', '"Euro"'),
  transactionLine(),
  transactionLine().replace('"DE"', '"Norway"'),
  transactionLine(),
];

test('an entry of a report leads to its fault, and an accepted line is not sent alone', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const path = `${workplace.folder}/november.jsonl`;
  await writeFile(path, lines.join('\n'));
  await dropFiles(page, [path]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await page.getByRole('checkbox', { name: 'If the service finds errors, ask it to accept the valid lines' }).check();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'november.jsonl', 'Partially accepted');
  await openSubmission(page, 'november.jsonl');

  // From the batch to the findings in its lines: a rejected one may go alone.
  await page.getByRole('button', { name: 'Findings in lines 1 to 6' }).click();
  await expect(page.getByRole('heading', { name: 'Line 2', exact: true })).toBeVisible();
  await expect(page.getByText('Source country · payment_source_country').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send this line alone' })).toBeVisible();

  await page.getByRole('tab', { name: 'Batches' }).click();
  await page.getByRole('button', { name: 'Report of the service on batch 1' }).click();
  const report = page.getByRole('dialog', { name: 'Report of the service on batch 1' });
  const entry = report.getByRole('row', { name: /^5 both/ });
  await expect(entry.getByText('Source country', { exact: true })).toBeVisible();
  await expect(entry.getByText('The service: Must be a two-letter country code.')).toBeVisible();
  await entry.getByRole('link', { name: 'Correct line 5' }).click();

  await expect(page.getByRole('heading', { name: 'Correct', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Line 5', exact: true })).toBeVisible();
  await expect(page.getByRole('row', { selected: true })).toContainText('Norway');
  await page.getByRole('button', { name: /^Use all sure proposals, for/ }).click();
  await page.getByRole('button', { name: /^(Correct and send|Send) / }).click();
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();

  // What the correction has is not sent alone, and not corrected again.
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'november.jsonl', level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await page.getByRole('grid', { name: 'Findings' }).getByRole('row', { name: /^2 / }).click();
  await expect(page.getByRole('heading', { name: 'Line 2', exact: true })).toBeVisible();
  await expect(page.getByText('Rejected by the service', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Send this line alone' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Correct this line…' })).toBeHidden();
});
