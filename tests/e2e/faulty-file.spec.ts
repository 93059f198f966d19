/** @file A faulty file: its findings, their places, and its result at the service. */

import { readFile, writeFile } from 'node:fs/promises';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, confirmSending, expectState, openSubmission, rowOf, sendFile } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('a faulty file is held, its findings lead to the faulty place, and are saved as a table', {
  tag: '@desktop',
}, async ({ app, page, workplace }) => {
  const path = `${workplace.folder}/faulty.jsonl`;
  const faults = await writeFaultySample(path);
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'faulty.jsonl');

  const missing = faults.filter(({ fault }) => fault === 'field.required');
  const [first] = missing.filter(({ field }) => field.includes('.'));
  await page.getByRole('button', { name: /^Error ?Missing field/ }).click();
  await expect(page.getByText(`${missing.length} findings`)).toBeVisible();
  await page
    .getByRole('grid', { name: 'Findings' })
    .getByRole('row', { name: new RegExp(`^${first?.line} `) })
    .click();
  await expect(page.getByRole('heading', { name: `Line ${first?.line}`, exact: true })).toBeVisible();

  // In a line with a wrong value, the value is marked.
  await page.getByRole('button', { name: 'Show all rules' }).click();
  await page.getByRole('button', { name: /^Error ?Wrong format/ }).click();
  const formats = faults.filter(({ fault }) => fault === 'field.format');
  await expect(page.getByText(`${formats.length} findings`)).toBeVisible();
  const format = formats.find(({ field }) => field === 'payment_source_country');
  await page
    .getByRole('grid', { name: 'Findings' })
    .getByRole('row', { name: new RegExp(`^${format?.line} `) })
    .click();
  const line = page.getByRole('region', { name: 'The line as it is in the file' });
  await expect(line.locator('mark')).toContainText('payment_source_country');

  const saved = await app.fileSavedBy(async () => {
    await page.getByRole('button', { name: 'Save findings' }).click();
    await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click();
  });
  expect(saved.name).toMatch(/faulty.*\.csv$/);
  const lines = saved.text.trim().split(/\r?\n/);
  for (const { line: number, fault } of faults) {
    expect(lines.some((row) => row.includes(fault) && new RegExp(`(^|[,;"])${number}([,;"]|$)`).test(row))).toBe(true);
  }
});

test('a file that was sent before is sent again only with a reason, which the history keeps @night', async ({
  page,
  writeExport,
}) => {
  await sendFile(page, await writeExport('january.jsonl', { seed: 7 }), 'Done');

  await sendFile(page, await writeExport('january again.jsonl', { seed: 7 }), 'Held');
  await page.getByRole('button', { name: 'Send anyway… january again.jsonl' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send january again.jsonl anyway?' });
  await expect(dialog.getByText('This file has been sent before')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send anyway' }).click();
  await expect(dialog.getByText('Say in a few words why it is sent again.').last()).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Why is it sent again?' }).fill('The provider asked for it, ticket 4711');
  await dialog.getByRole('button', { name: 'Send anyway' }).click();
  await expectState(page, 'january again.jsonl', 'Done');

  await openSubmission(page, 'january again.jsonl');
  await expect(page.getByText('Reason given: “The provider asked for it, ticket 4711”')).toBeVisible();
});

test('a batch that the service refuses has a report by line of the file, which can be searched and saved', async ({
  app,
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/refused.jsonl`;
  const faults = await writeFaultySample(path);
  await dropFiles(page, [path]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'refused.jsonl', 'Rejected');
  await expect(rowOf(page, 'refused.jsonl').getByRole('button', { name: /^Pause/ })).toBeHidden();

  await openSubmission(page, 'refused.jsonl');
  await page.getByRole('button', { name: 'Report of the service on batch 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report of the service on batch 1' });
  const table = dialog.getByRole('region', { name: 'What was found, by line of the file' });
  const missing = faults.find(({ fault, field }) => fault === 'field.required' && field === 'sender');
  const row = table.getByRole('row', { name: new RegExp(`^${missing?.line} both`) });
  await expect(row.getByText('Field required.')).toBeVisible();
  await row.getByRole('button').click();
  await expect(dialog.getByRole('heading', { name: `Line ${missing?.line}`, exact: true })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Search' }).fill('Several transactions');
  const shared = faults.filter(({ fault }) => fault === 'modification.duplicate');
  await expect(dialog.getByText(`${shared.length} lines`)).toBeVisible();
  const saved = await app.fileSavedBy(() => dialog.getByRole('button', { name: 'Save the table…' }).click());
  expect(saved.text).toContain('DUPLICATE_MODIFICATION_ID');
  await dialog.getByText('As it came').click();
  const report = await app.fileSavedBy(() => dialog.getByRole('button', { name: 'Save the report…' }).click());
  expect(report.text).toContain('MISSING_FIELD');
  expect(report.text.trim().split('\n').length).toBeGreaterThan(faults.length / 2);
  await dialog.getByRole('button', { name: 'Close the report' }).click();

  await page.getByRole('button', { name: 'Receipt of batch 1…' }).click();
  const receipt = await app.fileSavedBy(() => page.getByRole('button', { name: 'Save as JSON…' }).click());
  expect(receipt.text).toContain('VALIDATION_FAILED');
});

test('what a file says cannot hide, turn or control anything on a page', async ({ page, workplace, writeExport }) => {
  const [one = ''] = (await readFile(await writeExport('honest.jsonl'), 'utf8')).split('\n');
  const hostile = 'EUR\u202e \u0085\u200b';
  const faulty = JSON.stringify({ ...JSON.parse(one), payment_source_country: hostile, [`new ${hostile}`]: hostile });
  const path = `${workplace.folder}/hostile.jsonl`;
  await writeFile(path, `${faulty}\n`);
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'hostile.jsonl');
  await page.getByRole('grid', { name: 'Findings' }).getByRole('row', { name: /^1 / }).first().click();
  await expect(page.getByText('\\u202e').first()).toBeVisible();
  const texts = page.locator('body').evaluate((body) => body.textContent);
  expect(await texts).not.toMatch(/[\u0085\u200b\u202e]/);
});
