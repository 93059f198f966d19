/** @file Without a mouse: every step with a file works with the keyboard alone. */

import type { Locator, Page } from '@playwright/test';
import { addConnection, expectState, rowOf } from './gestures.ts';
import { expect, test } from './story.ts';

// As most people have it: the focus comes after what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Tab');
        return await wanted.evaluate((element) => element === document.activeElement);
      },
      { intervals: [0], message: `Tab leads to ${wanted}` },
    )
    .toBe(true);
}

test('a file is added, opened, and cancelled with the keyboard alone', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  const bytes = 16_000_000;
  const tenant = await startTenant({ misfortunes: [{ name: 'stall-put-after', bytes: bytes / 16 }] });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();

  const asked = page.waitForEvent('filechooser');
  await tabTo(page, page.locator('#page').getByRole('button', { name: 'Choose files…' }));
  await page.keyboard.press('Enter');
  await (await asked).setFiles([
    await writeExport('first.jsonl', { bytes }),
    await writeExport('second.jsonl', { bytes }),
  ]);
  const confirm = page.getByRole('button', { name: 'Check and send to Nordbank' });
  await expect(page.getByRole('dialog', { name: 'Add 2 files' }).locator(':focus')).toBeVisible();
  await tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await expectState(page, 'first.jsonl', 'Sending');
  await expect(page.getByRole('dialog')).toBeHidden();
  // What was added has the keyboard: of several, the first in the list.
  await expect(rowOf(page, 'second.jsonl')).toBeFocused();

  await tabTo(page, page.getByRole('checkbox', { name: 'Select all that are shown' }));
  await tabTo(page, rowOf(page, 'second.jsonl'));
  const together = page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Hide the files of .* and 1 more$/ }) });
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(together).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'first.jsonl')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'first.jsonl', level: 1 })).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Back to the queue' }));
  await page.keyboard.press('Enter');
  await tabTo(page, rowOf(page, 'first.jsonl'));
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Keep going' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, 'first.jsonl')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Keep going' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expectState(page, 'first.jsonl', 'Cancelled');
});
