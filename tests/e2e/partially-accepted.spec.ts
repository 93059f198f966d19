/** @file Lines that the service rejects: the row says how many, and three actions correct them and send them again. */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const transaction = (n: number) => sampleTransaction(randomNumbers(n));

/** Five transactions, of which the service accepts three. */
async function sendFaulty(page: Page, path: string): Promise<void> {
  const lines = [1, 2, 3, 4, 5].map((n) => ({
    ...transaction(n),
    ...(n > 3 && { payment_source_country: 'Sweden' }),
  }));
  await writeFile(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  await dropFiles(page, [path]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await page.getByRole('checkbox', { name: 'If the service finds errors, ask it to accept the valid lines' }).check();
  await confirmSending(page, 'Nordbank');
}

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('rejected lines are corrected and accepted with three actions', async ({ page, workplace }) => {
  await sendFaulty(page, `${workplace.folder}/november.jsonl`);
  await expectState(page, 'november.jsonl', 'Partially accepted');
  const row = rowOf(page, 'november.jsonl');
  await expect(row.getByText('3 accepted · 2 rejected')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Needs you 1' })).toBeAttached();
  await inspect(page, 'partially accepted in the queue', bothAppearances);

  // First action.
  await row.getByRole('link', { name: 'Correct 2 rejected lines november.jsonl' }).click();
  await expect(page.getByText('2 lines, 2 errors, 1 kind')).toBeVisible();
  // Second action.
  await page.getByRole('button', { name: 'Use all sure proposals, for 2 errors' }).click();
  await expect(page.getByText('2 → 0 left')).toBeVisible();
  // Third action.
  await page.getByRole('button', { name: 'Correct and send 2' }).click();

  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
  // Back at the page to correct, nothing can be sent again from there.
  await page.goBack();
  const already = page.getByRole('alert').filter({ hasText: 'It has been corrected already' });
  await expect(already.getByRole('link', { name: 'Open it' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Correct and send 2' })).toHaveCount(0);
  await goToPage(page, 'Queue');
  await expectState(page, 'november.corrected.jsonl', 'Done');
  await expectState(page, 'november.jsonl', 'Corrected');
  // One story, told once: all five lines are accepted.
  await expect(rowOf(page, 'november.corrected.jsonl').getByText('5 accepted', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'november.corrected.jsonl').getByRole('link', { name: 'With #1' })).toBeVisible();
  await expect(rowOf(page, 'november.jsonl').getByText(/\d (?:accepted|rejected)/)).toBeHidden();
  await expect(page.getByRole('radio', { name: 'Done 2' })).toBeAttached();

  await rowOf(page, 'november.jsonl').getByRole('link', { name: 'Corrected by november.corrected.jsonl' }).click();
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Accepted 2 [\d,.]+ EUR$/ })).toBeVisible();
  await expect(page.getByText('The bank’s file and its corrections together: 5 accepted.')).toBeVisible();
});

test('the page of a partially accepted file says what became of each line, and of each batch @night', async ({
  page,
  workplace,
}) => {
  await sendFaulty(page, `${workplace.folder}/december.jsonl`);
  await expectState(page, 'december.jsonl', 'Partially accepted');
  await openSubmission(page, 'december.jsonl');
  const account = page.getByRole('table', { name: 'What became of its lines' });
  await expect(account.getByRole('row', { name: /^Accepted 3\b/ })).toBeVisible();
  await expect(account.getByRole('row', { name: /^Rejected by the service 2\b/ })).toBeVisible();
  await expect(account.getByRole('row', { name: /^In the file 5\b/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Batches' }).getByText('2 rejected', { exact: true })).toBeVisible();
  await inspect(page, 'a partially accepted file', bothAppearances);

  await page.getByRole('link', { name: 'Correct 2 rejected lines' }).click();
  await expect(page.getByRole('heading', { name: 'Correct', level: 1 })).toBeVisible();
});
