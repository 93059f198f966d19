/** @file A statement: from a partially accepted file to the printed page, beside what the core system says. */

import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { randomNumbers, sampleTransaction } from '../../src-main/practice/sample-transactions.ts';
import { amountText, exactAmount } from '../../src-shared/exact-amount.ts';
import { addConnection, confirmSending, expectState, goToPage, openSubmission } from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

const transactionSchema = z.looseObject({
  modification: z.looseObject({ created_at: z.string(), currency: z.string(), amount: z.number() }),
});
type Transaction = z.infer<typeof transactionSchema>;

/** In pixels. */
const A4_BETWEEN_MARGINS = { width: 680, height: 990 };

/** Three transactions, of which the service accepts two. */
const transactions = [1, 2, 3].map((n) => {
  const valid = transactionSchema.parse(sampleTransaction(randomNumbers(n)));
  return n === 3 ? { ...valid, payment_source_country: 'Sweden' } : valid;
});

async function sendFaulty(page: Page, path: string): Promise<void> {
  await writeFile(path, transactions.map((line) => JSON.stringify(line)).join('\n'));
  await dropFiles(page, [path]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await page.getByRole('checkbox', { name: 'If the service finds errors, ask it to accept the valid lines' }).check();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'november.jsonl', 'Partially accepted');
}

/** What a core system says that knows of these transactions, in the order of its days. */
function figuresOf(known: readonly Transaction[]): string {
  const byPart = Map.groupBy(
    known,
    ({ modification: { created_at: at, currency } }) => `${at.slice(0, 10)};${currency}`,
  );
  return [...byPart]
    .map(([part, own]) => {
      const sum = own.reduce((all, { modification }) => all + (exactAmount(String(modification.amount)) ?? 0n), 0n);
      return `${part};${own.length};${amountText(sum)}`;
    })
    .join('\n');
}

test('the statement of a partially accepted file reconciles, and says what the core system has more', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await goToPage(page, 'Overview');
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByText('No file was added on these days.')).toBeVisible();
  await inspect(page, 'an empty statement', bothAppearances);

  await goToPage(page, 'Queue');
  await sendFaulty(page, `${workplace.folder}/november.jsonl`);
  // The list of commands finds it.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('statement');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Accepted: 2 lines; [\d,]+\.\d\d [A-Z]{3}/)).toBeVisible();
  await expect(
    page.getByText('Of 3 lines in 1 file the service accepted 2; none was left out, and 1 is open: 1 rejected.'),
  ).toBeVisible();
  await expect(page.getByText('The outcomes add up to the files: 3 transactions and their sums.')).toBeVisible();
  const total = page.getByRole('table', { name: 'In total' });
  await expect(total.getByRole('row', { name: /^Rejected by the service 1 / })).toBeVisible();
  const file = page.getByRole('table', { name: 'Each file' }).getByRole('row', { name: /november\.jsonl/ });
  await expect(file.getByRole('link', { name: 'november.jsonl' })).toBeVisible();
  // What each of its outcomes pays, as the paper says it.
  await expect(file.getByRole('cell', { name: /^2 ?[\d,]+\.\d\d [A-Z]{3}/ })).toBeVisible();

  const enter = async (figures: string) => {
    await page.getByRole('button', { name: 'Enter control figures' }).click();
    await page.getByRole('button', { name: 'Enter a table' }).click();
    await page.getByRole('textbox', { name: 'Control figures' }).fill(figures);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  await enter('2026-11-23;EUR;2;1.234');
  await expect(page.getByText(/can be read in two ways/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await enter(figuresOf(transactions));
  // At the top, and where the figures are entered.
  await expect(page.getByText('Nothing is missing: number and sum are those of the core system.')).toHaveCount(2);
  const [first] = transactions;
  if (first === undefined) throw new Error('a transaction expected');
  const further = { ...first, modification: { ...first.modification, amount: 7 } };
  await enter(figuresOf([...transactions, further]));
  await expect(
    page.getByText(
      /^Difference from the core system\. Missing in the files: 1 transaction, 7\.00 [A-Z]{3} of .*\. Which payments these are, the figures cannot tell\. Not all of it is accepted\.$/,
    ),
  ).toHaveCount(2);
  const control = page.getByRole('table', { name: 'Control figures of the core system' });
  await expect(control.getByRole('cell', { name: /^1 transaction, 7\.00 [A-Z]{3} missing/ })).toBeVisible();
  await inspect(page, 'a statement', bothAppearances);
  // What was kept can be changed, and removed.
  const day = await control.getByRole('row').nth(1).getByRole('button').getAttribute('aria-label');
  if (day === null) throw new Error('a day expected');
  await page.getByRole('button', { name: day }).click();
  const form = page.getByRole('form', { name: day });
  await expect(form.getByRole('textbox', { name: 'Control figures' })).toBeFocused();
  const known = await form.getByRole('textbox', { name: 'Control figures' }).inputValue();
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText(/^The figures of .* stay on this computer until you change or remove them here\. Each/),
  ).toBeVisible();
  await page.getByRole('button', { name: day }).click();
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(/^The figures of .* were removed\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: day })).toBeHidden();
  await enter(known);
  await expect(page.getByRole('button', { name: day })).toBeVisible();

  // What prints is the page that is saved.
  await page.getByRole('button', { name: 'Print' }).click();
  const paper = page.frameLocator('iframe');
  await expect(paper.getByRole('heading', { name: /^Statement of / })).toBeAttached();
  await expect(paper.getByText('The outcomes add up to the files: 3 transactions and their sums.')).toBeAttached();
  await expect(paper.getByRole('heading', { name: 'Control figures of the core system' })).toBeAttached();

  // By itself, the first page is the answer.
  const html = await page.locator('iframe').getAttribute('srcdoc');
  const sheet = await page.context().newPage();
  await sheet.setViewportSize(A4_BETWEEN_MARGINS);
  await sheet.emulateMedia({ media: 'print' });
  await sheet.setContent(html ?? '');
  const { y = Infinity } = (await sheet.getByRole('heading', { name: 'Details' }).boundingBox()) ?? {};
  expect(y, 'the summary is longer than a page').toBeLessThan(A4_BETWEEN_MARGINS.height);
  await expect(sheet.getByText('Reviewed by, date')).toBeVisible();
  await sheet.close();

  await page.getByRole('button', { name: 'Whole migration' }).click();
  await expect(page).toHaveURL(/from=first/);
  await page.getByRole('link', { name: 'november.jsonl' }).click();
  await expect(page.getByRole('heading', { name: 'november.jsonl', level: 1 })).toBeVisible();
});

