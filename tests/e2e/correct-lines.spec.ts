/** @file A person corrects the lines of a held file by hand, in an editor that tells what is still wrong. */

import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { transactionLine } from '../cli/transactions.ts';
import { addConnection, confirmSending, expectState, leaveLineOut, openSubmission } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

const wrongCountry = transactionLine()
  .replace('"DE"', '"Sweden"')
  .replace('"note":', '"reference":12345678901234567890.10,"note":');
const wrongCurrency = transactionLine().replace('"EUR"', '"Euro"');
const cutOff = transactionLine().slice(0, -1);
const lines = [transactionLine(), wrongCountry, transactionLine(), cutOff, wrongCurrency];

/** Adds the file, which is held, and shows its findings. */
async function openFaulty(page: Page, folder: string): Promise<void> {
  const path = `${folder}/faulty.jsonl`;
  await writeFile(path, `${lines.join('\n')}\n`);
  await dropFiles(page, [path]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'faulty.jsonl', 'Held');
  await openSubmission(page, 'faulty.jsonl');
}

async function openLine(page: Page, line: number): Promise<void> {
  await page
    .getByRole('grid', { name: 'Findings' })
    .getByRole('row', { name: new RegExp(`^${line} `) })
    .click();
  await page.getByRole('link', { name: /^Correct (this line|it further)…/ }).click();
  await expectLine(page, line);
  await page.getByRole('button', { name: 'As JSON' }).click();
}

async function expectLine(page: Page, line: number): Promise<void> {
  await expect(page.getByRole('heading', { name: `Line ${line}`, level: 1 })).toBeVisible();
}

const textOf = (page: Page): Locator => page.getByRole('textbox', { name: /^The text of line/ });
const findingsOf = (page: Page): Locator => page.getByRole('region', { name: 'Findings in this text' });
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Corrections by hand' });

/** Replaces what a finding is about by another text, as typed. */
async function replaceFound(page: Page, finding: RegExp, text: string): Promise<void> {
  await findingsOf(page).getByRole('button', { name: finding }).click();
  await expect(textOf(page)).toBeFocused();
  await page.keyboard.type(text);
}

/** What the page complains about from now on: mistakes in its console, and what its policy refuses. */
async function watchComplaints(page: Page): Promise<() => Promise<string[]>> {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  await page.evaluate(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
  });
  return async () => [...said, ...(await page.evaluate(() => (window as unknown as { refused: string[] }).refused))];
}

test('faulty lines are corrected one after another, and the corrections are kept', async ({
  app,
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await openFaulty(page, workplace.folder);
  const complaints = await watchComplaints(page);
  await openLine(page, 2);
  await expect(page.getByRole('button', { name: 'Previous faulty line' })).toBeDisabled();
  await expect(textOf(page)).toContainText('"reference": 12345678901234567890.10');
  // Our own styles come after those of the library.
  await expect(page.getByRole('button', { name: 'Back to the findings' })).toHaveCSS('font-size', '14px');
  // The style of the editor is there, which only a tag with the nonce of the page brings.
  await expect(textOf(page)).toHaveCSS('white-space', 'break-spaces');
  await expect(page.locator('.cm-lintRange-error').first()).toContainText('Sweden');

  await replaceFound(page, /Sweden/, '"payment_source_country": "SE"');
  await expect(findingsOf(page).getByText('The check finds nothing in this text.')).toBeVisible();
  await expect(page.getByText('Not saved yet.')).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expectLine(page, 4);
  await expect(bar(page)).toContainText('1 line corrected');
  await expect(textOf(page)).toBeFocused();
  await expect(findingsOf(page).getByRole('button', { name: /not valid JSON/ })).toBeVisible();
  await leaveLineOut(page, page.getByRole('button', { name: 'Leave this line out…' }));
  await expect(page.getByText('This line is left out of the corrected file.')).toBeVisible();

  await page.keyboard.press('Alt+ArrowDown');
  await expectLine(page, 5);
  await replaceFound(page, /Euro/, '"currency": "EUR"');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText('Corrected and saved')).toBeVisible();
  await expect(bar(page)).toContainText('2 lines corrected, 1 left out');
  await page.keyboard.press('Alt+ArrowUp');
  await expectLine(page, 4);

  await page.getByRole('button', { name: 'Back to the findings' }).click();
  await expect(page.getByRole('row', { name: /^2 / })).toHaveAttribute('aria-selected', 'true');
  await expect(bar(page)).toContainText('2 lines corrected, 1 left out');
  expect(await complaints()).toEqual([]);

  await app.end();
  const again = await app.open();
  await openSubmission(again, 'faulty.jsonl');
  await expect(bar(again)).toContainText('2 lines corrected, 1 left out');
  await openLine(again, 2);
  await expect(textOf(again)).toContainText('"payment_source_country": "SE"');
  await again.getByRole('button', { name: 'Undo my changes to this line' }).click();
  await expect(textOf(again)).toContainText('"payment_source_country": "Sweden"');
  await expect(bar(again)).toContainText('1 line corrected, 1 left out');
  await again.getByRole('button', { name: 'Back to the findings' }).click();
  await bar(again).getByRole('button', { name: 'Undo all…' }).click();
  await again.getByRole('dialog').getByRole('button', { name: 'Undo all' }).click();
  await expect(bar(again)).toBeHidden();
});

