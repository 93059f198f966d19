/** @file The export of two months: what goes nowhere is said where a clerk decides, and what goes is seen before it goes. */

import { writeFile } from 'node:fs/promises';
import { addConnection, expectState, goToPage, rowOf } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { expect, test } from '../story.ts';
import { beginPreparing, choose, goOn, rowOfTable } from './steps.ts';

const common = 'Customer no;Counterparty;Country from;Country to;Amount;Currency;Kind of payment;Purpose';
const id = (at: number) => `0000000${at}-4c4c-41f0-8e7f-446ddc6a8b1c`;
const october = [
  `Booking id;Booked at;${common}`,
  `${id(1)};16.10.2026 13:06;CUST-1;Acme Ltd;IT;DE;5038,76;EUR;SEPA_CREDIT_TRANSFER;Rent`,
  `${id(2)};07.10.2026 21:55;CUST-2;Jansen BV;DE;LU;7638,62;EUR;CARD;Salary`,
];
const november = [
  `Booking id;Booked at;${common};Channel`,
  `${id(3)};16.11.2026 13:06;CUST-1;Acme Ltd;IT;DE;100,50;EUR;SEPA_INSTANT;Rent;Branch`,
  `${id(4)};07.11.2026 21:55;CUST-2;Jansen BV;DE;LU;20,25;EUR;CARD;Salary;Online`,
];

test('columns that go nowhere are named and can be sent, and what goes is seen also with a kept template', async ({
  page,
  workplace,
  startTenant,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Test' });
  const begin = async (name: string, lines: readonly string[]) => {
    await writeFile(`${workplace.folder}/${name}`, `${lines.join('\n')}\n`);
    await beginPreparing(page, [`${workplace.folder}/${name}`], name);
  };
  const outcome = page.getByRole('region', { name: 'What would come of it' });

  await begin('october.csv', october);
  await expect(rowOfTable(page, /^Kind of payment/)).toContainText('Payment method');
  await expect(outcome).toContainText('Not sent:Purpose');
  await choose(page, 'Where Receiver: Risk comes from', 'The same text for all rows…');
  await page.keyboard.type('lo');
  await page.keyboard.press('Enter');
  await expect(rowOfTable(page, /^Fixed value/)).toContainText('LOW');
  await inspect(page, 'prepare risk');
  await outcome.getByRole('button', { name: 'Send it as an additional field' }).click();
  await expect(rowOfTable(page, /^Purpose/)).toContainText('Sent as an additional field');
  await expect(outcome).not.toContainText('Not sent');
  const first = await goOn(page, '2 lines');
  await first.getByRole('button', { name: 'Prepare, check and send' }).click();
  await expect(page.getByText('1 file made and added to the queue.')).toBeVisible();

  await goToPage(page, 'Queue');
  await begin('november.csv', november);
  await expect(page.getByText('the export has changed: “Channel” is new.')).toBeVisible();
  await outcome.getByRole('button', { name: 'Channel' }).click();
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', 'Field for Channel: No field');
  const second = await goOn(page, '2 lines');
  await expect(second).toContainText('2 rows become 2 lines');
  await expect(second).toContainText('Columns not sent: “Channel”');
  await expect(second.getByRole('row', { name: /^EUR/ })).toContainText('120.75');
  await expect(second).toContainText('Send to TEST: Nordbank');
  await inspect(page, 'prepare with a kept template');
  await second.getByRole('button', { name: 'Prepare, check and send' }).click();
  await page.getByRole('button', { name: 'To the queue', exact: true }).click();
  await expectState(page, 'november-001.jsonl', 'Done');

  // A payment is found with the row by which the clerk knows it, and what stands beside the list is its file.
  await rowOf(page, 'november-001.jsonl').getByRole('link', { name: 'november-001.jsonl' }).click();
  await expect(page.getByRole('region', { name: 'Details of november-001.jsonl' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find by name, folder or id' }).fill(id(2));
  const places = page.getByRole('table', { name: `Where ${id(2)} went` });
  await expect(places.getByRole('row').nth(1)).toContainText('Row 3 of october.csv');
  await expect(page.getByRole('region', { name: 'Details of october-001.jsonl' })).toBeVisible();
  await inspect(page, 'prepared payment found');
});