test('what the core system says is a file, or a day in four fields: its form is one click from the figures of the day', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFaulty(page, `${workplace.folder}/november.jsonl`);
  await goToPage(page, 'Overview');
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: 'Compare with the core system…' })
    .click();
  const form = page.getByRole('form', { name: 'Enter control figures' });
  // A list is what people have.
  await expect(form.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Compare with the core system', level: 1 })).toBeVisible();
  const figures = figuresOf(transactions)
    .split('\n')
    .map((figure) => figure.split(';'));
  for (const [index, [day = '', currency = '', count = '', sum = '']] of figures.entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Enter control figures' }).click();
    // What was kept before is no outcome of what is entered now.
    await expect(
      page.getByText(/^The figures of .* stay on this computer until you change or remove them here\. Each/),
    ).toBeHidden();
    await form.getByLabel('Day of the transactions').fill(day);
    await form.getByLabel('Currency').fill(currency);
    await form.getByLabel('Number of transactions').fill(count);
    await form.getByLabel('Sum', { exact: true }).fill(sum);
    if (index === 0) await inspect(page, 'control figures in fields');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(
      page.getByText(/^The figures of .* stay on this computer until you change or remove them here\. Each/),
    ).toBeVisible();
  }
  await expect(page.getByText('Nothing is missing: number and sum are those of the core system.')).toHaveCount(2);
  // From the page of a file, it is of that file alone.
  await goToPage(page, 'Queue');
  await openSubmission(page, 'november.jsonl');
  await page.getByRole('link', { name: 'Compare with the core system…' }).click();
  await expect(form.getByLabel('In which files')).toHaveValue('november.jsonl');
  await form.getByLabel('Number of transactions').fill('9');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  const ofFile = page
    .getByRole('table', { name: 'Control figures of the core system' })
    .getByRole('row')
    .filter({ hasText: 'Nordbank: november.jsonl' });
  await expect(ofFile).toContainText('missing');
  await inspect(page, 'control figures of one file');
  // A list that is dropped on the window is no file to prepare: it is compared, with the file that its name tells.
  const list = `${workplace.folder}/control-november.csv`;
  await writeFile(list, `day;currency;count;sum\n${figuresOf(transactions)}\n`);
  await dropFiles(page, [list]);
  const dialog = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await expect(dialog.getByText(/control figures? of the core system, by day\./)).toBeVisible();
  await inspect(page, 'a list of control figures was dropped');
  await dialog.getByRole('button', { name: 'Compare with the core system…' }).click();
  await expect(dialog).toBeHidden();
  await expect(form.getByLabel('In which files')).toHaveValue('november.jsonl');
  // Dropped again before it is saved, the later list counts.
  await writeFile(list, `day;currency;count;sum\n${figuresOf(transactions)}\n\n`);
  await dropFiles(page, [list]);
  await dialog.getByRole('button', { name: 'Compare with the core system…' }).click();
  await expect(form.getByRole('textbox', { name: 'Control figures' })).toHaveValue(/\n\n$/);
  // What is recognised is said before it is kept.
  await expect(
    form.getByText(/^\d figures?: \d days? \(.*\), \d currenc(y|ies) \(.*\), 1 file \(november\.jsonl\)\.$/),
  ).toBeVisible();
  await expect(form.getByText(/^Columns: day from “day”, currency from “currency”, /)).toBeVisible();
  await form.getByRole('textbox', { name: 'Control figures' }).fill('day;rate\n1;2');
  await expect(form.getByText(/^Not recognised yet\. .* has “rate”\.$/)).toBeVisible();
  await form
    .getByRole('textbox', { name: 'Control figures' })
    .fill(`day;currency;count;sum\n${figuresOf(transactions)}\n`);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(ofFile.filter({ hasText: 'missing' })).toHaveCount(0);
  // What agrees is folded, and opens.
  await page.getByText(/^\d figures? agrees?, all accepted: show all$/).click();
  await expect(
    page.getByRole('table', { name: 'Figures that agree' }).getByText('equal, all accepted').first(),
  ).toBeVisible();
  await inspect(page, 'control figures that agree');
  // The list of commands leads there, too.
  await goToPage(page, 'Queue');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('reconcile');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
  // So does the menu of a row, to its file.
  await goToPage(page, 'Queue');
  await page.getByRole('row', { name: /november\.jsonl/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with the core system…' }).click();
  await expect(form.getByLabel('In which files')).toHaveValue('november.jsonl');
});
