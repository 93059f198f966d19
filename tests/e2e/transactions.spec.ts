/** @file One transaction: pasted, picked or taken from a file, checked and sent unchanged. */

import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import { addConnection, goToPage, openSubmission, sendFile } from './gestures.ts';
import { dropFiles, expect, test } from './story.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'The transaction (JSON)' });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const check = (page: Page) => page.getByRole('button', { name: /^Check/ });

/** The first line of a valid export. */
async function lineOf(path: string): Promise<string> {
  const [line = ''] = (await readFile(path, 'utf8')).split('\n');
  return line;
}

test('a pasted transaction is checked, sent unchanged, and its answer shown completely', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank' });
  // Two spaces and a trailing zero: parsing and writing again would lose both.
  const text = (await lineOf(await writeExport('export.jsonl'))).replace(/"amount":\s*[\d.]+/, '"amount":  100.10');
  await goToPage(page, 'Send transaction');
  await expect(send(page)).toBeDisabled();
  await field(page).fill(text);
  await check(page).click();
  await expect(send(page)).toBeEnabled();
  // A change after the check requires another check.
  await field(page).press('Control+End');
  await field(page).press('Space');
  await expect(send(page)).toBeDisabled();
  await field(page).press('Backspace');
  await check(page).click();
  await expect(page.getByText('The check found no errors and no warnings.')).toBeVisible();
  await send(page).click();

  const answer = page.getByRole('region', { name: 'The service’s answer' });
  await expect(answer.getByText('Accepted.')).toBeVisible();
  await expect(answer.getByText('201', { exact: true })).toBeVisible();
  await expect(answer.getByRole('button', { name: 'Copy Correlation id' })).toBeVisible();
  expect(tenant.transactions().map(({ body }) => body)).toEqual([text]);

  // It is sent again only after a question, and makes room for the next one.
  await page.getByRole('button', { name: 'Send again…' }).click();
  const question = page.getByRole('dialog', { name: 'Send it again?' });
  await expect(question.getByText('replaces the earlier one')).toBeVisible();
  await question.getByRole('button', { name: 'Do not send' }).click();
  expect(tenant.requests.filter(({ endpoint }) => endpoint === 'transaction')).toHaveLength(1);
  await page.getByRole('button', { name: 'Next transaction' }).click();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
});

test('after a network failure on the way the outcome of a transaction is unknown, and sending it again leaves one copy', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: [{ name: 'swallow-reply', endpoint: 'transaction', times: 1 }] });
  await addConnection(page, tenant, { name: 'Nordbank' });
  await goToPage(page, 'Send transaction');
  await field(page).fill(await lineOf(await writeExport('export.jsonl')));
  await check(page).click();
  await send(page).click();
  const answer = page.getByRole('region', { name: 'The service’s answer' });
  await expect(answer.getByText('It is not known whether the transaction arrived')).toBeVisible();
  await page.getByRole('button', { name: 'Send again…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again', exact: true }).click();
  await expect(answer.getByText('Accepted.')).toBeVisible();
  expect(tenant.transactions()).toHaveLength(1);
});

test('a transaction with an error is sent only after a question, and the service gives its reason for rejecting it', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank' });
  const line = await lineOf(await writeExport('export.jsonl'));
  const country = /"payment_source_country":\s*"[A-Z]{2}"/;
  await goToPage(page, 'Send transaction');
  await field(page).fill(line.replace(country, '"payment_source_country":"Sweden"'));
  await check(page).click();
  await expect(page.getByText('1 error', { exact: true })).toBeVisible();
  const place = page.getByRole('region', { name: 'The transaction, formatted' });
  await expect(place.locator('mark')).toContainText('"Sweden"');

  await send(page).click();
  const question = page.getByRole('dialog', { name: 'Send it anyway?' });
  await expect(question.getByText('The service will probably reject it')).toBeVisible();
  await question.getByRole('button', { name: 'Do not send' }).click();
  expect(tenant.transactions()).toHaveLength(0);
  await send(page).click();
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expect(page.getByText('Rejected.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'The answer of the service' })).toContainText('payment_source_country');
});

test('sending to production needs another confirmation', async ({ page, startTenant, writeExport }) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', kind: 'Production' });
  await goToPage(page, 'Send transaction');
  await expect(page.getByText('Send to PRODUCTION: Nordbank')).toBeVisible();
  await field(page).fill(await lineOf(await writeExport('export.jsonl')));
  await check(page).click();
  await send(page).click();
  await page.getByRole('dialog', { name: 'Send it to production?' }).getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByText('Accepted.')).toBeVisible();
  expect(tenant.transactions()).toHaveLength(1);
});

test('a dropped file is taken unchanged, and several lines are recognised', async ({
  page,
  startTenant,
  workplace,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const path = await writeExport('export.jsonl');
  const one = `${workplace.folder}/one.json`;
  const text = JSON.stringify(JSON.parse(await lineOf(path)), null, 2);
  await writeFile(one, text);
  await goToPage(page, 'Send transaction');
  // What is dropped before that would be added to the queue.
  await expect(field(page)).toBeVisible();
  await dropFiles(page, [one]);
  await expect(page.getByText('From one.json')).toBeVisible();
  await expect(field(page)).toHaveValue(text);

  await dropFiles(page, [path]);
  await expect(page.getByText('This page sends one transaction.')).toBeVisible();
  await expect(check(page)).toBeDisabled();
});

test('a line of a checked file is corrected and sent as a single transaction', async ({
  page,
  startTenant,
  workplace,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank' });
  await addConnection(page, await startTenant(), { name: 'Other bank' });
  const path = `${workplace.folder}/faulty.jsonl`;
  const faults = await writeFaultySample(path);
  const fault = faults.find(({ fault, field }) => fault === 'field.format' && field === 'payment_source_country');
  await sendFile(page, path, 'Held');
  await openSubmission(page, 'faulty.jsonl');
  await page.getByRole('button', { name: /^Error ?Wrong format/ }).click();
  await page
    .getByRole('grid', { name: 'Findings' })
    .getByRole('row', { name: new RegExp(`^${fault?.line} `) })
    .first()
    .click();
  await page.getByRole('link', { name: 'Send this line alone' }).click();

  await expect(page.getByText(`From line ${fault?.line} of faulty.jsonl`)).toBeVisible();
  await expect(page.getByText('Send to TEST: Nordbank')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
  const line = await field(page).inputValue();
  expect(line).toBe((await readFile(path, 'utf8')).split('\n').at((fault?.line ?? 0) - 1));
  await field(page).fill(line.replace(/"payment_source_country":\s*"[^"]*"/, '"payment_source_country":"SE"'));
  await check(page).click();
  await expect(page.getByText('The check found no errors and no warnings.')).toBeVisible();
  await send(page).click();
  await expect(page.getByText('Accepted.')).toBeVisible();
  expect(tenant.transactions()).toHaveLength(1);
});
