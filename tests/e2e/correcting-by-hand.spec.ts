/** @file Lines are corrected by hand beside the values of a file: as a form, with the keyboard, and taken back with the others. */

import { transactionLine } from '../cli/transactions.ts';
import { addConnection, openFaults } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

const nowhere = () => transactionLine().replace('"DE"', '"Atlantis"');
const nameless = transactionLine().replace(/"sender":\{[^}]*\}/, '"sender":{}');

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('a line is a form, whose faults stand first; the next line with the same fault follows', async ({
  page,
  workplace,
}) => {
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), nowhere(), nameless, nowhere()]);
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  await kinds.getByRole('button', { name: /Source country/ }).click();
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  const fields = page.getByRole('list', { name: 'Fields of line 2' });
  const first = fields.getByRole('listitem').first();
  await expect(first).toContainText('Source country');
  await expect(first).toContainText('“Source country” must be');
  await inspect(page, 'a line by hand');

  // The name of a country is enough.
  const country = fields.getByLabel(/^Source country/);
  await expect(country).toBeFocused();
  await country.fill('swed');
  await page.getByRole('option', { name: 'SE Sweden' }).click();
  await expect(country).toHaveValue('SE');
  await expect(page.getByText('The check accepts this line.')).toBeVisible();
  const next = page.getByRole('button', { name: 'Next: line 4' });
  await expect(next).toHaveAttribute('data-variant', 'filled');
  // One press saves, and leads to the same field of the next line.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Line 4', exact: true })).toBeVisible();
  await expect(page.getByText('4 → 3 left')).toBeVisible();
  await expect(page.getByLabel(/^Source country/)).toBeFocused();
  await expect(page.getByLabel(/^Source country/)).toHaveValue('Atlantis');

  // What was not saved is saved on the way out.
  // A whole name is its code once the field is left.
  await page.getByLabel(/^Source country/).fill('Finland');
  // The first one closes what is suggested.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.getByText('4 → 2 left')).toBeVisible();
  await expect(kinds.getByRole('button', { name: /Source country ✓ 2 done/ })).toBeVisible();
  // The value is done, without a decision about it.
  const values = page.getByRole('region', { name: 'Values' });
  await expect(values.getByRole('row', { name: /^Atlantis 2 done by hand Done/ })).toBeVisible();
  await expect(values.getByText('0 open')).toBeVisible();

  // A field that is missing is filled in.
  await kinds.getByRole('button', { name: /Sender/ }).click();
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  await page.getByLabel(/^Sender: Identifier, if known/).fill('NB-77');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText('4 → 0 left')).toBeVisible();
  await page.getByRole('button', { name: 'As JSON' }).click();
  await expect(page.getByRole('textbox', { name: 'The text of line 3' })).toContainText('"by_external_id": "NB-77"');

  // Each line is a step, and is taken back with the others; what stands on the screen follows.
  // One Escape closes one thing.
  await page.getByRole('button', { name: 'Undo an earlier step' }).click();
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.click();
  await expect(page.getByText('4 → 2 left')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'The text of line 3' })).toContainText('"sender": {}');
  await undo.click();
  await expect(page.getByText('4 → 3 left')).toBeVisible();
  await kinds.getByRole('button', { name: /Source country/ }).click();
  await expect(values.getByRole('row', { name: /^Atlantis 1 of 2/ })).toBeVisible();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByText('4 → 2 left')).toBeVisible();
});

test('with Ctrl+Enter, a number is typed into each line; it ends at the last, and never sends', async ({
  page,
  workplace,
}) => {
  const paying = (amount: string) => transactionLine().replace(/"amount":[^,}]*/, `"amount":${amount}`);
  const lines = [paying('"n/a"'), transactionLine(), paying('"?"'), paying('"none"')];
  await openFaults(page, `${workplace.folder}/november.jsonl`, lines);
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount modification.amount' });
  for (const [line, typed] of [
    [1, '11'],
    [3, '33'],
    [4, '44'],
  ] as const) {
    await expect(page.getByRole('heading', { name: `Line ${line}`, exact: true })).toBeVisible();
    await expect(amount).toBeFocused();
    await page.keyboard.type(typed);
    await page.getByRole('textbox', { name: 'Why do you change the amount' }).fill('The core system lost it.');
    await page.keyboard.press('ControlOrMeta+Enter');
  }
  await expect(page.getByText('No other line has this fault.')).toBeVisible();
  await expect(page.getByText('3 → 0 left')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('heading', { name: 'Line 4', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send 4 lines: 3 corrected, 1 unchanged' })).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo an earlier step' });
  await undo.click();
  await expect(page.getByRole('menuitem')).toHaveText(
    ['line 4', 'line 3', 'line 1'].map((step) => `Undo ${step}, by hand`),
  );
});

