/** @file Settings are stored as they change, and refused with a reason where they are invalid. */

import { goToPage } from './gestures.ts';
import { expect, test } from './story.ts';

test('the dark appearance survives a reload and a restart', async ({ app, page }) => {
  await goToPage(page, 'Settings');
  await page.getByRole('radiogroup', { name: 'Light or dark' }).getByText('Dark').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('region', { name: 'Appearance' }).getByText('Saved')).toBeVisible();

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await app.kill();
  const again = await app.open();
  await expect(again.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a rule set with a mistake is refused with a reason, and a valid one is stored', async ({ page }) => {
  await goToPage(page, 'Settings');
  const ruleSet = page.getByRole('textbox', { name: 'Rule set (JSON)' });
  await ruleSet.fill('{ "mainEntity": "nobody" }');
  await expect(page.getByText(/^Not saved yet\. The rule set cannot be used: /)).toBeVisible();
  await page.reload();
  await expect(ruleSet).toHaveValue('');

  await ruleSet.fill('{ "mainEntity": "sender" }');
  await expect(page.getByText('Your own rules are in use.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Rules of the check' }).getByText('Saved', { exact: true }),
  ).toBeVisible();
  await page.reload();
  await expect(ruleSet).toHaveValue('{ "mainEntity": "sender" }');
});
