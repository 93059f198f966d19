/** @file The overview: what needs a person leads to its next step, and the lines of a day stand in the picture and in a table. */

import { addConnection, expectState, goToPage, sendFile } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test('the lines that were accepted today stand in the picture of the overview, and in the table behind it', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Overview');
  await expect(page.getByRole('heading', { name: 'Nothing needs you' })).toBeVisible();
  const connections = page.getByRole('region', { name: 'Connections now' });
  await expect(connections.getByRole('listitem').filter({ hasText: 'Nordbank' })).toContainText(
    'Ready; nothing is under way',
  );
  await goToPage(page, 'Queue');
  await sendFile(page, await writeExport('november.jsonl'), 'Done');
  await goToPage(page, 'Overview');
  const perDay = page.getByRole('region', { name: 'Lines per day', exact: true });
  await expect(perDay.getByRole('img', { name: /: [1-9]\d* accepted, 0 rejected or faulty$/ })).toBeVisible();
  await perDay.getByRole('button', { name: 'As a table' }).click();
  const [whole, accepted, rejected] = await perDay.getByRole('row').last().getByRole('cell').allInnerTexts();
  expect([accepted, rejected]).toEqual([whole, '0']);
  // As the statement says it: how much has arrived, in money too.
  const today = page.getByRole('region', { name: 'Today', exact: true });
  const outcomes = await today.getByRole('row').allInnerTexts();
  await expect(page.getByRole('region', { name: 'Under way' })).toHaveText(/^Under way\s*Nothing is under way\.$/);
  await goToPage(page, 'Queue');
  const row = await page.getByRole('row', { name: /november\.jsonl/ }).innerText();
  const [sum, currency] = row.match(/([\d,.]+) ([A-Z]{3})/)?.slice(1) ?? [];
  expect(outcomes).toEqual([
    expect.stringMatching(new RegExp(`^Outcome\\s+Lines\\s+${currency}$`)),
    expect.stringMatching(new RegExp(`^Accepted\\s+${whole}\\s+${sum?.replaceAll('.', '\\.')}$`)),
  ]);
});

test('what needs a person leads from the overview to its next step, and to all of them', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('checked.jsonl')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Check only' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'checked.jsonl', 'Checked');
  await goToPage(page, 'Overview');
  const needs = page.getByRole('region', { name: 'What needs you' });
  await expect(needs.getByText(/^\d+ lines are checked, and not sent$/)).toBeVisible();
  // What to do first is the one filled button of the page.
  const first = needs.getByRole('button', { name: 'Send… checked.jsonl' });
  await expect(first).toBeVisible();
  const fill = await first.evaluate((button) => getComputedStyle(button).backgroundColor);
  const buttons = page.getByRole('main').locator('a, button');
  const fills = await buttons.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(fills.filter((one) => one === fill)).toHaveLength(1);
  await needs.getByRole('link', { name: 'All 1 in the queue' }).click();
  await expect(page.getByRole('radio', { name: 'Needs you 1' })).toBeChecked();
});
