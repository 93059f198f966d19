/** @file A statement of a bank, from the drop to the queue: the standard answers all but the risk of unknown parties. */

import { readFile, writeFile } from 'node:fs/promises';
import { addConnection, expectState, goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { dropFiles, expect, test } from '../story.ts';
import { choose } from './steps.ts';

test('a payment message goes from the drop to the queue', async ({ page, workplace, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Test' });
  const path = `${workplace.folder}/auszug.xml`;
  const first = await readFile(new URL('../../prepare/payment-files/01-de-camt053-02.xml', import.meta.url), 'utf8');
  await writeFile(path, first);
  await goToPage(page, 'Queue');
  await dropFiles(page, [path]);
  await inspect(page, 'payment message dropped');
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare…' }).click();
  await expect(
    page.getByText('Bank statement (camt.053.001.02): 1 statement, 2 entries, 2 transactions.'),
  ).toBeVisible();
  await choose(page, 'Where Sender: Risk comes from', 'The same text for all rows…');
  await page.keyboard.type('LOW');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 would be accepted')).toBeVisible();
  await inspect(page, 'payment message');
  await page.getByRole('button', { name: 'Prepare 2 lines' }).click();
  await page.getByRole('button', { name: 'Prepare, check and send' }).click();
  await goToPage(page, 'Queue');
  await expectState(page, 'auszug-001.jsonl', 'Done');

  // The next day, what was decided is known: nothing is to be chosen but whether it goes.
  const next = `${workplace.folder}/auszug-2.xml`;
  await writeFile(
    next,
    first.replaceAll('<EndToEndId>', '<EndToEndId>2').replaceAll('<AcctSvcrRef>', '<AcctSvcrRef>2'),
  );
  await dropFiles(page, [next]);
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare…' }).click();
  await page.getByRole('button', { name: 'Prepare 2 lines' }).click();
  await page.getByRole('button', { name: 'Prepare, check and send' }).click();
  await expect(page.getByRole('button', { name: 'To the queue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expectState(page, 'auszug-2-001.jsonl', 'Done');
});
