/** @file What a window showed, and what had the focus, when its story failed: the machine may be gone before a person looks. */

import type { Page } from '@playwright/test';

const LIMIT_MS = 5000;

export async function printPage(page: Page): Promise<void> {
  if (page.isClosed()) return console.log('The page is closed.');
  const focused = page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? 'nothing');
  const shown = page.locator('body').ariaSnapshot({ timeout: LIMIT_MS });
  const parts = await Promise.allSettled([focused, shown]);
  const [focus, all] = parts.map((part) => (part.status === 'fulfilled' ? part.value : String(part.reason)));
  console.log(`The page when the story failed:\n${all}\nThe focus is on: ${focus}`);
}
