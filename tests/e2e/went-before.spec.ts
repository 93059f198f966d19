/** @file Files of which something went before: what the dialog says of them, and how held ones are sent anyway. */

import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { transactionLine } from '../cli/transactions.ts';
import { addConnection, confirmSending, expectState, openSubmission, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('the dialog says what is in a file before it asks, and what of it went before', async ({ page, writeExport }) => {
  const march = await writeExport('march.jsonl', { bytes: 60_000 });
  await dropFiles(page, [march]);
  const first = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(first.getByText(/^\d+ lines · [\d,.]+ [A-Z]{3}/)).toBeVisible();
  await expect(first.getByText('went before')).toBeHidden();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');

  const april = march.replace('march', 'april');
  await writeFile(april, `${await readFile(march, 'utf8')}{}\n`);
  await dropFiles(page, [april]);
  const second = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(second.getByText(/ · \d+ errors?$/)).toBeVisible();
  await expect(second.getByText(/transactions went before: on .* with march\.jsonl \(submission 1\)/)).toBeVisible();
  await inspect(page, 'a file of which most went before');
  await second.getByRole('button', { name: 'Cancel' }).click();
});

test('files of one drop that are all held are sent anyway with one reason, and one of them with its own', async ({
  page,
  writeExport,
}) => {
  const march = await writeExport('march.jsonl', { bytes: 20_000 });
  await sendFile(page, march, 'Done');
  const copies = ['april', 'may'].map((month) => march.replace('march', month));
  for (const copy of copies) await copyFile(march, copy);
  await dropFiles(page, copies);
  await confirmSending(page, 'Nordbank');
  const sendAnyway = page.getByRole('button', { name: /^Send anyway… \(2\)/ }).first();
  await sendAnyway.click();
  const question = page.getByRole('dialog', { name: 'Send 2 submissions anyway?' });
  await question.getByRole('textbox', { name: 'Why are they sent anyway?' }).fill('The provider asked for both');
  await question.getByRole('textbox', { name: 'Another reason for may.jsonl' }).fill('A test of May');
  await inspect(page, 'held files that are sent anyway together');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(sendAnyway).toBeHidden();
  await openSubmission(page, 'may.jsonl');
  await expect(page.getByText('A test of May').first()).toBeVisible();
});

test('a reason that is given as files are added sends them without a stop', async ({ page, writeExport }) => {
  const march = await writeExport('march.jsonl', { bytes: 20_000 });
  await dropFiles(page, [march]);
  const reasonField = page.getByRole('textbox', { name: /go again/ });
  await expect(page.getByText(/^\d+ lines · /)).toBeVisible();
  await expect(reasonField).toBeHidden();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'march.jsonl', 'Done');
  const copy = march.replace('march', 'april');
  await copyFile(march, copy);
  await dropFiles(page, [copy]);
  await expect(page.getByText('Otherwise the file is held, and you choose which lines go.')).toBeVisible();
  await page.getByRole('checkbox', { name: /^Send all lines of this file again/ }).check();
  await reasonField.fill('The provider asked for it');
  // A click beside the dialog throws nothing away.
  await page.mouse.click(4, 400);
  await expect(reasonField).toHaveValue('The provider asked for it');
  await inspect(page, 'a reason for a file that went before');
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'april.jsonl', 'Done');
  await openSubmission(page, 'april.jsonl');
  await expect(page.getByText('The provider asked for it').first()).toBeVisible();
});

test('of a file of which a part went before, that part is seen, and only what is new is sent', async ({
  page,
  workplace,
}) => {
  const south = [transactionLine(), transactionLine(), transactionLine()];
  const west = [transactionLine(), south[2]?.replace('1250', '1300'), transactionLine(), south[0]];
  const write = async (name: string, lines: readonly unknown[]) => {
    const path = `${workplace.folder}/${name}`;
    await writeFile(path, `${lines.join('\n')}\n`);
    await dropFiles(page, [path]);
    await confirmSending(page, 'Nordbank');
  };
  await write('south.jsonl', south);
  await expectState(page, 'south.jsonl', 'Done');
  await write('west.jsonl', west);
  await expectState(page, 'west.jsonl', 'Held');
  await page.getByRole('link', { name: 'Choose which lines go: 2 are new… west.jsonl' }).click();
  await expect(page.getByRole('heading', { name: 'Choose which lines go', level: 1 })).toBeVisible();
  await expect(page.getByText('2 lines went before: 2 with south.jsonl (submission 1).')).toBeVisible();
  await expect(page.getByText('They come to 2,550.00 EUR.')).toBeVisible();
  const lines = page.getByRole('table', { name: 'Lines that went before' });
  await expect(page.getByText('1 of them differs from what was sent: it is marked.')).toBeVisible();
  await expect(lines.getByRole('row').nth(1)).toContainText(
    /2.*1,300\.00 EUR.*line 3 of south\.jsonl.*It went with: Amount 1,250\.00$/,
  );
  await expect(lines.getByRole('row').nth(2)).toContainText(/4.*line 1 of south\.jsonl/);
  await inspect(page, 'lines that went before', ['light', 'dark']);
  const bar = page.getByRole('region', { name: 'Progress and sending' });
  await expect(bar).toContainText('2 lines · 2,500.00 EUR');
  await expect(bar).toContainText('2 lines went before, and do not go again. 1 of them differs from what was sent.');
  // Nobody has decided yet about what differs.
  await expect(page.getByRole('button', { name: 'Send the 2 new lines' })).toHaveAttribute('data-variant', 'default');
  await page.getByRole('radio', { name: 'the 1 that differs from what was sent' }).check();
  await expect(bar).toContainText('3 lines · 3,800.00 EUR');
  await page.getByRole('radio', { name: 'all' }).check();
  await expect(bar).toContainText('4 lines · 5,050.00 EUR');
  await inspect(page, 'lines that go again');
  await page.getByRole('radio', { name: 'none' }).check();
  await expect(bar).toContainText('2 lines · 2,500.00 EUR');
  await page.getByRole('radio', { name: 'the 1 that differs from what was sent' }).check();
  await expect(bar).toContainText('3 lines · 3,800.00 EUR');
  await expect(bar).toContainText('1 line went before, and does not go again.');
  await page.getByRole('button', { name: 'Send 3 lines' }).click();
  const why = page.getByRole('dialog', { name: 'Why does 1 line that went before go again?' });
  await why.getByRole('textbox').fill('West has the right amount');
  await inspect(page, 'why lines go again');
  await why.getByRole('button', { name: 'Send 3 lines' }).click();
  await expect(page.getByRole('heading', { name: 'west.corrected.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Receipt…' }).click();
  const paper = page.getByRole('dialog', { name: 'Receipt of west.corrected.jsonl' }).frameLocator('iframe');
  await expect(paper.getByText('1 sent before with another submission').first()).toBeVisible();
  await expect(paper.getByText('Not sent again: it went before with another submission').first()).toBeVisible();
  // Asked from the correction, it is the paper of the file, and names the line that went again.
  await expect(paper.getByRole('heading', { name: 'Receipt of submission 2 with its correction 3' })).toBeVisible();
  await expect(paper.getByText('Reason given: “West has the right amount”').first()).toBeVisible();
  await expect(paper.getByRole('row', { name: /1,250\.00 EUR 1,300\.00 EUR submission 1, line 3/ })).toBeVisible();
});