test('what is typed for a sender that is missing makes it a known one', async ({ page, workplace }) => {
  const missing = transactionLine().replace(/"sender":\{[^}]*\},?/, '');
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), missing, missing]);
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  await kinds.getByRole('button', { name: /Sender.*missing/ }).click();
  await page.getByRole('textbox', { name: 'Identifier of the sender' }).fill('4711');
  await inspect(page, 'the identifier of a sender that is missing');
  await page.keyboard.press('Enter');
  await expect(kinds.getByRole('button', { name: /Sender ✓ 2 done/ })).toBeVisible();
  await expect(page.getByText('+ sender.by_external_id: "4711"')).toBeVisible();
  await expect(kinds.getByRole('button', { name: /not an object|not a text/ })).toBeHidden();
});

test('Ctrl+Z in a field takes back what was typed and not saved, and then what was saved; a field is one stop, and removed with a key', async ({
  page,
  workplace,
}) => {
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), nowhere(), nowhere()]);
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  const country = page.getByLabel(/^Source country/);
  await expect(country).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator(':focus')).toHaveRole('textbox');
  await country.fill('SE');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText('2 → 1 left')).toBeVisible();
  await expect(country).toBeFocused();
  await country.fill('FI');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(country).toHaveValue('SE');
  await expect(page.getByText('Corrected and saved')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByText('2 errors left')).toBeVisible();
  await expect(country).toHaveValue('Atlantis');
  await expect(page.getByText('As it is in the file')).toBeVisible();

  // Removed, it can be filled in again; or, where it was not wrong, the next one is at hand.
  const amount = page.getByRole('textbox', { name: 'Amount modification.amount' });
  await amount.press('ControlOrMeta+Delete');
  await expect(amount).toBeHidden();
  await expect(page.getByRole('list', { name: 'Fields of line 2' }).locator('input:focus')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(amount).toBeVisible();
});

test('no proposal drops lines: duplicates are asked apart; Enter goes to the next row that is open', async ({
  page,
  workplace,
}) => {
  const twice = transactionLine();
  const named = (name: string) => transactionLine().replace('"DE"', `"${name}"`);
  const lines = [twice, twice, named('Sweden'), named('Sweden'), named('Atlantis'), named('Utopia'), named('Norway')];
  await openFaults(page, `${workplace.folder}/november.jsonl`, lines);
  const values = page.getByRole('region', { name: 'Values' });
  await values.getByRole('textbox', { name: 'Send Sweden as' }).press('Enter');
  await expect(values.getByRole('textbox', { name: 'Send Atlantis as' })).toBeFocused();
  await values.getByRole('textbox', { name: 'Send Utopia as' }).fill('GR');
  await values.getByRole('textbox', { name: 'Send Utopia as' }).press('Enter');
  await values.getByRole('textbox', { name: 'Send Atlantis as' }).fill('PT');
  await values.getByRole('textbox', { name: 'Send Atlantis as' }).press('Enter');
  await expect(values.getByRole('textbox', { name: 'Send Norway as' })).toBeFocused();

  await page.getByRole('button', { name: 'Use all sure proposals, for 1 error' }).click();
  await expect(page.getByText('7 → 2 left')).toBeVisible();
  // The form has the line of the file, and says what becomes of it.
  await values.getByRole('row', { name: /^Sweden/ }).click();
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  await expect(page.getByText('Sent as SE, as you decided for all lines')).toBeVisible();
  await inspect(page, 'a line by hand that is decided');
  await page.getByRole('button', { name: 'Done with this line' }).click();
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  await kinds.getByRole('button', { name: /used twice/ }).click();
  await expect(
    values.getByText('1 id is used more than once, in 2 lines. 1 line says the same as another and can be left out.'),
  ).toBeVisible();
  await inspect(page, 'duplicates of a file');
  await page.getByRole('button', { name: 'Leave out 1 duplicate' }).click();
  await expect(page.getByText('7 → 0 left')).toBeVisible();
  await expect(page.getByText('No line stays to be corrected, and 1 is left out.')).toBeVisible();
});
