/** @file An export whose column says whether money came in: sender and receiver are right without a word, or it is asked. */

import { writeFile } from 'node:fs/promises';
import { inspect } from '../inspection.ts';
import { expect, test } from '../story.ts';
import { beginPreparing, choose, rowOfTable } from './steps.ts';

const coreSystem = (side: string) =>
  [
    `Booking ID;Customer No;${side};Counterparty;Risk;Amount;Currency;Booked at;Country from;Country to;Payment kind;Channel;Text`,
    'BK-10-100000;customer-0091905;D;Łódzkie Zakłady;low;32.255,38;EUR;01.10.2026 08:00;NL;IT;SEPA;ONLINE;Invoice 5000',
    'BK-10-100001;customer-0341516;C;İstanbul Dış Ticaret A.Ş.;medium;4.272,45;EUR;02.10.2026 09:01;DE;DE;SWIFT;BRANCH;Invoice 5001',
    'BK-10-100002;customer-0755332;D;customer-0151787;high;14.468,99;EUR;13.10.2026 10:02;DE;CH;CARD;ONLINE;Invoice 5002',
  ].join('\n');

test('sender and receiver follow the column, and known customers among the names are told', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/core.csv`;
  await writeFile(path, coreSystem('D/C'));
  await beginPreparing(page, [path], 'core.csv');
  const side = page.getByRole('row', { name: 'D/C' });
  await expect(side).toContainText('for “C”, sender and receiver change places');
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  await expect(page.getByText('1 warning in')).toBeVisible();
  const names = page.getByRole('row', { name: /Counterparty/ }).filter({ hasText: 'has the form of the ids' });
  await expect(names).toContainText('“customer-0151787” in “Counterparty” has the form of the ids in “Customer No”');
  await inspect(page, 'known customers among the names');
  await names.getByRole('button', { name: 'These are known customers' }).click();
  await expect(page.getByText('warning in')).toHaveCount(0);
  await expect(page.getByText('3 would be accepted')).toBeVisible();
});

test('a column under a heading that says little is asked about, and used with one click', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/core.csv`;
  await writeFile(path, coreSystem('Kind').replace(/;customer-0151787;/, ';ACME;'));
  await beginPreparing(page, [path], 'core.csv');
  const side = page.getByRole('row', { name: 'Kind D' });
  await expect(side).toContainText(
    '1 “Kind” seems to say whether money came in or went out. For “C”, the customer is the receiver; as it is, the customer is always the sender.',
  );
  await expect(page.getByText('1 warning in')).toBeVisible();
  await inspect(page, 'a column that may say who is the sender');
  await side.getByRole('button', { name: 'For “C”, the customer is the receiver' }).click();
  await expect(side).toContainText('for “C”, sender and receiver change places');
  await expect(page.getByText('warning in')).toHaveCount(0);
});

const byAmounts = (amounts: string, opposite: string, ...cells: readonly string[]) =>
  [
    `Booking ID;Customer No;${opposite};Risk;${amounts};Currency;Booked at;Country from;Country to`,
    ...cells.map(
      (cell, at) => `BK-10-10000${at};customer-009190${at};ACME ${at};low;${cell};EUR;0${at + 1}.10.2026 08:00;NL;IT`,
    ),
  ].join('\n');

