/** @file What makes correcting quick: the keyboard, and what was decided about a value in an earlier file. */

import { transactionLine } from '../cli/transactions.ts';
import { addConnection, expectState, goToPage, openFaults } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

const nowhere = () => transactionLine().replace('"DE"', '"Atlantis"');

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('by keyboard, Tab leads from a value to its line, and the focus stays where a person works', async ({
  page,
  workplace,
}) => {
  const lines = [
    nowhere(),
    transactionLine().replace('"DE"', '"Sweden"'),
    transactionLine().replace('"DE"', '"Utopia"'),
  ];
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), ...lines]);
  await expect(page.getByRole('heading', { name: 'Correct', exact: true })).toBeVisible();
  const all = page.getByRole('button', { name: /^Use all sure proposals, for/ });
  await expect(all).toBeFocused();
  const utopia = page.getByRole('textbox', { name: 'Send Utopia as' });
  await page.getByRole('textbox', { name: 'Send Atlantis as' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(utopia).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Line 4' })).toBeVisible();
  await page.keyboard.press('Tab');
  const byHand = page.getByRole('button', { name: 'Correct this line by hand…' });
  await expect(byHand).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Line 4' })).toBeVisible();

  // The list of commands is called from a field, too, and gives the focus back.
  await utopia.focus();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(utopia).toBeFocused();

  await all.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('No sure proposal is left')).toBeVisible();
  const kind = page
    .getByRole('navigation', { name: 'Kinds of faults' })
    .getByRole('button', { name: /Source country/ });
  await expect(kind).toBeFocused();
});

