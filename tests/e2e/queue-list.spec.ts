/** @file The list of the queue: how many rows it shows, its order by the heads, and details beside it. */

import type { Locator, Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Submissions' });
const names = (page: Page): Locator => grid(page).locator('a[href^="#/submission/"][title$=".jsonl"]');
const pane = (page: Page, fileName: string): Locator => page.getByRole('region', { name: `Details of ${fileName}` });

/** How many rows are in sight as a whole. Measured at once: rows come and go while the list finds its size. */
async function wholeRows(page: Page): Promise<number> {
  return await grid(page).evaluate((list) => {
    const { bottom } = list.getBoundingClientRect();
    const rows = [...list.querySelectorAll('[data-submission]')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom + 1).length;
  });
}

/** What stands below the names and is seen in part. */
async function cutFigures(page: Page): Promise<(string | null)[]> {
  return await grid(page).evaluate((list) => {
    const isCut = (figure: Element) => {
      const [own, line] = [figure, figure.parentElement ?? figure].map((one) => one.getBoundingClientRect());
      return own !== undefined && line !== undefined && own.top < line.bottom - 1 && own.right > line.right + 1;
    };
    const figures = [...list.querySelectorAll('[data-submission] a[href] ~ span > *')];
    return figures.filter(isCut).map(({ textContent }) => textContent);
  });
}

test('the list shows twice as many submissions in compact rows, and the choice is kept @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const files = Array.from({ length: 22 }, (_, index) => writeExport(`part ${index + 1}.jsonl`, { bytes: 2000 }));
  await dropFiles(page, await Promise.all(files));
  // Sending so many takes more than a minute: the service gives only so many upload addresses in a time.
  await page.getByRole('dialog').getByRole('button', { name: 'Check only' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'part 22.jsonl', 'Checked');
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(11);
  await page.getByRole('radiogroup', { name: 'Height of the rows' }).getByTitle('Compact rows').click();
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(16);
  await page.setViewportSize({ width: 900, height: 600 });
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(8);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Compact rows' })).toBeChecked();
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(8);
});

test('the heads of the columns sort the list, as the choice beside the search does', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await dropFiles(page, [
    await writeExport('b.jsonl', { bytes: 90_000 }),
    await writeExport('c.jsonl', { bytes: 3000 }),
    await writeExport('a.jsonl', { bytes: 30_000 }),
  ]);
  await confirmSending(page, 'Nordbank');
  for (const name of ['a.jsonl', 'b.jsonl', 'c.jsonl']) await expectState(page, name, 'Done');
  const sorted = (column: string) => grid(page).getByRole('columnheader', { name: column });

  await sorted('Size').getByRole('button').click();
  await expect(sorted('Size')).toHaveAttribute('aria-sort', 'descending');
  await expect(sorted('File')).toHaveAttribute('aria-sort', 'none');
  await expect(names(page)).toHaveText(['b.jsonl', 'a.jsonl', 'c.jsonl']);
  await expect(page.getByRole('button', { name: 'Order: Largest first' })).toBeVisible();

  await sorted('File').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['a.jsonl', 'b.jsonl', 'c.jsonl']);
  await page.keyboard.press('Enter');
  await expect(sorted('File')).toHaveAttribute('aria-sort', 'descending');
  await expect(names(page)).toHaveText(['c.jsonl', 'b.jsonl', 'a.jsonl']);
});

test('details stand beside the list in a wide window, and follow the arrow keys', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('clean.jsonl'), 'Done');
  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await sendFile(page, faulty, 'Held');

  await rowOf(page, 'faulty.jsonl').getByRole('link', { name: 'faulty.jsonl', exact: true }).click();
  const held = pane(page, 'faulty.jsonl');
  await expect(held.getByText('Held', { exact: true })).toBeVisible();
  await expect(held.getByRole('button', { name: 'Send anyway…' })).toBeVisible();
  await expect(held.getByText('Wrong format')).toBeVisible();
  await expect(held.getByText('SHA-256', { exact: true })).toBeVisible();
  await expect(rowOf(page, 'faulty.jsonl')).toHaveAttribute('aria-current', 'true');
  // The least width in which both stand side by side.
  await page.setViewportSize({ width: 1200, height: 800 });
  await expect(held).toBeVisible();
  expect(await cutFigures(page)).toEqual([]);

  // Also from what stands in the row.
  await rowOf(page, 'faulty.jsonl').getByRole('checkbox').focus();
  await page.keyboard.press('ArrowDown');
  const done = pane(page, 'clean.jsonl');
  await expect(done.getByRole('table', { name: 'Batches of clean.jsonl' })).toBeVisible();
  await expect(held).toBeHidden();

  const edge = page.getByRole('separator', { name: 'Width of the details' });
  await edge.focus();
  const width = Number(await edge.getAttribute('aria-valuenow'));
  await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', String(width + 20));

  await done.getByRole('button', { name: 'Close the details' }).focus();
  await page.keyboard.press('Escape');
  await expect(done).toBeHidden();
  await expect(rowOf(page, 'clean.jsonl')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'clean.jsonl', level: 1 })).toBeVisible();
});

test('a submission opens on its page where the window is narrow, or where a person wants that @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('march.jsonl'), 'Done');
  const link = rowOf(page, 'march.jsonl').getByRole('link', { name: 'march.jsonl', exact: true });
  const title = page.getByRole('heading', { name: 'march.jsonl', level: 1 });

  await page.setViewportSize({ width: 1100, height: 800 });
  await expect(page.getByRole('button', { name: 'Show details beside the list' })).toBeHidden();
  await link.click();
  await expect(title).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Back to the queue' }).click();

  const beside = page.getByRole('button', { name: 'Show details beside the list' });
  await expect(beside).toHaveAttribute('aria-pressed', 'true');
  await beside.click();
  await link.click();
  await expect(title).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await expect(beside).toHaveAttribute('aria-pressed', 'false');
  await beside.click();
  await link.dblclick();
  await expect(title).toBeVisible();
  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await expect(pane(page, 'march.jsonl')).toBeVisible();
  await openSubmission(page, 'march.jsonl');
});

