/** @file Settings are stored as they change, and refused with a reason where they are invalid. */

import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, goToPage, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

test('the dark appearance survives a reload and a restart', async ({ app, page }) => {
  await goToPage(page, 'Settings');
  await page.getByRole('radiogroup', { name: 'Light or dark' }).getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // The mark beside the title fades; what is announced stays.
  await expect(page.locator('[aria-live="polite"]', { hasText: 'Saved' })).toHaveText('Saved');

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await app.end();
  const again = await app.open();
  await expect(again.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a rule set with a mistake is refused at its place, and a valid one is in use once its effect was seen', async ({
  page,
}) => {
  await goToPage(page, 'Settings');
  const section = page.getByRole('region', { name: 'Rules of the check' });
  await section.getByText('JSON', { exact: true }).click();
  const text = section.getByRole('textbox', { name: 'Rule set (JSON)' });
  await text.fill('{ "mainEntity": "nobody" }');
  await expect(section.getByText('There is 1 mistake.')).toBeVisible();
  await expect(section.getByText(/^mainEntity: /)).toBeVisible();
  await expect(section.getByRole('button', { name: 'Show the effect…' })).toBeDisabled();

  await text.fill('{ "mainEntity": "sender" }');
  await expect(section.getByText('Changed, and not in use yet.')).toBeVisible();
  // What is half made survives a reload, and is not in use.
  await page.reload();
  await expect(section.getByRole('radio', { name: 'The sender' })).toBeChecked();
  await section.getByRole('button', { name: 'Show the effect…' }).click();
  const dialog = page.getByRole('dialog', { name: 'What these rules change' });
  await expect(dialog.getByText(/^No file that was checked is still there/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Use them without knowing' }).click();
  await expect(section.getByText('Your own rules are in use.')).toBeVisible();
  // The mark beside the title fades; what is announced stays.
  await expect(section.locator('[aria-live="polite"]', { hasText: 'Saved' })).toHaveText('Saved');
  await page.reload();
  await expect(section.getByRole('radio', { name: 'The sender' })).toBeChecked();
});

test('the effect of other rules on the last file is shown before they are in use, and they can be taken back @night', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const path = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(path);
  await sendFile(page, path, 'Held');

  await goToPage(page, 'Settings');
  const section = page.getByRole('region', { name: 'Rules of the check' });
  await section.getByRole('combobox', { name: 'Severity of “Wrong format”' }).selectOption('warning');
  await section.getByRole('button', { name: 'Show the effect…' }).click();
  const dialog = page.getByRole('dialog', { name: 'What these rules change' });
  await expect(dialog.getByText(/^\d+ lines that are errors now become warnings: Wrong format$/)).toBeVisible();
  await expect(dialog.getByText(/^Line \d+: /)).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Use these rules' }).click();
  await expect(section.getByText('Your own rules are in use.')).toBeVisible();
  await section.getByText('Other rule sets').click();
  await section.getByRole('button', { name: 'Default rules' }).click();
  await section.getByRole('button', { name: 'Show the effect…' }).click();
  await expect(dialog.getByText(/^\d+ lines that are warnings now become errors: Wrong format$/)).toBeVisible();
});

test('a setting is found by another word for it, by keyboard, and its address leads to it', async ({ page }) => {
  await goToPage(page, 'Settings');
  const list = page.getByRole('navigation', { name: 'Sections of the settings' });
  const field = list.getByRole('textbox', { name: 'Find a setting' });
  await field.fill('bandwidth');
  await expect(list.locator('mark')).toHaveText('bandwidth');
  await expect(page.getByRole('region', { name: 'Network' })).toBeHidden();
  await field.press('ArrowDown');
  await expect(list.getByRole('link', { name: 'Sending' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/settings\/sending$/);
  await field.fill('zebra');
  await expect(page.getByText('No setting is called “zebra”, or something like it.')).toBeVisible();
  await field.press('Escape');
  await expect(page.getByRole('region', { name: 'Network' })).toBeVisible();
  await page.goto(`${page.url().split('#')[0]}#/settings/network`);
  await expect(list.getByRole('link', { name: 'Network' })).toHaveAttribute('aria-current', 'true');
});

test('in a browser, the choices about a watched folder become the command that a person types @night', async ({
  page,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Settings');
  const section = page.getByRole('region', { name: 'Watched folders' }).first();
  await expect(section.getByText('tranship watch add FOLDER --connection')).toBeVisible();

  await section.getByRole('textbox', { name: 'Path of the folder on this computer' }).fill('/exports of the bank/in');
  await section.getByText('Other users put files there, too').click();
  await section.getByLabel('Seconds without a change').fill('120');

  const command = "tranship watch add '/exports of the bank/in' --connection Nordbank --settle 120 --shared";
  await expect(section.getByText(command, { exact: true })).toBeVisible();
  await inspect(page, 'a watched folder in a browser');
});

test('a page begins at its top, wherever the last one was scrolled to', { tag: '@browser' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 240 });
  const place = page.locator('#page');
  const scrolled = () => place.evaluate(({ scrollTop }) => scrollTop);
  await goToPage(page, 'Settings');
  await expect(page.getByRole('radiogroup', { name: 'Light or dark' })).toBeAttached();
  await place.evaluate((element) => element.scrollTo(0, 100));
  expect(await scrolled()).toBe(100);
  await goToPage(page, 'Connections');
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  expect(await place.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeGreaterThan(0);
  expect(await scrolled()).toBe(0);
});