test('every row is reached by keyboard, also after all proposals were used, and what cannot be read is not passed by', async ({
  page,
  workplace,
}) => {
  const amount = (said: string) => transactionLine().replace(/"amount":[^,]*/, `"amount":"${said}"`);
  const lines = ['5.996,07', '5.996,08', '1O5.20', '12,5OO', '3.450,8O'].map(amount);
  await openFaults(page, `${workplace.folder}/november.jsonl`, [...lines, '', transactionLine()]);
  const all = page.getByRole('button', { name: /^Use all sure proposals, for/ });
  await expect(all).toHaveText('Use all sure proposals, for 2 errors');
  const topOfKinds = async () =>
    (await page.getByRole('navigation', { name: 'Kinds of faults' }).getByRole('listitem').first().boundingBox())?.y;
  const before = await topOfKinds();
  await all.click();
  expect(await topOfKinds(), 'the kinds have not moved').toBe(before);
  // Once the hand is gone, no gap stays, and none comes back with it.
  await page.getByRole('heading', { name: 'Correct' }).hover();
  await expect.poll(topOfKinds).toBeLessThan(before ?? 0);
  const since = await topOfKinds();
  await page.getByRole('navigation', { name: 'Kinds of faults' }).hover();
  expect(await topOfKinds(), 'the kinds have not moved').toBe(since);
  await expect(page.getByRole('heading', { name: 'Line 3' })).toBeVisible();
  const values = page.getByRole('region', { name: 'Values' });
  await values.getByRole('button', { name: /^Leave 3 lines out/ }).focus();
  await page.keyboard.press('Tab');
  const first = page.getByRole('textbox', { name: 'Send 1O5.20 as' });
  await expect(first).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(values.getByRole('row', { name: /like 5.996,07/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');

  await page.keyboard.type('12,500');
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription('12,500 can be 12.50 or 12,500.00. Write 12.50 or 12500.');
  await inspect(page, 'a value that can be read in two ways');
  await first.fill('twelve');
  await page.keyboard.press('Enter');
  await expect(first).toHaveAccessibleDescription('“twelve” is no amount. Write it like 1249.50.');
  await first.fill('3450,8');
  await expect(values.getByText('3,450.80')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Send 12,5OO as' })).toBeFocused();
  await expect(first).toHaveValue('3450.80');

  await page.getByRole('button', { name: /blank/ }).click();
  await expect(values.getByText('You need not give a reason for blank lines')).toBeVisible();
  await values.getByRole('button', { name: 'Use', exact: true }).press('Enter');
  // There is nothing more to do in the row: it has the focus as a whole.
  await expect(values.getByRole('row', { name: /blank line/ })).toBeFocused();
});

test('by keyboard, arrows choose a kind as they choose a file of the queue, and Tab leads to what is to be decided', async ({
  page,
  workplace,
}) => {
  const amount = (said: string) => transactionLine().replace(/"amount":[^,]*/, `"amount":"${said}"`);
  const lines = [amount('5.996,07'), amount('5.996,08'), amount('18,500'), nowhere()];
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), ...lines]);
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  const values = page.getByRole('region', { name: 'Values' });
  const [amounts, countries] = [/^Amount/, /^Source country/].map((name) => kinds.getByRole('button', { name }));
  await amounts?.focus();
  await page.keyboard.press('ArrowDown');
  await expect(countries ?? kinds).toBeFocused();
  await expect(values.getByRole('textbox', { name: 'Send Atlantis as' })).toBeVisible();
  // Enter leads on to what is open there.
  await page.keyboard.press('Enter');
  await expect(values.getByRole('textbox', { name: 'Send Atlantis as' })).toBeFocused();
  await countries?.focus();
  await page.keyboard.press('ArrowUp');
  await expect(values.getByRole('row', { name: /like 5.996,07/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(values.locator('tr:has(:focus)')).toContainText('like 5.996,07');
  await amounts?.focus();

  await values.getByRole('button', { name: 'Use', exact: true }).first().press('Enter');
  await expect(values.getByRole('row', { name: /like 5.996,07/ })).toBeFocused();
  await inspect(page, 'a row that is settled has the focus');
  await page.keyboard.press('Tab');
  const reading = values.getByRole('combobox', { name: 'How 18,500 is read' });
  await expect(reading).toBeFocused();
  // The arrows are those of the choice itself.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(values.getByText('comma taken as thousands separator')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(reading.locator('option:checked')).toHaveText('18,500.00');
  await expect(values.locator('button:focus')).toHaveText('Use');
  await page.keyboard.press('Enter');
  await expect(kinds.getByRole('button', { name: /^Amount ✓ 3 done/ })).toBeVisible();
});

test('Alt and an arrow lead to the next kind that is open, which has the keyboard as well', async ({
  page,
  workplace,
}) => {
  const lines = [
    nowhere(),
    transactionLine().replace('"EUR"', '"Euro"'),
    transactionLine().replace(/"amount":[^,]*/, '"amount":"1O5.20"'),
  ];
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), ...lines]);
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  const buttons = kinds.getByRole('listitem').getByRole('button');
  await expect(buttons).toHaveCount(3);
  const expectAt = async (place: number) => {
    await expect(buttons.nth(place)).toBeFocused();
    await expect(kinds.locator('[aria-current="true"]')).toHaveCount(1);
    await expect(buttons.nth(place)).toHaveAttribute('aria-current', 'true');
  };
  await page.getByRole('button', { name: 'Correct this line by hand…' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expectAt(1);
  await page.keyboard.press('Alt+ArrowDown');
  await expectAt(2);
  await page.keyboard.press('Alt+ArrowDown');
  await expectAt(0);
  // Once the one below is done, it is passed by.
  await page.keyboard.press('Alt+ArrowUp');
  await expectAt(2);
  await page.getByRole('region', { name: 'Values' }).getByRole('textbox').fill('105.20');
  await page.keyboard.press('Enter');
  await expect(buttons.nth(2)).toHaveText(/✓ 1 done/);
  await page.keyboard.press('Alt+ArrowDown');
  await expectAt(0);
  await page.keyboard.press('Alt+ArrowUp');
  await expectAt(1);
});

test('what a person decided about a value in an earlier file is proposed again', async ({ page, workplace }) => {
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), nowhere()]);
  await page.getByRole('textbox', { name: 'Send Atlantis as' }).fill('AU');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Send 2 lines: 1 corrected, 1 unchanged' }).click();
  await expect(page.getByText('2 lines are in the corrected file: 1 corrected, 1 unchanged.')).toBeVisible();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.corrected.jsonl', 'Done');
  await openFaults(page, `${workplace.folder}/december.jsonl`, [nowhere(), nowhere()]);
  await expect(page.getByRole('textbox', { name: 'Send Atlantis as' })).toHaveValue('AU');
  await expect(page.getByText('as in submission 2', { exact: true })).toBeVisible();
  await inspect(page, 'a value that was decided before');
  await page.getByRole('button', { name: 'Use all sure proposals, for 2 errors' }).click();
  await expect(page.getByText('2 → 0 left')).toBeVisible();
});

