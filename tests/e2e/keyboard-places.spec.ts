/** @file Where the keyboard is: few stops, one step for what is selected, and never lost once something is gone. */

import type { Page } from '@playwright/test';
import { transactionLine } from '../cli/transactions.ts';
import { addConnection, confirmSending, expectState, openFaults, openSubmission, rowOf } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

/** Presses Tab; what has the focus afterwards, by its role or kind and its words. */
async function tab(page: Page): Promise<string> {
  await page.keyboard.press('Tab');
  return await page.evaluate(() => {
    const at = document.activeElement;
    const words = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    return `${at?.tagName.toLowerCase()} ${at?.hasAttribute('data-submission') ? 'of a submission' : words}`;
  });
}

const ringOfFocus = (page: Page) =>
  page.evaluate(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
    return `${outlineStyle} ${outlineWidth}`;
  });

/** What the frame draws around a page. */
const ringOfPlace = (main: Element) => getComputedStyle(main.parentElement ?? main, '::after').content;

test.describe('in a queue of three files', () => {
  test.beforeEach(async ({ page, startTenant, writeExport }) => {
    await addConnection(page, await startTenant(), { name: 'Nordbank' });
    for (const name of ['one.jsonl', 'two.jsonl', 'three.jsonl']) {
      await dropFiles(page, [await writeExport(name)]);
      await confirmSending(page, 'Nordbank');
    }
    for (const name of ['one.jsonl', 'two.jsonl', 'three.jsonl']) await expectState(page, name, 'Done');
  });

  test('a key acts on what is selected; after a removal the next row has the keyboard, and Ctrl+Z takes it back', async ({
    page,
  }) => {
    // After "Check and send", the keyboard is at the list.
    await expect(rowOf(page, 'three.jsonl')).toBeVisible();
    await page.evaluate(() => document.getElementById('page')?.focus());
    await page.keyboard.press('ControlOrMeta+A');
    await expect(page.getByRole('region', { name: '3 selected' })).toBeVisible();
    expect(await page.evaluate(() => `${getSelection()}`)).toBe('');
    await rowOf(page, 'three.jsonl').press('Escape');
    await rowOf(page, 'two.jsonl').press(' ');
    await rowOf(page, 'one.jsonl').press(' ');

    await rowOf(page, 'three.jsonl').press('Delete');
    const question = page.getByRole('dialog', { name: 'Remove 2 submissions from the list?' });
    await question.getByRole('button', { name: 'Keep' }).press('Escape');
    await expect(question).toBeHidden();
    await expect(rowOf(page, 'three.jsonl')).toBeFocused();

    await rowOf(page, 'one.jsonl').press(' ');
    await rowOf(page, 'three.jsonl').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'two.jsonl')).toBeHidden();
    await expect(rowOf(page, 'one.jsonl')).toBeFocused();
    expect(await ringOfFocus(page)).toBe('solid 2px');
    await expect(page.getByText('two.jsonl was removed from the list.')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(rowOf(page, 'two.jsonl')).toBeFocused();

    // The next page has the focus without a ring around all of it, which its first control shows. There, Ctrl+A marks nothing.
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
    await expect(page.locator('#page')).toBeFocused();
    for (const look of ['none', 'active'] as const) {
      await page.emulateMedia({ forcedColors: look });
      expect(await ringOfFocus(page)).toMatch(/^none /);
      expect(await page.locator('#page').evaluate(ringOfPlace)).toBe('none');
    }
    await page.emulateMedia({ forcedColors: 'none' });
    await page.keyboard.press('Tab');
    expect(await ringOfFocus(page)).toBe('solid 2px');
    await page.keyboard.press('ControlOrMeta+A');
    expect(await page.evaluate(() => `${getSelection()}`)).toBe('');
  });

  test('the first row is a few stops away: what belongs together is one, with arrows', async ({ page }) => {
    // The arrows enter the list at once.
    await page.evaluate(() => document.getElementById('page')?.focus());
    await page.keyboard.press('End');
    await expect(rowOf(page, 'one.jsonl')).toBeFocused();
    // The way back from its page leads to it again.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'one.jsonl', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(rowOf(page, 'one.jsonl')).toBeFocused();
    await page.evaluate(() => document.getElementById('page')?.focus());
    await page.keyboard.press('Home');
    await expect(rowOf(page, 'three.jsonl')).toBeFocused();
    await page.evaluate(() => document.getElementById('page')?.focus());
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, 'three.jsonl')).toBeFocused();
    await page.evaluate(() => document.getElementById('page')?.focus());
    const stops: string[] = [];
    while (stops.length < 12 && stops.at(-1) !== 'tr of a submission') stops.push(await tab(page));
    expect(stops.length).toBeLessThanOrEqual(8);
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'File', exact: true })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('button', { name: 'State', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'File', exact: true })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'File', exact: true })).toBeFocused();
    // A menu opens at its first item.
    await page.getByRole('button', { name: /^Order:/ }).press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
  });

  test('the menu of a row gives the keyboard back, also after its receipt; the keys of a page lead into it when it is shown', async ({
    page,
  }) => {
    const row = rowOf(page, 'two.jsonl');
    const menu = page.getByRole('menu', { name: 'What can be done' });
    for (const from of [row, row.getByRole('button').first(), row]) {
      await from.focus();
      await page.keyboard.press('Shift+F10');
      await expect(menu.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(from).toBeFocused();
    }
    await page.keyboard.press('Shift+F10');
    await menu.getByRole('menuitem', { name: 'Receipt of two.jsonl…' }).press('Enter');
    const receipt = page.getByRole('dialog', { name: 'Receipt of two.jsonl' });
    await expect(receipt.getByRole('button', { name: 'Print' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(receipt).toBeHidden();
    await expect(row).toBeFocused();

    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('g');
    await page.keyboard.press('q');
    await expect(row).toBeFocused();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page.getByRole('heading', { name: 'Prepare', level: 1 })).toBeVisible();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await expect(page.locator('#page').getByRole('button', { name: 'Choose exports…' })).toBeFocused();
  });

  test('Home and End open a tab as the arrows do; a receipt begins at Print, and its page keeps no keys', async ({
    page,
  }) => {
    await openSubmission(page, 'one.jsonl');
    await page.getByRole('tab', { name: 'Overview' }).press('End');
    await expect(page.getByRole('tab', { name: 'Batches' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Home');
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');

    await page.getByRole('button', { name: 'Receipt…' }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Print' })).toBeFocused();
    const sheet = dialog.locator('iframe');
    await expect(sheet.contentFrame().getByRole('heading', { level: 1 })).toBeVisible();
    const stops = [await tab(page), await tab(page), await tab(page), await tab(page)];
    expect(stops.filter((stop) => stop.startsWith('iframe'))).toEqual([]);
    await sheet.contentFrame().getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

test('all keys are seen at once in the usual window', async ({ page }) => {
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByText('All that can be done with it')).toBeInViewport({ ratio: 1 });
  for (const meaning of await dialog.locator('dt').all()) await expect(meaning).toBeInViewport({ ratio: 1 });
});

test('the kinds of faults are one stop; a faulty field shows the focus; Ctrl+Enter corrects and sends', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const lines = [
    transactionLine(),
    transactionLine().replace('"DE"', '"Sweden"'),
    transactionLine().replace('"EUR"', '"Euro"'),
  ];
  await openFaults(page, `${workplace.folder}/november.jsonl`, lines);
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' }).getByRole('listitem').getByRole('button');
  await expect(kinds).toHaveCount(2);
  await kinds.first().focus();
  await page.keyboard.press('End');
  await expect(kinds.last()).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(kinds.and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(kinds.and(page.locator(':focus'))).toHaveCount(0);

  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  await expect(page.locator('input[aria-invalid="true"]:focus')).toBeVisible();
  expect(await ringOfFocus(page)).toBe('solid 2px');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Use all sure proposals, for/ }).click();
  const send = page.getByRole('button', { name: /^(Correct and send|Send) / });
  await expect(send).toHaveAttribute('title', 'Ctrl+Enter');
  await expect(send).toBeEnabled();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
});
