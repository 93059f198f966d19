/** @file The person's steps with submissions in the queue, one by one and in bulk. */

import { addConnection, confirmSending, expectState, LARGE, rowOf, sendFile, standstill } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

test('a submission is paused, resumed, cancelled, tried again, removed, and brought back', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl', { bytes: LARGE }), 'Sending');

  await page.getByRole('button', { name: 'Pause export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Paused');
  await page.getByRole('button', { name: 'Resume export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Sending');
  await page.getByRole('button', { name: 'Pause export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Paused');
  await page.getByRole('button', { name: 'Cancel… export.jsonl' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel export.jsonl?' });
  await expect(question.getByText('1 batch will not be sent.')).toBeVisible();
  await question.getByRole('button', { name: 'Keep going' }).click();
  await expectState(page, 'export.jsonl', 'Paused');
  await page.getByRole('button', { name: 'Cancel… export.jsonl' }).click();
  await question.getByRole('button', { name: 'Cancel sending' }).click();
  await expectState(page, 'export.jsonl', 'Cancelled');

  tenant.misbehave([]);
  await page.getByRole('button', { name: 'Try again export.jsonl' }).click();
  await expectState(page, 'export.jsonl', 'Done');
  await page.getByRole('button', { name: 'Remove export.jsonl' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();

  // Its address shows what it was, when it was removed, and the way back.
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/submission/1';
  });
  await expect(page.getByRole('heading', { name: 'export.jsonl' })).toBeVisible();
  await expect(page.getByText('This file was removed from the queue:')).toBeVisible();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('This file was removed from the queue:')).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Batches/ })).toBeVisible();
});

test('all selected submissions are paused, resumed, cancelled and removed at once', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant({ misfortunes: standstill }), { name: 'Nordbank' });
  const names = ['one.jsonl', 'two.jsonl', 'three.jsonl'];
  await dropFiles(page, await Promise.all(names.map((name) => writeExport(name, { bytes: LARGE }))));
  await confirmSending(page, 'Nordbank');
  for (const name of names) await expect(rowOf(page, name).getByText(/^(Sending|Waiting)$/)).toBeVisible();

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  const bar = page.getByRole('region', { name: '3 selected' });
  await bar.getByRole('button', { name: 'Pause (3)' }).click();
  for (const name of names) await expectState(page, name, 'Paused');
  await bar.getByRole('button', { name: 'Resume (3)' }).click();
  for (const name of names) await expect(rowOf(page, name).getByText('Paused', { exact: true })).toBeHidden();
  await bar.getByRole('button', { name: 'Cancel… (3)' }).click();
  await page
    .getByRole('dialog', { name: 'Cancel 3 submissions?' })
    .getByRole('button', { name: 'Cancel sending' })
    .click();
  for (const name of names) await expectState(page, name, 'Cancelled');
  await bar.getByRole('button', { name: 'Remove (3)' }).click();
  await page
    .getByRole('dialog', { name: 'Remove 3 submissions from the list?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();
});

test('the queue is searched, filtered and sorted', async ({ page, startTenant, writeExport }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('april.jsonl'), await writeExport('may.jsonl', { bytes: 90_000 })]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'april.jsonl', 'Done');
  await expectState(page, 'may.jsonl', 'Done');

  await page.getByRole('searchbox', { name: 'Find by name, folder or id' }).fill('apr');
  await expect(rowOf(page, 'may.jsonl')).toBeHidden();
  await expect(rowOf(page, 'april.jsonl')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('In progress').click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  const links = page.getByRole('grid', { name: 'Submissions' }).getByRole('link');
  await page.getByRole('button', { name: 'Order: Newest first' }).click();
  await page.getByRole('menuitem', { name: 'Largest first' }).click();
  await expect(links).toHaveText(['may.jsonl', 'april.jsonl']);
  await page.getByRole('button', { name: 'Order: Largest first' }).click();
  await page.getByRole('menuitem', { name: 'Name, A to Z' }).click();
  await expect(links).toHaveText(['april.jsonl', 'may.jsonl']);
});
