/** @file The overview: pictures of what was sent, with the table behind each. */

import type { Locator } from '@playwright/test';
import { addConnection, confirmSending, expectState, goToPage } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

/** The figures of the days in a table, added up: midnight may pass while a story runs. At most two days have any. */
async function sums(panel: Locator): Promise<number[]> {
  const days = await panel
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map(({ innerText }) => Number(innerText))),
    );
  const figures = days.filter(({ length }) => length > 0);
  expect(figures.length).toBeLessThanOrEqual(2);
  return figures.reduce((sum, day) => day.map((figure, at) => figure + (sum[at] ?? 0)), []);
}

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
  await expect(batches.getByRole('img', { name: 'Batches by day: Processed, Rejected, Failed, Sent' })).toBeVisible();
  await batches.getByText('Table', { exact: true }).click();
  await expect.poll(() => sums(batches)).toEqual([2, 0, 0, 2]);
  await page.getByRole('combobox', { name: 'Time' }).selectOption('400 days');
  await expect.poll(() => sums(batches)).toEqual([2, 0, 0, 2]);
});
