/** @file Files that were just added: where the keyboard is, a mark that holds one, and a search that is still there. */

import { readFile, writeFile } from 'node:fs/promises';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('a byte order mark holds a file, and is dropped without touching anything else', async ({ page, writeExport }) => {
  const path = await writeExport('marked.jsonl');
  await writeFile(path, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), await readFile(path)]));
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'marked.jsonl');
  await expect(page.getByText('The file begins with a byte order mark (EF BB BF)').first()).toBeVisible();
  await page.getByRole('link', { name: 'Correct…' }).click();
  await expect(page.getByRole('button', { name: 'Correct and send', exact: true })).toBeDisabled();
  await page
    .getByRole('region', { name: 'Values' })
    .getByRole('row', { name: /Drop the byte order mark/ })
    .getByRole('button', { name: 'Use' })
    .click();
  await expect(page.getByText('1 → 0 left')).toBeVisible();
  await inspect(page, 'drop the byte order mark');
  await page.getByRole('button', { name: /^Send [1-9]/ }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'marked.corrected.jsonl', 'Done');
});

test('a search that is still there does not hide a new file without a word', async ({ page, writeExport }) => {
  await sendFile(page, await writeExport('march.jsonl'), 'Done');
  await page.getByRole('searchbox', { name: 'Find by name, folder or id' }).fill('march');
  await expect(page.getByText('the search hides')).toBeHidden();
  await goToPage(page, 'Overview');
  await dropFiles(page, [await writeExport('april.jsonl'), await writeExport('may.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expect(page.getByText('2 files added that the search hides')).toBeVisible();
  await expect(rowOf(page, 'april.jsonl')).toBeHidden();
  await inspect(page, 'files that the search hides');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expectState(page, 'april.jsonl', 'Done');
  await expect(page.getByText('the search hides')).toBeHidden();
});

test('what was just added has the keyboard, and stands beside the list where another file did', async ({
  page,
  writeExport,
}) => {
  await sendFile(page, await writeExport('march.jsonl'), 'Done');
  await expect(rowOf(page, 'march.jsonl')).toBeFocused();
  const details = (name: string) => page.getByRole('region', { name: `Details of ${name}` });
  await expect(details('march.jsonl')).toBeHidden();
  await rowOf(page, 'march.jsonl').click();
  await expect(details('march.jsonl')).toBeVisible();
  await sendFile(page, await writeExport('april.jsonl'), 'Done');
  await expect(rowOf(page, 'april.jsonl')).toBeFocused();
  await expect(details('april.jsonl')).toBeVisible();

  // From another page; of several, the first in the list.
  await goToPage(page, 'Overview');
  await dropFiles(page, [await writeExport('may.jsonl'), await writeExport('june.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expect(rowOf(page, 'june.jsonl')).toBeFocused();
  await expect(details('june.jsonl')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, 'may.jsonl')).toBeFocused();

  // Of many, which stand folded together, their row.
  await dropFiles(page, await Promise.all([1, 2, 3, 4, 5, 6].map((day) => writeExport(`july ${day}.jsonl`))));
  await confirmSending(page, 'Nordbank');
  await expect(page.locator('[data-group]').filter({ hasText: 'and 5 more' })).toBeFocused();
  await expect(details('july 6.jsonl')).toBeVisible();

  // What a person has closed stays closed.
  await page.getByRole('button', { name: 'Close the details' }).click();
  await sendFile(page, await writeExport('august.jsonl'), 'Done');
  await expect(rowOf(page, 'august.jsonl')).toBeFocused();
  await expect(details('august.jsonl')).toBeHidden();
});
