/** @file Every page, with what opens from it, in German: no text of it is English @browser */

import type { Page } from '@playwright/test';
import { pages } from '../../src-shared/pages.ts';
import { sendCommand } from './app/window.ts';
import { sendEachOutcome } from './each-outcome.ts';
import { englishAmong } from './german-texts.ts';
import { addConnection } from './gestures.ts';
import { readTexts } from './shown-texts.ts';
import { dropFiles, expect, test } from './story.ts';

const names = ['Zahlungen.jsonl', 'Altbestand.jsonl', 'Karten.jsonl'] as const;

test('nothing of any page is English in German @browser @night', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  test.slow();
  const [done, held, refused] = names;
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendEachOutcome(page, {
    done: await writeExport(done),
    held: `${workplace.folder}/${held}`,
    refused: `${workplace.folder}/${refused}`,
  });
  await sendCommand(page, 'settings.change', { language: 'de' });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');

  for (const name of pages.map((known) => known.page)) {
    // The team has one only where a connection has a ledger.
    if (name === 'team') continue;
    await goTo(page, name);
    await expect(page.locator(`nav a[href="#/${name}"]`)).toHaveAttribute('aria-current', 'page');
    await inspectWithDialogs(page, name, () => goTo(page, name));
  }
  for (const [place, fileName] of names.entries()) {
    const address = `submission/${place + 1}`;
    await goTo(page, address);
    await expect(page.locator('main h1')).toHaveText(fileName);
    await expect(page.getByRole('tab')).toHaveCount(3);
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click();
      const shown = await tab.textContent();
      await inspectWithDialogs(page, `${fileName}, ${shown}`, () => tab.click());
    }
  }
  await dropFiles(page, [await writeExport('Nachtrag.jsonl')]);
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'adding files');
});

async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${address}`);
}

/** A button whose name ends in three dots asks something first. */
async function inspectWithDialogs(page: Page, name: string, again: () => Promise<void>): Promise<void> {
  await inspect(page, name);
  const asking = page.locator('main').getByRole('button', { name: /…$/ });
  const labels = new Set(await asking.allTextContents());
  for (const label of labels) {
    const button = asking.filter({ hasText: label }).first();
    if (label === '' || !(await button.isEnabled())) continue;
    await button.click();
    await inspect(page, `${name}, ${label}`);
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await again();
  }
}

/** Inspects what is open; failures are collected. */
async function inspect(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect.soft(englishAmong(await page.evaluate(readTexts)), name).toEqual([]);
}
