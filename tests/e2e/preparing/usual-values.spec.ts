/** @file A value that is the same for all rows, chosen with the keyboard alone: it stays chosen, and its row in sight. */

import { writeFile } from 'node:fs/promises';
import { inspect } from '../inspection.ts';
import { expect, test } from '../story.ts';
import { beginPreparing } from './steps.ts';

const withoutRisk = [
  'Booking reference;Value date;Customer no;Counterparty;Amount;Currency;Country from;Country to',
  ...Array.from(
    { length: 3 },
    (_, at) => `BK-${at};0${at + 1}.10.2026 08:00;customer-009190${at};ACME ${at};4.272,45;EUR;DE;SE`,
  ),
].join('\n');

test('a risk is found by its meaning, and keys for the table leave it as it is', async ({ page, workplace }) => {
  const path = `${workplace.folder}/core.csv`;
  await writeFile(path, withoutRisk);
  await beginPreparing(page, [path], 'core.csv');
  await expect(page.getByText('3 rejected')).toBeVisible();
  const source = page.getByRole('button', { name: /^Where Receiver: Risk comes from/ });
  await source.focus();
  await page.keyboard.type('none of these');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(source).toBeVisible();
  await page.keyboard.press('F8');
  await expect(source).toBeFocused();
  await page.keyboard.type('low');
  await expect(page.getByRole('option')).toHaveText(['LOW · low']);
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  const field = page.getByRole('button', { name: /^Field for Receiver: Risk/ });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  const first = page.getByRole('row').nth(1);
  await expect(first).toContainText('LOW');
  await inspect(page, 'a usual value was chosen');
  // The list of values is used up: the arrows lead to other rows.
  await page.keyboard.press('F2');
  const text = page.getByRole('combobox', { name: /^Text for Receiver: Risk/ });
  await expect(text).toBeFocused();
  await text.fill('med');
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(field).toBeFocused();
  await expect(first).toContainText('MEDIUM');
  // It needs nothing any more, and keeps its place under the hand of the person.
  await page.getByRole('heading', { level: 1 }).click();
  await expect(first).toContainText('MEDIUM');
});
