/** @file Production and a test tenant side by side: distinguished by word, and no file reaches the wrong one. */

import { addConnection, confirmForProduction, confirmSending, expectState, goToPage, rowOf } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test('each file goes to its chosen tenant, and names the kind of tenant', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const production = await startTenant();
  const trial = await startTenant();
  await addConnection(page, production, { name: 'Nordbank', kind: 'Production' });
  await addConnection(page, trial, { name: 'Nordbank trial', kind: 'Test' });

  await goToPage(page, 'Connections');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Nordbank trial' }).getByText('Test', { exact: true }).first(),
  ).toBeVisible();
  await goToPage(page, 'Queue');

  await dropFiles(page, [await writeExport('real.jsonl')]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  await dialog.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: 'Production Nordbank' }).click();
  await expect(dialog.getByText('Send to PRODUCTION: Nordbank')).toBeVisible();
  await expect(dialog.getByText('These transactions will be monitored for real.')).toBeVisible();
  await confirmSending(page, 'Nordbank');

  await dropFiles(page, [await writeExport('trial.jsonl')]);
  await dialog.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: 'Test Nordbank trial' }).click();
  await expect(dialog.getByText('Send to TEST: Nordbank trial')).toBeVisible();
  await confirmSending(page, 'Nordbank trial');

  await confirmForProduction(page, 'real.jsonl');
  await expectState(page, 'real.jsonl', 'Done');
  await expectState(page, 'trial.jsonl', 'Done');
  await expect(rowOf(page, 'real.jsonl').getByRole('gridcell', { name: 'Production Nordbank' })).toBeVisible();
  await expect(rowOf(page, 'trial.jsonl').getByRole('gridcell', { name: 'Test Nordbank trial' })).toBeVisible();
  expect(production.batches()).toHaveLength(1);
  expect(trial.batches()).toHaveLength(1);
});