test('sender and receiver follow the sign of the amount, until a person says otherwise', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/core.csv`;
  await writeFile(path, byAmounts('Amount', 'Counterparty', '-32.255,38', '4.272,45', '-14.468,99'));
  await beginPreparing(page, [path], 'core.csv');
  const amount = page.getByRole('row', { name: /^Amount/ });
  await expect(amount).toContainText('number with a decimal comma, a minus means that money went out');
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  await expect(page.getByText('warning in')).toHaveCount(0);
  await amount.getByRole('button', { name: 'How Amount is read' }).click();
  const sender = page.getByRole('combobox', { name: 'Who is the sender' });
  await expect(sender).toHaveValue('Negative: money went out');
  await inspect(page, 'the sign of the amount says who is the sender');
  await sender.click();
  await page.getByRole('option', { name: 'The amount does not say it' }).click();
  await expect(amount).not.toContainText('money went out');
  await expect(amount).not.toContainText('a minus means');
  await page.getByRole('button', { name: 'Undo “Who is sender, and who is receiver”' }).click();
  await expect(sender).toHaveValue('Negative: money went out');
  await sender.click();
  await page.getByRole('option', { name: 'Negative: money came in' }).click();
  await expect(sender).toHaveValue('Negative: money came in');
  await expect(amount).toContainText('a minus means that money came in');
});

test('two columns with amounts are asked about where the other party is called the receiver', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/core.csv`;
  await writeFile(path, byAmounts('Paid out;Paid in', 'Beneficiary', '32.255,38;', ';4.272,45', '14.468,99;'));
  await beginPreparing(page, [path], 'core.csv');
  const amount = page.getByRole('row', { name: /^Paid out \+ Paid in/ });
  await expect(amount).toContainText(
    '1 “Paid out” and “Paid in” seem to say whether money went out or came in. Where “Paid in” is filled, the customer is the receiver; as it is, the customer is always the sender.',
  );
  await inspect(page, 'two columns that may say who is the sender');
  await amount.getByRole('button', { name: 'In “Paid in”, money came in' }).click();
  await expect(amount).toContainText('Paid out or Paid in, the filled one: money came in where Paid in is filled');
  await expect(page.getByText('warning in')).toHaveCount(0);
});

const ofCounterparty = [
  'Booking id;Booked at;D/C;Amount;Currency;Our customer;Counterparty;Risk;Counterparty country',
  'BK-1;26.10.2026 07:41:10;D;2.204,93;EUR;C-10138;Łukasz Wójcik;low;SE',
  'BK-2;18.10.2026 09:29:49;C;3.023,64;EUR;C-10378;José García;low;GB',
].join('\n');

