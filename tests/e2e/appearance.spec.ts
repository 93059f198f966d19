/** @file How every page looks where a person reads from right to left, has colours of their own, or wants less motion. */

import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { pages } from '../../src-shared/pages.ts';
import {
  addConnection,
  confirmForProduction,
  confirmSending,
  expectState,
  goToPage,
  openSubmission,
  rowOf,
} from './gestures.ts';
import { inspectLook } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

// The team has one only where a connection has a ledger.
const titles = pages.filter(({ page }) => page !== 'team').map(({ title }) => title);

test('every page works from right to left and in the colours of the system', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await dropFiles(page, [await writeExport('payments.jsonl'), faulty]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'faulty.jsonl', 'Held');
  await confirmForProduction(page, 'payments.jsonl');
  await expectState(page, 'payments.jsonl', 'Done');
  await rowOf(page, 'faulty.jsonl').press('Space');
  for (const name of titles) {
    await goToPage(page, name);
    if (name !== 'Queue') await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const look of ['rtl', 'forced colours'] as const) await inspectLook(page, name, look);
  }
  await goToPage(page, 'Queue');
  await openSubmission(page, 'faulty.jsonl');
  for (const look of ['rtl', 'forced colours'] as const) await inspectLook(page, 'held submission', look);
});

test('nothing moves by itself where less motion is asked for', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: [{ name: 'stall-put-after', bytes: 1_000_000 }] });
  await addConnection(page, tenant, { name: 'Nordbank' });
  const animations = () => page.evaluate(() => document.getAnimations().length);
  await dropFiles(page, [await writeExport('export.jsonl', { bytes: 16_000_000 })]);
  expect(await animations()).toBe(0);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Sending');
  expect(await animations()).toBe(0);
  await page.getByRole('button', { name: 'Commands' }).click();
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeFocused();
  expect(await animations()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await goToPage(page, 'Settings');
  await page.getByRole('radiogroup', { name: 'Light or dark' }).getByText('Dark').click();
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible();
  expect(await animations()).toBe(0);
});
