/**
 * @file For people who use the keyboard, a screen reader, large letters, their own colours, less motion, or read from right
 * to left: what the other stories do not inspect.
 */

import type { Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import {
  addConnection,
  confirmForProduction,
  confirmSending,
  expectState,
  goToPage,
  openSubmission,
  type PageName,
  rowOf,
} from './gestures.ts';
import { bothAppearances, inspect, inspectLook } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const pages: PageName[] = [
  'Queue',
  'Prepare',
  'Overview',
  'History',
  'Transactions',
  'Rules',
  'Observe',
  'Connections',
  'Settings',
];

test('dialogs and states that no other story inspects', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  test.slow();
  await page.getByRole('button', { name: 'Start to practise' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Leave out .*with-faults/ })
    .click();
  await confirmSending(page, 'Practice');
  await expect(page.getByRole('region', { name: '1 of 4: Add files' })).toBeVisible();
  await inspect(page, 'tour', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: '1 of 4: Add files' })).toBeHidden();

  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  await dropFiles(page, [await writeExport('payments.jsonl')]);
  // The connection that was used last.
  await confirmSending(page, 'Practice');
  await expectState(page, 'payments.jsonl', 'Done');
  await rowOf(page, 'payments.jsonl').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('option').first()).toBeVisible();
  await inspect(page, 'commands', bothAppearances);
  const command = page.getByRole('combobox', { name: 'Type a command' });
  await expect(command).toBeFocused();
  await page.keyboard.type('pay');
  await expect(command).toHaveValue('pay');
  await inspect(page, 'commands that fit', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await inspect(page, 'shortcuts', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await openSubmission(page, 'payments.jsonl');
  await page.getByRole('button', { name: 'Receipt…' }).click();
  await expect(page.getByRole('dialog', { name: 'Receipt of payments.jsonl' })).toBeVisible();
  await inspect(page, 'receipt', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await inspect(page, 'removed with undo', bothAppearances);
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'Change the secret of Nordbank' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'new secret', bothAppearances);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change the secret of Nordbank' })).toBeFocused();
});

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
  for (const name of pages) {
    await goToPage(page, name);
    if (name !== 'Queue') await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    for (const look of ['rtl', 'forced colours'] as const) await inspectLook(page, name, look);
  }
  await goToPage(page, 'Queue');
  await openSubmission(page, 'faulty.jsonl');
  for (const look of ['rtl', 'forced colours'] as const) await inspectLook(page, 'held submission', look);
});

test('the keyboard focus is always seen, and never under a bar', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  test.slow();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const files = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => writeExport(`export ${seed}.jsonl`, { seed })));
  await dropFiles(page, files);
  await confirmSending(page, 'Nordbank');
  for (const seed of [1, 2, 3, 4, 5, 6]) await expectState(page, `export ${seed}.jsonl`, 'Done');
  await page.setViewportSize({ width: 640, height: 400 });
  await rowOf(page, 'export 6.jsonl').press('Space');
  const faults: string[] = [];
  for (const name of ['Queue', 'Connections', 'Settings', 'Rules'] as const) {
    if (name !== 'Queue') await goToPage(page, name);
    await page.locator('#page').focus();
    faults.push(...(await faultsOnTheWay(page, name)));
  }
  expect(faults).toEqual([]);
});

/** Presses Tab through the page; what had the focus unseen or covered. */
async function faultsOnTheWay(page: Page, name: string): Promise<string[]> {
  const faults: string[] = [];
  for (let stop = 0; stop < 60; stop++) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(whatHidesTheFocus);
    if (fault === 'end') break;
    if (fault !== undefined) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

/** Runs in the page. `end` once the focus has left the page. */
function whatHidesTheFocus(): string | undefined {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || !document.getElementById('page')?.contains(focused))
    return 'end';
  const label = focused instanceof HTMLInputElement ? focused.closest('div') : null;
  const words = focused.getAttribute('aria-label') ?? focused.textContent?.slice(0, 60) ?? '';
  // Mantine hides the input of a segmented control, and draws the focus around its label.
  const { left, top, width, height } = (
    focused.nextElementSibling instanceof HTMLLabelElement ? focused.nextElementSibling : focused
  ).getBoundingClientRect();
  if (width < 1 || height < 1) return `“${words}” has no size`;
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const),
  );
  const isSeen = points.some(([x, y]) => {
    const over = document.elementFromPoint(x, y);
    return over !== null && (focused.contains(over) || over.contains(focused) || label?.contains(over) === true);
  });
  if (!isSeen) return `“${words}” is covered`;
  const rings = [focused, focused.nextElementSibling, focused.parentElement].map((one) => one && getComputedStyle(one));
  const isRinged = rings.some(
    (style) =>
      style != null &&
      ((style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2) || isField(focused)),
  );
  return isRinged ? undefined : `“${words}” shows no focus`;

  /** A field shows it by its border. */
  function isField(element: Element): boolean {
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  }
}

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
