/** @file The window in the language of the browser, or in the one that is set. */

import { goToPage } from './gestures.ts';
import { expect, test } from './story.ts';

test('the language that is set loads the page again, and survives a restart', async ({ app, page }) => {
  await goToPage(page, 'Settings');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await page.getByRole('combobox', { name: 'Language of the window' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  await app.end();
  const again = await app.open();
  await expect(again.locator('html')).toHaveAttribute('lang', 'de');
});