test('the country of the own customer is asked for, and follows the customer with one choice', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/core.csv`;
  await writeFile(path, ofCounterparty);
  await beginPreparing(page, [path], 'core.csv');
  await expect(
    page.getByText('2 would be accepted, without the country of your own customer · 1 warning in'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: '2 Country of your own customer: not given' })).toBeInViewport();
  const source = page.getByRole('row', { name: /^Source country/ });
  await expect(source).toContainText('2 The country of your own customer is not given.');
  await inspect(page, 'the country of the own customer');
  await source.getByRole('button', { name: /^Country of your own customer: not given/ }).click();
  // The code comes before Bangladesh, which has its letters as well.
  await page.getByRole('combobox', { name: 'Country of your own customer: not given' }).fill('de');
  await page.keyboard.press('Enter');
  const given = page.getByRole('row', { name: /Source country/ });
  await expect(given).toContainText('the same for all rows, changes places where money comes in');
  await expect(page.getByText('warning in')).toHaveCount(0);
  await page.getByRole('button', { name: 'The whole transaction' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview).toContainText('C-10138 · Germany (DE)');
  await expect(preview).toContainText('Łukasz Wójcik · Sweden (SE)');
  await preview.getByRole('button', { name: 'Next row' }).click();
  await expect(preview).toContainText('José García · United Kingdom (GB)');
  await expect(preview).toContainText('C-10378 · Germany (DE)');
  await inspect(page, 'a transaction in words');
  await preview.getByText('As JSON').click();
  await expect(preview.getByRole('region', { name: 'The transaction of row 3' })).toContainText(
    '"payment_target_country": "DE"',
  );
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo “Source country is the same for all rows”' }).click();
  await expect(page.getByText('1 warning in')).toBeVisible();
  // A bank has mostly one: the next time, it is one click.
  await source.getByRole('button', { name: 'Germany (DE), as last time' }).click();
  await expect(page.getByText('warning in')).toHaveCount(0);
});

const currentAccount = [
  'Booking reference,Value date,Customer no,Paid out,Paid in,Currency,Other party,Other country',
  ...[',25.50', '100.00,', ',7.10'].map(
    (amounts, at) => `B${at},2026-11-0${at + 1},C-1013${at},${amounts},EUR,ACME ${at},SE`,
  ),
].join('\n');

test('what is missing of the counterparty is said alike where it pays and where it is paid', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/current.csv`;
  await writeFile(path, currentAccount);
  await beginPreparing(page, [path], 'current.csv');
  const risk = page.getByRole('row', { name: /^Needed: Counterparty: Risk/ });
  await expect(risk).toContainText('3 “Counterparty: Risk” is missing: an unknown entity must have it.');
  await expect(page.getByRole('button', { name: '3 Counterparty: risk missing' })).toBeVisible();
  await expect(page.getByText('Still needed: Counterparty: Risk.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Needed: / })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /^Value date/ })).not.toContainText('iso');
  await expect(page.getByRole('button', { name: '3 Country of your own customer: not given' })).toBeVisible();
  await inspect(page, 'what is missing of the counterparty');
  await page.keyboard.press('F8');
  await page.keyboard.type('low');
  await page.keyboard.press('Enter');
  await expect(page.getByText('3 would be accepted')).toBeVisible();
  // A question is answered where the key leads to.
  await page.keyboard.press('F8');
  await page.keyboard.type('swed');
  await expect(page.getByRole('option')).toHaveText(['Sweden (SE)']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Country of your own customer: not given' })).toHaveCount(0);
});

test('a country that no column has is that with which the IBAN begins, and one that nothing gives is told calmly', async ({
  page,
  workplace,
}) => {
  const path = `${workplace.folder}/accounts.csv`;
  const rows = [
    'Booking id;Booked at;Account holder;IBAN of account holder;Counterparty;IBAN of counterparty;Amount;Currency',
    'B-1;01.10.2026;Petra Jansen;DE43563211705453636082;ACME B.V.;NL14RABO8113746581;-4.529,47;EUR',
    'B-2;02.10.2026;Petra Jansen;DE43563211705453636082;Peña;NO9386011117947;1.478,34;EUR',
  ];
  await writeFile(path, rows.join('\n'));
  await beginPreparing(page, [path], 'accounts.csv');
  const country = rowOfTable(page, /^IBAN of counterparty/).filter({ hasText: 'Target country' });
  await expect(country).toContainText('the country with which an IBAN begins');
  await choose(page, 'Where Counterparty: Risk comes from', 'LOW · low');
  await expect(rowOfTable(page, 'Fixed value: LOW')).toContainText('Counterparty: Risk');
  await expect(page.getByText('2 would be accepted')).toBeVisible();
  const calmly = page.getByText(
    'The country of the other side is not given. The service accepts the lines without it.',
  );
  await expect(calmly).toBeHidden();
  await page.getByRole('button', { name: 'The whole transaction' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview).toContainText('ACME B.V. · Netherlands (NL)');
  await preview.getByRole('button', { name: 'Next row' }).click();
  await expect(preview).toContainText('Peña · Norway (NO)');
  await page.keyboard.press('Escape');
  await inspect(page, 'the country of an IBAN');
  // Escape closes the list alone, and then the settings.
  await country.getByRole('button', { name: /^How Target country is read/ }).click();
  const settings = page.getByRole('region', { name: 'How Target country is read' });
  await expect(settings.getByText('Only the country with which an IBAN begins')).toBeVisible();
  await settings.getByRole('combobox', { name: 'Where Target country comes from' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(settings).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await country.getByRole('button', { name: /^Field for/ }).click();
  await page.getByRole('option', { name: 'No field' }).click();
  await expect(calmly).toBeVisible();
  await expect(page.getByText('warning in')).toHaveCount(0);
});
