/** @file What follows a preparation: its refused rows stay in sight, and its template is corrected until everything may go. */

import { writeFile } from 'node:fs/promises';
import type { PreparationDraft } from '../../src-shared/contract.ts';
import { csvOf, paymentRow, paymentTemplate } from '../prepare/exports.ts';
import { sendCommand } from './app/window.ts';
import { addConnection, expectState, goToPage, openSubmission, rowOf } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { beginPreparing } from './preparing/steps.ts';
import { expect, test } from './story.ts';

const draft: PreparationDraft = {
  template: paymentTemplate,
  split: { by: 'size', maxBytes: 1_000_000, maxTransactions: 1000, keepPayments: true },
  figures: [],
};
const options = { connection: 'Nordbank', onInvalid: 'stop', ingestValid: false, maxBatchBytes: 1_000_000 };

test('refused rows stay in sight, and a held file leads back to the cell and is replaced', async ({
  page,
  workplace,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  const path = `${workplace.folder}/november.csv`;
  const rows = [paymentRow(1), paymentRow(2, { amount: 'zwölf' }), paymentRow(3, { date: '01.01.2099' })];
  await writeFile(path, csvOf(rows));
  // What is decided there is another story.
  const prepare = async (more: object = {}) => {
    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0];
    // It is looked at first.
    await expect(() => sendCommand(page, 'preparations.prepare', { id, draft, options, ...more })).toPass();
  };
  await beginPreparing(page, [path], 'november.csv');
  await prepare();

  await goToPage(page, 'Queue');
  await expectState(page, 'november-001.jsonl', 'Held');
  await expect(rowOf(page, 'november-001.jsonl')).toContainText('1 row refused by the preparation');
  await inspect(page, 'queue with refused rows');
  await goToPage(page, 'Overview');
  const remark = '1 row of november.csv was refused by the preparation, and is not in these files.';
  await expect(page.getByRole('region', { name: 'What needs you' })).toContainText(remark);
  await inspect(page, 'overview with refused rows', bothAppearances);

  await goToPage(page, 'Queue');
  await openSubmission(page, 'november-001.jsonl');
  const notice = page.getByRole('alert', { name: 'Rows of the export are in none of the files' });
  await expect(notice).toContainText(remark);
  await expect(page.getByRole('button', { name: 'Save refused-rows-001.csv' })).toBeVisible();
  await page.getByRole('tab', { name: 'Findings' }).click();
  await page.getByRole('grid').getByText('row 4').first().click();
  await inspect(page, 'submission with refused rows', bothAppearances);

  await page.getByRole('button', { name: 'Change the template…' }).click();
  await expect(page.getByText('take the place of submission 1')).toContainText('row 4 of november.csv, column “date”');
  await inspect(page, 'preparation that replaces');
  await prepare({ draft: { ...draft, figures: [{ currency: 'EUR', count: 3 }] } });
  await expect(page.getByText('1 figure of the source system differs from what was prepared')).toBeVisible();
  await prepare({ draft: { ...draft, figures: [{ currency: 'EUR', count: 3 }] }, acceptsDifferences: true });
  await goToPage(page, 'Queue');
  const held = rowOf(page, 'november-001.jsonl').filter({ hasText: 'Held' });
  await expect(held).toHaveCount(1);
  await expect(rowOf(page, 'november-001.jsonl').filter({ hasText: 'Corrected' })).toHaveCount(1);

  await held.getByRole('link', { name: 'november-001.jsonl', exact: true }).press('Enter');
  await notice.getByRole('button', { name: 'Dealt with elsewhere…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Are these rows dealt with elsewhere?' });
  await inspect(page, 'refused rows settled elsewhere');
  await dialog.getByRole('button', { name: 'They are dealt with' }).click();
  await expect(dialog).toContainText('Say where these rows went');
  await dialog.getByRole('textbox').fill('Booked by hand in the core system.');
  await dialog.getByRole('button', { name: 'They are dealt with' }).click();
  await expect(notice).toBeHidden();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByText('Booked by hand in the core system.')).toBeVisible();
});
