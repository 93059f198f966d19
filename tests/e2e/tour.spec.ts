/** @file The tour at the first start: beside the real things, never in their way, and never twice. */

import type { Page } from '@playwright/test';
import { confirmSending, goToPage, openSubmission, rowOf } from './gestures.ts';
import { expect, test } from './story.ts';

// As most people have it: the focus comes after what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const card = (page: Page) => page.getByRole('region', { name: /of 4:/ });

async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Leave out .*with-faults/ })
    .click();
  // The dialog comes first.
  await expect(card(page)).toBeHidden();
  await confirmSending(page, 'Practice');
}

test('four steps stand beside the real things, with the keyboard alone', async ({ page }) => {
  await practise(page);
  await expect(card(page)).toBeFocused();
  for (const title of ['1 of 4: Add files', '2 of 4: Follow each file', '3 of 4: See whether all is well']) {
    await expect(page.getByRole('region', { name: title })).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('region', { name: '4 of 4: Find everything' })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByRole('region', { name: '3 of 4: See whether all is well' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  // What had the focus is gone; the next Tab is on the page.
  await expect(page.locator('body')).not.toBeFocused();

  await page.reload();
  await expect(rowOf(page, 'practice-export-1.jsonl')).toBeVisible();
  await expect(card(page)).toBeHidden();
  await goToPage(page, 'Settings');
  await page.getByRole('button', { name: 'Show the tour' }).click();
  await expect(page.getByRole('region', { name: '1 of 4: Add files' })).toBeVisible();
});

test('it can be left at each of its steps', async ({ page }) => {
  await practise(page);
  for (const title of ['1 of 4: Add files', '2 of 4: Follow each file', '3 of 4: See whether all is well']) {
    await expect(
      page.getByRole('region', { name: title }).getByRole('button', { name: 'Skip the tour' }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(card(page)).toBeHidden();
});

for (const width of [1280, 640, 320])
  test(`no step covers the first row of the list, in a window ${width} wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await practise(page);
    await expect(rowOf(page, 'practice-export-1.jsonl')).toBeVisible();
    for (const step of [1, 2, 3, 4]) {
      await expect(page.getByRole('region', { name: `${step} of 4:` })).toBeVisible();
      await expect
        .poll(async () => {
          const [over, row] = await Promise.all([
            card(page).boundingBox(),
            page.locator('[data-submission]').first().boundingBox(),
          ]);
          if (over === null || row === null) return 'unseen';
          return over.y >= row.y + row.height || over.y + over.height <= row.y ? 'apart' : 'covered';
        })
        .toBe('apart');
      await page.getByRole('button', { name: step === 4 ? 'Done' : 'Next' }).click();
    }
  });

test('the window stays usable while the tour is shown', async ({ page }) => {
  await practise(page);
  await expect(card(page)).toBeVisible();
  await rowOf(page, 'practice-export-1.jsonl')
    .getByRole('link', { name: 'practice-export-1.jsonl', exact: true })
    .click();
  await expect(page.getByRole('region', { name: 'Details of practice-export-1.jsonl' })).toBeVisible();
  await expect(card(page)).toBeVisible();
  await page.locator('#page').focus();
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
});

test('on another page the tour has ended, and covers nothing there', async ({ page }) => {
  await practise(page);
  await expect(card(page)).toBeVisible();
  await openSubmission(page, 'practice-export-1.jsonl');
  await expect(card(page)).toBeHidden();
  await goToPage(page, 'Queue');
  await expect(rowOf(page, 'practice-export-1.jsonl')).toBeVisible();
  await expect(card(page)).toBeHidden();
});
