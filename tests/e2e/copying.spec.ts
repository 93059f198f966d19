/** @file What a copy button copies is on the clipboard; where it cannot be, the button says so. */

import type { Page } from '@playwright/test';
import { goToPage, standStill } from './gestures.ts';
import { expect, test } from './story.ts';

/** Pastes with the keyboard, which needs no permission. */
async function expectOnClipboard(page: Page, text: string): Promise<void> {
  const target = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')));
  await target.press('ControlOrMeta+V');
  await expect.poll(() => target.evaluate(({ value }) => value)).toBe(text);
  await target.evaluate((element) => element.remove());
}

test('a copy button copies, and says so to the eye and to screen readers', async ({ page, workplace }) => {
  await goToPage(page, 'Settings');
  await standStill(page);
  await page.getByRole('button', { name: 'Copy the path' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toHaveCount(1);
  await expectOnClipboard(page, workplace.home);
});

test('a copy button that cannot copy says so, and can be tried again where there is a clipboard', async ({ page }) => {
  await goToPage(page, 'Settings');
  await page.evaluate(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async () => {
      clipboard.writeText = write;
      throw new DOMException('Write permission denied.', 'NotAllowedError');
    };
  });
  await standStill(page);
  await page.getByRole('button', { name: 'Copy the path' }).click();
  await expect(page.getByRole('button', { name: 'Not copied' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'could not be copied' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Not copied' }).click();
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeVisible();

  // Some browsers have no clipboard for the page.
  await page.reload();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.getByRole('button', { name: 'Copy the path' }).click();
  await expect(page.getByRole('button', { name: 'Not copied' })).toBeVisible();
});