test('what a person decided about a value in one field is offered in another, and used with one click', async ({
  page,
  workplace,
}) => {
  const both = () => nowhere().replace('"FR"', '"Atlantis"');
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), both(), both()]);
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  const values = page.getByRole('region', { name: 'Values' });
  const field = values.getByRole('textbox', { name: 'Send Atlantis as' });
  await kinds.getByRole('button', { name: /^Target country/ }).click();
  await field.fill('AU');
  await page.keyboard.press('Enter');
  // What has nothing to do any more stays where it was.
  const leave = values.getByRole('button', { name: /^Leave / });
  await expect(leave).toHaveAttribute('aria-disabled', 'true');
  await kinds.getByRole('button', { name: /^Source country/ }).click();
  await expect(field).toHaveValue('AU');
  await expect(values.getByText('as in Target country')).toBeVisible();
  await inspect(page, 'a value that was decided in another field');
  await expect(values.getByRole('row', { name: /Atlantis/ })).toHaveAttribute('data-open', 'true');
  await values.getByRole('button', { name: 'Use', exact: true }).click();
  await expect(page.getByText('4 → 0 left')).toBeVisible();
});

test('each line of a value is looked at', async ({ page, workplace }) => {
  await openFaults(page, `${workplace.folder}/november.jsonl`, [nowhere(), transactionLine(), nowhere(), nowhere()]);
  const look = page.getByRole('region', { name: 'Before and after' });
  const next = look.getByRole('button', { name: 'The next line with this fault' });
  await expect(look).toContainText('1 of 3');
  await next.click();
  await next.click();
  await expect(look.getByRole('heading', { name: 'Line 4' })).toBeVisible();
  await expect(look).toContainText('3 of 3');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await look.getByRole('button', { name: 'The line before with this fault' }).click();
  await expect(look.getByRole('heading', { name: 'Line 3' })).toBeVisible();
});

test('a city that is typed takes the place of the zone before it, whose list opens by itself for no one', async ({
  page,
  workplace,
}) => {
  const zoned = transactionLine().replace(/"created_at":"([^"]*)"/, '"created_at":"2026-11-23T10:00:00+02:00"');
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), zoned]);
  const zone = page.getByRole('combobox', { name: 'Zone of the times that are sent' });
  // Nothing is decided for a person: each zone makes other times.
  await expect(page.getByRole('button', { name: 'Use', exact: true })).toBeDisabled();
  await zone.click();
  await page.keyboard.type('stockh');
  await page.keyboard.press('Enter');
  await expect(zone).toHaveValue('Stockholm (Europe)');
  await expect(zone).toHaveAccessibleDescription('2026-11-23T10:00:00+02:00 → 2026-11-23T09:00:00');
  await zone.click();
  await page.keyboard.type('as wri');
  await page.keyboard.press('Enter');
  await expect(zone).toHaveAccessibleDescription('2026-11-23T10:00:00+02:00 → 2026-11-23T10:00:00');
  await page.getByRole('button', { name: 'Use', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'Values' }).getByRole('img', { name: 'Decided' })).toBeVisible();
  await expect(zone).toBeFocused();
  await expect(page.getByRole('listbox')).toBeHidden();
  await inspect(page, 'the zone of times, decided');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'UTC' })).toBeVisible();
  await page.keyboard.press('Escape');
});
