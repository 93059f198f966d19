/** @file Before files go to Production, a person sees what is in them, beside the last similar file, and confirms. */

import {
  addConnection,
  confirmForProduction,
  confirmSending,
  expectState,
  goToPage,
  rowOf,
  sendFile,
} from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test('what goes to Production is confirmed with its figures beside those of the last similar file', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', kind: 'Production' });
  await sendFile(page, await writeExport('payments 2026-10.jsonl', { seed: 1, bytes: 60_000 }), 'Held');
  expect(tenant.batches()).toHaveLength(0);
  await expect(page.getByText('A person has to confirm this file', { exact: true })).toBeVisible();
  await inspect(page, 'a file that waits to be confirmed');

  await rowOf(page, 'payments 2026-10.jsonl').getByRole('button', { name: 'Send…' }).click();
  const first = page.getByRole('dialog', { name: 'Send payments 2026-10.jsonl?' });
  await expect(first.getByRole('row', { name: /^Transactions/ })).toBeVisible();
  await expect(first.getByText('No similar file was sent over this connection before.')).toBeVisible();
  await inspect(page, 'before production for the first time');
  await first.getByRole('button', { name: 'Not yet' }).click();
  expect(tenant.batches()).toHaveLength(0);
  await confirmForProduction(page, 'payments 2026-10.jsonl');
  await expectState(page, 'payments 2026-10.jsonl', 'Done');

  await sendFile(page, await writeExport('payments 2026-11.jsonl', { seed: 2, bytes: 400_000 }), 'Held');
  await rowOf(page, 'payments 2026-11.jsonl').getByRole('button', { name: 'Send…' }).click();
  const next = page.getByRole('dialog', { name: 'Send payments 2026-11.jsonl?' });
  await expect(next.getByText(/^Last time: payments 2026-10.jsonl/)).toBeVisible();
  await expect(next.getByRole('alert')).toHaveText('Very different from last time. Check that this is the right file.');
  await expect(next.getByRole('row', { name: /^Transactions .* % more$/ })).toBeVisible();
  await inspect(page, 'before production beside the last time');
  await inspect(page, 'before production beside the last time', ['dark']);
  await next.getByRole('button', { name: 'Send', exact: true }).click();
  await expectState(page, 'payments 2026-11.jsonl', 'Done');
  expect(tenant.batches()).toHaveLength(2);
});

test('many files are confirmed together, with their figures added up, and so is one that was only checked @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', kind: 'Production' });
  const paths: string[] = [];
  for (let number = 1; number <= 3; number++) paths.push(await writeExport(`day ${number}.jsonl`, { seed: number }));
  await dropFiles(page, paths);
  await confirmSending(page, 'Nordbank');
  for (let number = 1; number <= 3; number++) await expectState(page, `day ${number}.jsonl`, 'Held');
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.getByRole('button', { name: 'Send… (3)' }).click();
  const question = page.getByRole('dialog', { name: 'Send 3 submissions?' });
  await expect(question.getByRole('row', { name: 'Files 3' })).toBeVisible();
  await inspect(page, 'before production several files');
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  for (let number = 1; number <= 3; number++) await expectState(page, `day ${number}.jsonl`, 'Done');
  expect(tenant.batches()).toHaveLength(3);

  // One that was only checked is confirmed, too.
  await dropFiles(page, [await writeExport('november.jsonl')]);
  await page.getByRole('dialog').getByRole('button', { name: 'Check only' }).click();
  // The queue, which is shown until then, has such a button as well.
  await expect(page.getByRole('heading', { name: 'november.jsonl', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Send…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send to Nordbank' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.jsonl', 'Held');
  expect(tenant.batches()).toHaveLength(3);
  await confirmForProduction(page, 'november.jsonl');
  await expectState(page, 'november.jsonl', 'Done');
});
