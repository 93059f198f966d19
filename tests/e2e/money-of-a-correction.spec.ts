/** @file What a correction pays: seen before it goes, with one reason for all that decisions change, and amounts as people write them. */

import { transactionLine } from '../cli/transactions.ts';
import { addConnection, openFaults } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

const paying = (amount: string) => transactionLine().replace(/"amount":[^,}]*/, `"amount":${amount}`);
const { currency } = JSON.parse(transactionLine()).modification;

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('before it is sent, a correction says what it pays, and asks once why decisions change that', async ({
  page,
  workplace,
}) => {
  const lines = [paying('1200.1'), paying('"n/a"'), paying('"n/a"'), paying('"?"'), 'no json'];
  await openFaults(page, `${workplace.folder}/november.jsonl`, lines);
  const bar = page.getByRole('region', { name: 'Progress and sending' });
  await expect(bar).toContainText(`1 line · 1,200.10 ${currency}`);
  const values = page.getByRole('region', { name: 'Values' });
  await page
    .getByRole('navigation', { name: 'Kinds of faults' })
    .getByRole('button', { name: /Amount/ })
    .click();
  await values.getByRole('textbox', { name: 'Send n/a as' }).fill('5,50');
  await page.keyboard.press('Enter');
  await values.getByRole('textbox', { name: 'Send ? as' }).fill('7');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText(`4 lines · 1,218.10 ${currency}`);
  await expect(bar).toContainText('Nordbank');
  await expect(bar).toContainText('1 faulty line stays to be corrected later.');
  await inspect(page, 'what a correction pays');

  await page.keyboard.press('ControlOrMeta+Enter');
  const question = page.getByRole('dialog', { name: 'Why do these amounts or currencies change?' });
  await expect(question.getByRole('listitem')).toHaveText(['Amount: n/a → 5.50, 2 lines', 'Amount: ? → 7.00, 1 line']);
  await inspect(page, 'why money changes');
  const confirm = question.getByRole('button', { name: 'Send 4 lines: 3 corrected, 1 unchanged' });
  await confirm.click();
  await expect(question.getByText('Say in a few words why the amount changes.')).toBeVisible();
  await question.getByRole('button', { name: 'Go back' }).click();
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'Send 4 lines: 3 corrected, 1 unchanged' }).click();
  await question.getByRole('textbox').fill('The core system lost them.');
  await confirm.click();
  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
});

test('an amount with a decimal comma is a number once its field is left, and a person sees that', async ({
  page,
  workplace,
}) => {
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), paying('"n/a"')]);
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount modification.amount' });
  await amount.fill('3416,82');
  await amount.press('Tab');
  await expect(amount).toHaveValue('3416.82');
  await expect(page.getByText('“3416,82” is now the number 3416.82.')).toBeVisible();
  await expect(page.getByText('The check accepts this line.')).toBeVisible();
  // It may be one or the other: that is for a person to say.
  await amount.fill('1,234');
  await amount.press('Tab');
  await expect(amount).toHaveValue('1,234');
});

test('an amount that contradicts the monitoring amount beside it says so, and is written there, too', async ({
  page,
  workplace,
}) => {
  const { modification, ...others } = JSON.parse(transactionLine());
  const watched = { monitoring_amount: 10, monitoring_currency: currency };
  const line = JSON.stringify({ ...others, modification: { ...modification, amount: 'n/a', ...watched } });
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), line]);
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  const amount = page.getByRole('textbox', { name: 'Amount modification.amount', exact: true });
  const contradiction = page.getByText('Monitoring amount says 10.00 in the same currency.');
  await amount.fill('1260,00');
  await amount.press('Tab');
  await expect(contradiction).toBeVisible();
  await inspect(page, 'amounts that contradict each other');
  await page.getByRole('button', { name: 'Write 1,260.00 there, too' }).click();
  await expect(contradiction).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Monitoring amount modification.monitoring_amount' })).toHaveValue(
    '1260.00',
  );
});