test('files that came together are one row that opens, and its steps are for all of them', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const files = Array.from({ length: 6 }, (_, index) => writeExport(`part ${index + 1}.jsonl`, { bytes: 2000 }));
  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await dropFiles(page, [...(await Promise.all(files)), faulty]);
  await confirmSending(page, 'Nordbank');
  const open = page.getByRole('button', { name: /^Show the files of / });
  const group = grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: / the files of / }) });
  await expect(group.getByText('Held: 1 of 7', { exact: true })).toBeVisible();
  await expect(group.getByText('Done 6', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(group.getByText('7 files')).toBeVisible();
  await expect(names(page)).toHaveCount(0);
  // A tab that hides one of them says so.
  const tabs = page.getByRole('radiogroup', { name: 'Show' });
  await tabs.getByText('Done').click();
  await expect(group.getByText('6 files')).toBeVisible();
  await expect(group.getByText('1 more in Needs you')).toBeVisible();
  await expect(group.getByText(/^Of all 7: 21 accepted\s· /)).toBeVisible();
  await inspect(page, 'a group of which a tab hides a part');
  await tabs.getByText('All').click();

  await group.focus();
  await page.keyboard.press('ArrowRight');
  await expect(names(page)).toHaveCount(7);
  await page.keyboard.press('ArrowRight');
  await expect(rowOf(page, 'faulty.jsonl')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(group).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(names(page)).toHaveCount(0);
  await expect(open).toHaveAttribute('aria-expanded', 'false');

  const search = page.getByRole('searchbox', { name: 'Find by name, folder or id' });
  await search.fill('part');
  await expect(names(page)).toHaveCount(6);
  await search.fill('faulty');
  await expect(names(page)).toHaveText(['faulty.jsonl']);
  await expect(group).toBeHidden();
  await search.fill('');

  await group.focus();
  await page.keyboard.press('Delete');
  // As the bar of the group offers: what has ended goes, and the one that has not stays.
  const removing = page.getByRole('dialog', { name: 'Remove 6 submissions from the list?' });
  await removing.getByRole('button', { name: 'Keep' }).click();
  await group.getByRole('button', { name: /^Remove \(6\)/ }).click();
  await removing.getByRole('button', { name: 'Remove' }).click();
  await expect(names(page)).toHaveText(['faulty.jsonl']);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(group.getByText('7 files')).toBeVisible();
  const together = page.getByRole('button', { name: 'Show together what came together' });
  await together.click();
  await expect(names(page)).toHaveCount(7);
  await page.reload();
  await expect(together).toHaveAttribute('aria-pressed', 'false');
  await expect(names(page)).toHaveCount(7);

  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.getByRole('button', { name: /^Remove \(6\)/ }).click();
  await page
    .getByRole('dialog', { name: 'Remove 6 submissions from the list?' })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(names(page)).toHaveText(['faulty.jsonl']);
  await expect(page.getByRole('checkbox', { name: 'Select faulty.jsonl' })).not.toBeChecked();
});

test('names show their end, and a corrected file stands below its correction without a further account', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const name = 'kontoumsaetze_privatkunden_filiale_nord_2026-11-03_part2.jsonl';
  await writeFaultySample(`${workplace.folder}/${name}`, 3);
  await sendFile(page, `${workplace.folder}/${name}`, 'Held');
  const link = rowOf(page, name).getByRole('link', { name, exact: true });
  await expect(link).toHaveAttribute('title', name);
  const seen = await link.getByText('_part2.jsonl').evaluate((end) => {
    const cell = end.closest('td')?.getBoundingClientRect();
    const { left, right } = end.getBoundingClientRect();
    return cell !== undefined && left >= cell.left && right <= cell.right;
  });
  expect(seen).toBe(true);
});

test('each action of a row has a key, which its menu shows', { tag: '@browser' }, async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await sendFile(page, faulty, 'Held');
  const row = rowOf(page, 'faulty.jsonl');

  await row.getByText('Held', { exact: true }).click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'What can be done' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    /^Open the page.*Enter$/,
    /^Correct….*C$/,
    /^See the errors.*E$/,
    /^Send anyway….*S$/,
    /^Cancel….*Delete$/,
    'Compare with the core system…',
  ]);
  await menu.getByRole('menuitem', { name: 'Cancel…' }).click();
  await page.getByRole('dialog', { name: 'Cancel faulty.jsonl?' }).getByRole('button', { name: 'Keep going' }).click();

  await row.focus();
  await page.keyboard.press('s');
  await page
    .getByRole('dialog', { name: 'Send faulty.jsonl anyway?' })
    .getByRole('button', { name: 'Do not send' })
    .click();
  // After a G, the letter is the way to a page.
  await row.focus();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await goToPage(page, 'Queue');
  await row.focus();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  // Also where the row has the keyboard only after the first of the two keys.
  await goToPage(page, 'Queue');
  await expect(page.locator('#page')).toBeFocused();
  await page.keyboard.press('g');
  await row.focus();
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  await goToPage(page, 'Queue');
  await row.focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { name: 'faulty.jsonl', level: 1 })).toBeVisible();
  // The page of the submission knows the same keys.
  await page.keyboard.press('c');
  await expect(page.getByRole('heading', { name: 'Correct', exact: true })).toBeVisible();
});
