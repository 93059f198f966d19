/** @file A view of the queue: searched, filtered and sorted, kept in the address, and saved as a list. */

import { addConnection, confirmSending, expectState, openSubmission, rowOf } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('a clerk finds files by words, state, connection and day, and gets the same view back @night', async ({
  app,
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await addConnection(page, await startTenant(), { name: 'Nordbank UAT' });
  for (const [name, connection] of [
    ['march cards.jsonl', 'Nordbank'],
    ['april cards.jsonl', 'Nordbank UAT'],
    ['april loans.jsonl', 'Nordbank'],
  ] as const) {
    await dropFiles(page, [await writeExport(name)]);
    await page.getByRole('dialog').getByRole('combobox', { name: 'Send to' }).click();
    await page.getByRole('option', { name: `Test ${connection}`, exact: true }).click();
    await confirmSending(page, connection);
    await expectState(page, name, 'Done');
  }
  const links = page.getByRole('grid', { name: 'Submissions' }).getByRole('link', { name: /jsonl$/ });
  const hash = () => page.evaluate(() => location.hash);

  await page.getByRole('searchbox', { name: 'Find by name, folder or id' }).fill('CARDS april');
  await expect(links).toHaveText(['april cards.jsonl']);
  await expect.poll(hash).toBe('#/queue?search=CARDS+april');
  await page.getByRole('button', { name: 'Clear the search' }).click();

  // By keyboard alone.
  await page.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await expect(panel.getByRole('checkbox', { name: 'Done 3' })).toBeVisible();
  await panel.getByRole('checkbox', { name: /^Nordbank 2/ }).press('Space');
  await panel.getByRole('radio', { name: /^In the last 7 days/ }).press('Space');
  await panel.getByRole('checkbox', { name: /^Done/ }).press('Space');
  await inspect(page, 'queue with filters');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filter 3' })).toBeFocused();
  await expect(links).toHaveText(['april loans.jsonl', 'march cards.jsonl']);
  await page.getByRole('button', { name: 'Order: Newest first' }).click();
  await page.getByRole('menuitem', { name: 'Oldest first' }).click();
  await expect(links).toHaveText(['march cards.jsonl', 'april loans.jsonl']);
  await inspect(page, 'queue with chips');

  const saved = await app.fileSavedBy(async () => {
    await page.getByRole('button', { name: 'Save the list' }).click();
    await page.getByRole('menuitem', { name: 'As a table for Excel (CSV)' }).click();
  });
  const [head, first, second, ...rest] = saved.text.replace('\uFEFF', '').split('\r\n');
  expect(head).toContain('Submission,File,Folder,Connection,Tenant,State');
  expect([first, second].map((row) => row?.split(',')[1])).toEqual(['march cards.jsonl', 'april loans.jsonl']);
  // Below an empty row, what the list comes to.
  expect(rest[0]).toBe('');
  expect(rest[1]).toContain('Together, practice');

  // A reload, and the way back from a file, show the same.
  await page.reload();
  await expect(links).toHaveText(['march cards.jsonl', 'april loans.jsonl']);
  await openSubmission(page, 'april loans.jsonl');
  await page.goBack();
  await expect(links).toHaveText(['march cards.jsonl', 'april loans.jsonl']);
  await openSubmission(page, 'april loans.jsonl');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Queue' }).click();
  await expect(links).toHaveText(['march cards.jsonl', 'april loans.jsonl']);

  await page.getByRole('button', { name: 'Remove the filter “Connection: Nordbank”' }).click();
  await expect(links).toHaveText(['march cards.jsonl', 'april cards.jsonl', 'april loans.jsonl']);
  await page.goBack();
  await expect(links).toHaveText(['march cards.jsonl', 'april loans.jsonl']);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(links).toHaveCount(3);
  await expect.poll(hash).toBe('#/queue?order=added-ascending');

  // An address of another version, for a connection that is gone.
  await page.evaluate(() => location.replace('#/queue?state=lost&connection=Gone'));
  await expect(page.getByText('Nothing in the queue was added for the connection “Gone”.')).toBeVisible();
  await expect(page.getByText(/shows the list without it: state=lost/)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).last().click();
  await expect(rowOf(page, 'march cards.jsonl')).toBeVisible();
});