test('what was written is kept when the person goes elsewhere, and taken back with undo @night', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await openFaulty(page, workplace.folder);
  await openLine(page, 5);
  // One key, and so one step of undo: what is typed slowly is several.
  await replaceFound(page, /Euro/, 'x');
  await expect(findingsOf(page).getByRole('button', { name: /not valid JSON/ })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(findingsOf(page).getByRole('button', { name: /Euro/ })).toBeVisible();
  await replaceFound(page, /Euro/, '"currency": "EUR"');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await page.goBack();
  await expectLine(page, 5);
  await expect(textOf(page)).toContainText('"currency": "EUR"');
  await expect(page.getByText('Corrected and saved')).toBeVisible();
});

test('from the corrected lines a new file is made, which takes the place of the faulty one and is processed', async ({
  page,
  startTenant,
  workplace,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank' });
  await openFaulty(page, workplace.folder);
  await openLine(page, 2);
  await replaceFound(page, /Sweden/, '"payment_source_country": "SE"');
  await page.keyboard.press('Alt+ArrowDown');
  await expectLine(page, 4);
  await leaveLineOut(page, page.getByRole('button', { name: 'Leave this line out…' }));
  await expect(page.getByText('This line is left out of the corrected file.')).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expectLine(page, 5);
  await replaceFound(page, /Euro/, '"currency": "EUR"');
  // What is not saved yet is part of it.
  const make = bar(page).getByRole('button', { name: 'Make the corrected file…' });
  await expect(make).toHaveAttribute('data-variant', 'filled');
  await make.click();
  const question = page.getByRole('dialog', { name: 'Make the corrected file?' });
  await question.getByRole('button', { name: 'Make it' }).click();

  await expect(page.getByRole('heading', { name: 'faulty.corrected.jsonl', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').getByText('Done', { exact: true })).toBeVisible();
  const [batch] = tenant.batches();
  const corrected = [
    lines[0],
    wrongCountry.replace('"Sweden"', '"SE"'),
    lines[2],
    wrongCurrency.replace('"Euro"', '"EUR"'),
  ];
  expect(await readFile(batch?.path ?? '', 'utf8')).toBe(`${corrected.join('\n')}\n`);
  expect(await readFile(`${workplace.folder}/faulty.jsonl`, 'utf8')).toBe(`${lines.join('\n')}\n`);
  await page.getByRole('link', { name: 'Back to the queue' }).click();
  await expectState(page, 'faulty.jsonl', 'Corrected');
});
