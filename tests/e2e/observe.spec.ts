/** @file The service's observability data: requested, sorted, copied, and requested by another path. */

import { readFile } from 'node:fs/promises';
import { addConnection, expectOnClipboard, goToPage, paste } from './gestures.ts';
import { expect, test } from './story.ts';

test('an answer is a table that can be sorted, and shown as received', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const [first, second] = (await readFile(await writeExport('export.jsonl'), 'utf8')).split('\n');
  await goToPage(page, 'Send transaction');
  for (const line of [first ?? '', second ?? '']) {
    await page.getByRole('textbox', { name: 'The transaction (JSON)' }).fill(line);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Accepted.')).toBeVisible();
  }

  await goToPage(page, 'Observe');
  await page.getByRole('radio', { name: 'Transaction summary' }).check();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const table = page.getByRole('region', { name: 'The answer as a table' });
  const head = table.getByRole('columnheader', { name: 'transactions' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Copy as CSV' }).click();
  await expectOnClipboard(page, /\btransactions\b.*\n/);

  // Sent one by one, and in no file: the service has seen more.
  const compared = page.getByRole('region', { name: 'Received by the service, and sent from here' });
  await compared.getByRole('button', { name: 'Compare with what was sent' }).click();
  await expect(compared.getByText(/figures? differs?: see the last column/)).toBeVisible();
  await expect(compared.getByRole('columnheader', { name: 'Received by the service' })).toBeVisible();

  await page.getByText('Raw', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'The answer of the service' })).toContainText('"transactions"');
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('200', { exact: true })).toBeVisible();
});

test('a path can be corrected, has places to fill in, and is kept under a name @night', async ({
  page,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Observe');
  await page.getByRole('button', { name: 'Names and paths…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Names and paths of Nordbank' });
  await expect(dialog.getByText('gives no paths')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a path' }).click();
  await dialog.getByRole('textbox', { name: 'Name 7' }).fill('Nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Each entry needs a name and a path.')).toBeVisible();
  await paste(dialog.getByRole('textbox', { name: 'Path 7' }), '/api/nowhere');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('radio', { name: 'Nowhere' }).check();
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText(/404|does not exist|not found/i).first()).toBeVisible();

  await page.getByRole('radio', { name: 'One batch' }).check();
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeDisabled();
  await page.getByRole('textbox', { name: 'batch_id' }).fill('00000000-0000-4000-8000-000000000001');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText(/404|does not exist|not found/i).first()).toBeVisible();

  await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/api/observability/batches?state={state}');
  await page.getByRole('textbox', { name: 'Name for this path' }).fill('By state');
  await page.getByRole('button', { name: 'Save under this name' }).click();
  await expect(page.getByRole('radio', { name: 'By state' })).toBeChecked();
  await page.getByRole('textbox', { name: 'state', exact: true }).fill('ERROR & more');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByText('200', { exact: true })).toBeVisible();
});
