/** @file The service's rules: run for a day, followed to their end, and rerun for a past day. */

import type { Page } from '@playwright/test';
import { dayOf } from '../../src-shared/calendar-days.ts';
import { addConnection, goToPage, openSubmission, sendFile } from './gestures.ts';
import { expect, test } from './story.ts';

const newest = (page: Page) => page.getByRole('region', { name: 'Runs', exact: true }).getByRole('listitem').first();

test('rules run for a day, and a run is followed to its end with its refused rules', async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Rules');
  await expect(page.getByRole('cell', { name: 'Large single payment' })).toBeVisible();
  await page.getByLabel('Day of the transactions').fill('2025-11-04');
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('Rules for Tue, 4 Nov 2025')).toBeVisible();
  await expect(newest(page).getByText('Done', { exact: true })).toBeVisible();
  await expect(newest(page).getByText('3 rules accepted')).toBeVisible();
  await expect(
    newest(page).getByRole('row', { name: 'R-201 The rule is not scheduled for 2025-11-04.' }),
  ).toBeVisible();

  // The service refuses a second run unless it is forced.
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('Rejected', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Also rules that have already run for this day' }).check();
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('Done', { exact: true })).toBeVisible();
  await newest(page).getByText('The latest answer, unchanged').click();
  await expect(newest(page).getByRole('region', { name: 'The answer of the service' })).toContainText('COMPLETED');
});

test('only the chosen rules run, and after a rerun the button counts down instead of failing @night', async ({
  page,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Rules');
  await expect(page.getByRole('cell', { name: 'R-102' })).toBeVisible();
  await page.getByRole('radio', { name: 'Only these' }).check();
  await expect(page.getByRole('button', { name: 'Run the rules' })).toBeDisabled();
  await page.getByPlaceholder('Choose or type').click();
  await page.getByRole('option', { name: /^R-102/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('1 rule accepted')).toBeVisible();

  await page.getByRole('button', { name: 'Run again for a past day' }).click();
  // First what lasts for a minute only.
  await expect(page.getByRole('button', { name: /^Run again: in [01]:\d\d$/ })).toBeDisabled();
  await expect(newest(page).getByText('again for a past day')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run the rules' })).toBeEnabled();
});

test('a run continues while the page is reloaded, and one that could not be requested does not claim to', async ({
  page,
  startTenant,
}) => {
  const tenant = await startTenant({
    misfortunes: [{ name: 'service-status', status: 503, endpoint: 'rules-status' }],
  });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await goToPage(page, 'Rules');
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('Running', { exact: true })).toBeVisible();
  await page.reload();
  await expect(newest(page).getByText('Running', { exact: true })).toBeVisible();
  tenant.misbehave([]);
  await expect(newest(page).getByText('Done', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Runs', exact: true }).getByRole('heading', { level: 3 })).toHaveCount(
    1,
  );

  await tenant.goOffline();
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('Failed', { exact: true })).toBeVisible();
  // The line of the whole window says it of the connection, besides.
  await expect(page.locator('#page').getByText('The host cannot be reached')).toHaveCount(1);
  await expect(newest(page).getByText('Try again in a moment.')).toBeVisible();
});

test('a processed submission leads to its day, and shows the runs for it @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl'), 'Done');
  await openSubmission(page, 'export.jsonl');
  const days = await page.getByText(/ to \d+ \w+ \d{4} \(\d+ days with transactions\)/).textContent();
  const last = dayOf(Date.parse(/ to (.+) \(/.exec(days ?? '')?.[1] ?? ''));
  await page.getByRole('link', { name: /^Run the rules for/ }).click();
  await expect(page.getByLabel('Day of the transactions')).toHaveValue(last);
  await expect(page.getByText('After export.jsonl: its transactions are of')).toBeVisible();
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(newest(page).getByText('Done', { exact: true })).toBeVisible();

  await goToPage(page, 'Queue');
  await openSubmission(page, 'export.jsonl');
  const ran = page.getByRole('region', { name: 'Rule runs for this submission' });
  await expect(ran.getByText('Done', { exact: true })).toBeVisible();
});
