/** @file The overview: pictures of what was sent, with the table behind each. */

import { addConnection, confirmSending, expectState, goToPage } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test('what was sent today stands in the pictures of the overview, and in the tables behind them', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await goToPage(page, 'Overview');
  await expect(page.getByText('Nothing was sent or found in this time.')).toBeVisible();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  for (const name of ['november.jsonl', 'december.jsonl']) {
    await dropFiles(page, [await writeExport(name)]);
    await confirmSending(page, 'Nordbank');
    await expectState(page, name, 'Done');
  }
  await goToPage(page, 'Overview');
  const batches = page.getByRole('region', { name: 'Batches by day', exact: true });
  await expect(batches.getByRole('img', { name: 'Batches by day: Processed, Refused, Failed, Sent' })).toBeVisible();
  await batches.getByText('Table', { exact: true }).click();
  await expect(batches.getByRole('row').last().getByRole('cell')).toHaveText(['2', '0', '0', '2']);
  await page.getByRole('combobox', { name: 'Time' }).selectOption('400 days');
  await expect(batches.getByRole('row')).toHaveCount(2);
});
