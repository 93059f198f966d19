/** @file A person finds the fault behind many findings: in groups, by searching, and by going to a line. */

import { writeFile } from 'node:fs/promises';
import { transactionLine } from '../cli/transactions.ts';
import { addConnection, openSubmission, sendFile } from './gestures.ts';
import { expect, test } from './story.ts';

/** One in the words of a person, forty times; another once. */
const swedish = () => transactionLine().replace('"DE"', '"Sweden"');
const euro = transactionLine().replace('"EUR"', '"Euro"');
const lines = [transactionLine(), ...Array.from({ length: 40 }, swedish), transactionLine(), euro];

test('a person opens a group of findings, searches, goes to a line, and finds all that again', async ({
  page,
  startTenant,
  workplace,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const path = `${workplace.folder}/faulty.jsonl`;
  await writeFile(path, `${lines.join('\n')}\n`);
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'faulty.jsonl');
  const groups = page.getByRole('list', { name: 'Groups of findings' });
  const grid = page.getByRole('grid', { name: 'Findings' });
  const search = page.getByRole('searchbox', { name: 'Search field, value or message' });
  const line = (number: number) => page.getByRole('heading', { name: `Line ${number}`, exact: true });

  await page.getByText('Grouped', { exact: true }).click();
  await expect(groups.getByRole('listitem')).toHaveCount(2);
  await expect(groups.getByRole('listitem').first()).toContainText('payment_source_country: “Sweden”');
  await expect(groups.getByRole('listitem').first()).toContainText('40 times');
  await expect(groups.getByRole('listitem').first()).toContainText('lines 2, 3, 4, 5, 6…');
  await search.fill('EURO');
  await expect(groups.getByRole('listitem')).toHaveCount(1);
  await search.fill('');
  await groups.getByRole('button', { name: /Sweden/ }).click();
  await expect(page.getByText('40 findings', { exact: true })).toBeVisible();

  await page.getByRole('textbox', { name: 'Go to line' }).fill('30');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(line(30)).toBeInViewport();
  const chosen = grid.getByRole('row', { selected: true });
  await expect(chosen).toBeInViewport();
  await expect(chosen.getByText('but is “Sweden”.')).toBeInViewport({ ratio: 1 });
  await page.getByRole('textbox', { name: 'Go to line' }).fill('43');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await expect(page.getByText('Line 43 has none of these findings; the nearest is in line 41.')).toBeVisible();

  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await openSubmission(page, 'faulty.jsonl');
  await expect(line(41)).toBeInViewport();
  await expect(chosen).toBeInViewport();

  await page.getByRole('button', { name: 'Back to the groups' }).click();
  await expect(groups.getByRole('listitem')).toHaveCount(2);
  await page.getByText('Every line', { exact: true }).click();
  await expect(page.getByText('41 findings', { exact: true })).toBeVisible();
  await search.fill('euro');
  await expect(page.getByText('1 finding', { exact: true })).toBeVisible();
  await search.fill('nowhere');
  await expect(page.getByText(/^No finding matches/)).toBeVisible();
});
