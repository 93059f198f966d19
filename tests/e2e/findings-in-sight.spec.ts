/** @file How much of the findings is in sight, as it is measured in the window; and that nothing is cut in a very narrow one. @browser */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { transactionLine } from '../cli/transactions.ts';
import { addConnection, goToPage, openSubmission, sendFile } from './gestures.ts';
import { whatIsCutOff } from './inspection.ts';
import { expect, test } from './story.ts';

const fileName = 'payments_of_the_northern_branches_2026-11-03_part2.jsonl';

/** Rows of findings that are seen as a whole: within the window, their table, and below its head and the line of the page. */
function rowsSeen(): number {
  const [main, grid] = ['main', '[role=grid]'].map((one) => document.querySelector(one));
  const [head, line] = [grid?.querySelector('thead'), main?.querySelector('header')];
  const boxes = [main, grid?.parentElement].map((one) => one?.getBoundingClientRect());
  const top = Math.max(...[head, line].map((one) => one?.getBoundingClientRect().bottom ?? 0));
  const bottom = Math.min(innerHeight, ...boxes.map((box) => box?.bottom ?? 0));
  const rows = [...(grid?.querySelectorAll('tbody tr') ?? [])].map((row) => row.getBoundingClientRect());
  return rows.filter((row) => row.height >= 24 && row.top >= top - 1 && row.bottom <= bottom + 1).length;
}

test.beforeEach(async ({ page, startTenant, workplace }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await writeFaultySample(`${workplace.folder}/${fileName}`, 30);
  await sendFile(page, `${workplace.folder}/${fileName}`, 'Held');
});

test('eighteen findings are seen at once, and four in a window of 640 × 400', async ({ page }) => {
  await openSubmission(page, fileName);
  const seen = () => page.evaluate(rowsSeen);
  await expect.poll(seen).toBeGreaterThanOrEqual(18);
  await page.getByRole('grid', { name: 'Findings' }).getByRole('row').nth(3).click();
  await expect(page.getByRole('heading', { name: /^Line \d/ })).toBeInViewport();
  await expect.poll(seen).toBeGreaterThanOrEqual(18);
  await page.setViewportSize({ width: 640, height: 400 });
  await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
  await expect.poll(seen).toBeGreaterThanOrEqual(4);
});

test('the name, the state and the main action stay in sight, on one line of 56 pixels, or below a name that is whole', async ({
  page,
}) => {
  for (const size of [
    { width: 1280, height: 800, most: 56 },
    { width: 640, height: 400, most: 56 },
    { width: 320, height: 640, most: 100 },
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await goToPage(page, 'Queue');
    await openSubmission(page, fileName);
    await page.setViewportSize(size);
    await page.getByRole('tab', { name: 'Overview' }).click();
    const main = page.locator('main');
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const line = main.locator('header').first();
    const [box, place] = [await line.boundingBox(), await main.boundingBox()];
    expect(box?.height).toBeGreaterThanOrEqual(56);
    expect(box?.height).toBeLessThanOrEqual(size.most);
    expect(box?.y).toBe(place?.y);
    const title = line.getByRole('heading', { name: fileName, level: 1 });
    await expect(title).toBeInViewport();
    // Whatever is cut of a name, its end is not.
    const isEndCut = title.locator('bdi, span').last();
    expect(await isEndCut.evaluate((end) => end.scrollWidth <= end.clientWidth)).toBe(true);
    await expect(line.getByText('Held')).toBeInViewport();
    await expect(line.getByRole('link', { name: 'Correct…' })).toBeInViewport({ ratio: 1 });
  }
});

test('the name of a field and what is wrong with it are whole, the name also beside the line of a finding', async ({
  page,
  workplace,
}) => {
  const partners = ['sending_partner', 'receiving_partner'].map((partner) =>
    JSON.stringify({ ...JSON.parse(transactionLine()), [partner]: { by_external_id: 5 } }),
  );
  await writeFile(`${workplace.folder}/partners.jsonl`, `${partners.join('\n')}\n`);
  await sendFile(page, `${workplace.folder}/partners.jsonl`, 'Held');
  await openSubmission(page, 'partners.jsonl');
  const grid = page.getByRole('grid', { name: 'Findings' });
  const over = ({ scrollHeight, clientHeight, scrollWidth, clientWidth }: Element) =>
    Math.max(scrollHeight - clientHeight, scrollWidth - clientWidth);
  for (const words of await grid
    .getByRole('row')
    .nth(1)
    .getByRole('gridcell')
    .last()
    .locator('span:not(.unseen)')
    .all())
    expect(await words.evaluate(over)).toBeLessThanOrEqual(1);
  await grid.getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { name: /^Line \d/ })).toBeInViewport();
  for (const width of [1280, 1000, 700]) {
    await page.setViewportSize({ width, height: 800 });
    const sentences = grid.getByText(/^“(Sending|Receiving) partner: Identifier, if known”/);
    await expect(sentences).toHaveCount(2);
    for (const sentence of await sentences.all())
      expect.soft(await sentence.evaluate(isNameWhole), `${width}: nothing of the name is cut`).toBe(true);
  }
});

/** Whether what stands in quotation marks is in sight: the sentence is cut behind it, if at all. */
function isNameWhole(sentence: Element): boolean {
  const { firstChild: text } = sentence;
  const name = document.createRange();
  if (text === null) return false;
  name.setStart(text, 0);
  name.setEnd(text, (text.textContent ?? '').indexOf('”') + 1);
  return name.getBoundingClientRect().right <= sentence.getBoundingClientRect().right;
}

async function expectNothingCut(page: Page): Promise<void> {
  expect(await page.evaluate(whatIsCutOff)).toEqual([]);
  expect(await page.evaluate(choicesCut)).toEqual([]);
}

/** Choices that are not seen as a whole in what holds them. */
function choicesCut(): string[] {
  return [...document.querySelectorAll('[role=radiogroup] label')].flatMap((choice) => {
    const [box, holder] = [choice, choice.closest('[role=radiogroup]')].map((one) => one?.getBoundingClientRect());
    const isIn =
      box !== undefined && holder !== undefined && box.right <= holder.right + 1 && box.left >= holder.left - 1;
    return isIn && box.right <= innerWidth ? [] : [choice.textContent];
  });
}

test('at a width of 320 nothing is cut, and nothing scrolls sideways', async ({ page }) => {
  await openSubmission(page, fileName);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const tab of ['Overview', 'Batches', 'Findings']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectNothingCut(page);
  }
  for (const fold of ['More', 'Filter']) await page.getByRole('button', { name: fold, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Send anyway…' })).toBeVisible();
  await expectNothingCut(page);
  await page.evaluate(() => location.assign('#/settings/appearance'));
  await expect(page.getByRole('radiogroup', { name: 'Light or dark' }).getByText('Dark')).toBeInViewport({ ratio: 1 });
  await expectNothingCut(page);
});
