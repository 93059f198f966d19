/**
 * @file A page of the window that cannot be shown: the frame stays, and a person can try again. Only in a browser, where its
 * code comes over a network.
 */

import type { Page } from '@playwright/test';
import { goToPage } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

const historyCode = /\/assets\/history-page-[\w-]{8}\.js$/;

/** Opened again, so that no page was loaded beforehand. */
async function openWith(page: Page, prepare: () => Promise<unknown>): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await prepare();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
}

test('a page whose code does not arrive says so, and is shown once it arrives @browser', async ({ page }) => {
  await openWith(page, () => page.route(historyCode, (route) => route.abort()));
  await goToPage(page, 'History');
  const alert = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  await expect(alert).toBeVisible();
  await inspect(page, 'a page that could not be loaded');
  // The frame still leads to every other page.
  await goToPage(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await goToPage(page, 'History');
  await expect(alert).toBeVisible();

  await page.unroute(historyCode);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
  await expect(alert).toBeHidden();
});

test('a page that fails while it is shown leaves the rest of the window as it is @browser', async ({ page }) => {
  const broken = `export const HistoryPage = () => { throw new Error('This page is broken.'); };`;
  await openWith(page, () =>
    page.route(historyCode, (route) => route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: broken })),
  );
  await goToPage(page, 'History');
  const alert = page.getByRole('alert').filter({ hasText: 'This page cannot be shown' });
  await expect(alert).toBeVisible();
  await goToPage(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(alert).toBeHidden();

  await page.unroute(historyCode);
  await goToPage(page, 'History');
  await page.getByRole('button', { name: 'Reload the window' }).click();
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();
});
