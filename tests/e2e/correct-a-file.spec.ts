/** @file From a held file to a processed one, corrected in bulk in the window. */

import { writeFile } from 'node:fs/promises';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';
import { addConnection, expectState, goToPage, leaveLineOut, openSubmission, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

/** The same for the same number. */
const transaction = (n: number) => sampleTransaction(randomNumbers(n));

const modificationOf = (n: number): object => Object(transaction(n)['modification']);

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('a held file is corrected by its values, sent in three actions, and settled by the corrected one', async ({
  app,
  page,
  workplace,
}) => {
  const faulty = [
    transaction(1),
    { ...transaction(2), payment_source_country: 'Sweden' },
    { ...transaction(3), payment_source_country: 'Sweden', payment_target_country: 'de' },
    { ...transaction(4), modification: { ...modificationOf(4), created_at: '01.03.2024 10:00' } },
    { ...transaction(5), modification: { ...modificationOf(5), amount: '1.249,50' } },
  ];
  const path = `${workplace.folder}/november.jsonl`;
  await writeFile(path, `${faulty.map((one) => JSON.stringify(one)).join('\n')}\nno json\n`);
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'november.jsonl');
  await inspect(page, 'held file to correct');

  await page.getByRole('link', { name: 'Correct…' }).click();
  const kinds = page.getByRole('navigation', { name: 'Kinds of faults' });
  await expect(kinds.getByRole('button', { name: /Source country.*2 left.*not a code/ })).toBeVisible();
  const values = page.getByRole('region', { name: 'Values' });
  await expect(values.getByRole('textbox', { name: 'Send Sweden as' })).toHaveValue('SE');
  await inspect(page, 'faults of a file by kinds');

  // What can be pressed looks so, and says its keys.
  const right = page.getByRole('button', { name: 'Send the line that is right' });
  await expect(right).toHaveAttribute('data-variant', 'default');
  await expect(right.locator('kbd')).toHaveText(['Ctrl', 'Enter']);

  await page.getByRole('button', { name: 'Use all sure proposals, for 5 errors' }).click();
  await expect(kinds.getByRole('button', { name: /Source country ✓ 2 done/ })).toBeVisible();
  await expect(page.getByText('6 → 1 left')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Before and after' }).getByText('+ payment_source_country: "SE"'),
  ).toBeVisible();
  await expect(page.getByText(/^Checked at /)).toBeVisible();
  await inspect(page, 'faults of a file, corrected');

  await page.getByRole('button', { name: 'Other ways' }).click();
  const saved = await app.fileSavedBy(() =>
    page.getByRole('menuitem', { name: 'Save the steps as a recipe…' }).click(),
  );
  expect(JSON.parse(saved.text).steps).toContainEqual({
    step: 'replace',
    field: 'payment_source_country',
    from: 'Sweden',
    to: 'SE',
  });
  const send = page.getByRole('button', { name: 'Send 5 lines: 4 corrected, 1 unchanged' });
  await expect(send).toHaveAttribute('data-variant', 'filled');
  await send.click();

  await expect(page.getByRole('heading', { name: 'november.corrected.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByText('Made from submission 1: only its lines that were to be sent.')).toBeVisible();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.corrected.jsonl', 'Done');
  await expectState(page, 'november.jsonl', 'Corrected');
  await openSubmission(page, 'november.jsonl');
  await expect(page.getByText('The lines that were right are in submission 2.')).toBeVisible();
  const why = page.getByRole('table', { name: 'Not sent, and why' });
  await expect(why.getByRole('row', { name: /^Line: cannot be read 1 / })).toBeVisible();
  await inspect(page, 'corrected file', ['dark']);

  // What stayed faulty is a file of its own, and settles the first one when it is given up.
  await expect(page.getByText('The lines that stayed to be corrected are in submission 3.')).toBeVisible();
  await goToPage(page, 'Queue');
  await expectState(page, 'november.rest.jsonl', 'Held');
  // Before the others are removed, it is said that it stays.
  const tabs = page.getByRole('radiogroup', { name: 'Show' });
  await tabs.getByText('Done').click();
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await page.keyboard.press('Delete');
  const removing = page.getByRole('dialog', { name: 'Remove 2 submissions from the list?' });
  await expect(removing.getByText('november.rest.jsonl, with 1 open line, is not removed.')).toBeVisible();
  await inspect(page, 'before files are removed of which a rest stays');
  await removing.getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await tabs.getByText('All').click();
  await openSubmission(page, 'november.rest.jsonl');
  await expect(page.getByText('The rest of submission 1: the line that stayed to be corrected.')).toBeVisible();
  await expect(page.getByText('It corrects submission 1')).toBeHidden();
  // The bank looks for its lines by the numbers in its own file.
  await page.getByRole('link', { name: 'Correct…' }).click();
  await expect(values.getByRole('row', { name: /^Line 1 line 6 of november\.jsonl / })).toBeVisible();
  // Nothing of it can be saved: who gives it up says why.
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  await leaveLineOut(page, page.getByRole('button', { name: 'Leave this line out…' }));
  await page.getByRole('button', { name: 'Leave all lines out…' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel november.rest.jsonl?' });
  await expect(question.getByText('1 line of november.rest.jsonl is not sent.')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(question.getByText('Say in a few words why they are given up.')).toBeVisible();
  await inspect(page, 'why lines are given up');
  await question.getByRole('textbox', { name: 'Why are these lines given up?' }).fill('It is no payment.');
  await question.getByRole('button', { name: 'Cancel sending' }).click();
  await goToPage(page, 'Queue');
  await openSubmission(page, 'november.jsonl');
  await expect(
    why.getByRole('row', {
      name: 'Left out: given up 1 1 line without a readable amount',
    }),
  ).toBeVisible();
  await expect(page.getByText(/^1 with its correction, submission 3\. Decided by /)).toBeVisible();
  const leftOut = await app.fileSavedBy(() => page.getByRole('button', { name: 'Save the lines left out…' }).click());
  expect(leftOut.text).toBe('no json\n');
  const table = page.getByRole('button', { name: 'Save what was not sent (table)…' });
  expect((await app.fileSavedBy(() => table.click())).text).toMatch(
    /\r\n6,3,"given up; The line is not valid JSON: [^\r]*",It is no payment\.,,,,,,no json\r\n$/,
  );
});

// The file is chosen in the browser's dialog, which the desktop app does not have.
test('of a file corrected by hand, only what is missing is sent @night', { tag: '@browser' }, async ({
  page,
  workplace,
}) => {
  const faulty = [transaction(1), { ...transaction(2), payment_source_country: 'Sweden' }];
  const path = `${workplace.folder}/december.jsonl`;
  const corrected = `${workplace.folder}/december by hand.jsonl`;
  await writeFile(path, faulty.map((one) => JSON.stringify(one)).join('\n'));
  await writeFile(corrected, [transaction(1), transaction(2)].map((one) => JSON.stringify(one)).join('\n'));
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'december.jsonl');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add the corrected file…' }).click();
  await (await chooser).setFiles(corrected);
  const dialog = page.getByRole('dialog', { name: 'Add the corrected file for december.jsonl' });
  await expect(dialog.getByText('2 lines of 2 will be sent: 0 changed, 0 left out.')).toBeVisible();
  await inspect(page, 'corrected file to add');
  await dialog.getByRole('button', { name: 'Add and send' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'december.jsonl', 'Corrected');
  await expectState(page, 'december.corrected.jsonl', 'Done');
});
