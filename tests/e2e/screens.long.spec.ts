/** @file Every screen, light and dark: accessible, complete in small windows, and a picture where one is wanted. */

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import {
  addConnection,
  confirmForProduction,
  confirmSending,
  expectState,
  goToPage,
  LARGE,
  leaveLineOut,
  openSubmission,
  rowOf,
  standstill,
} from './gestures.ts';
import { bothAppearances, inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

/** Each screen once in every respect, and its colours in both appearances. */
const inspectScreen = (page: Page, name: string) => inspect(page, name, bothAppearances);

test('the screens of the first day', async ({ page, startTenant }) => {
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await inspectScreen(page, 'first start');
  await goToPage(page, 'Connections');
  await expect(page.getByRole('button', { name: 'New connection' })).toBeVisible();
  await inspectScreen(page, 'no connections');
  await page.getByRole('button', { name: 'New connection' }).click();
  await inspectScreen(page, 'new connection');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Nordbank');
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expect(page.getByRole('textbox', { name: 'Base address' })).toBeFocused();
  await inspectScreen(page, 'new connection with a mistake');

  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank', kind: 'Production' });
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();
  await inspectScreen(page, 'empty queue');

  await addConnection(page, tenant, { name: 'Nordbank trial', secret: 'mistyped' });
  await goToPage(page, 'Connections');
  for (const name of ['Nordbank', 'Nordbank trial']) {
    await page.getByRole('button', { name: `Diagnose ${name}`, exact: true }).click();
    const report = page.getByRole('list', { name: `Diagnosis of ${name}`, exact: true });
    await expect(report.getByText('Limits', { exact: true })).toBeVisible();
  }
  await inspectScreen(page, 'connections');
  await page.getByRole('button', { name: 'Change Nordbank', exact: true }).click();
  await inspectScreen(page, 'changed connection');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove Nordbank', exact: true }).click();
  await inspectScreen(page, 'removal of a connection');
  await page.getByRole('button', { name: 'Go back' }).last().click();

  await goToPage(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Limit the upload speed' }).check();
  await page.getByRole('region', { name: 'Rules of the check' }).getByText('JSON', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Rule set (JSON)' }).fill('{ "mainEntity": "nobody" }');
  await expect(page.getByText('There is 1 mistake.')).toBeVisible();
  await inspectScreen(page, 'settings');
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('proxy');
  await inspectScreen(page, 'settings searched');
});

test('the screens that ask the service directly @night', async ({ page, startTenant, writeExport }) => {
  test.slow();
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  await addConnection(page, await startTenant(), { name: 'Nordbank trial' });
  const [line = ''] = (await readFile(await writeExport('export.jsonl'), 'utf8')).split('\n');
  await goToPage(page, 'Send transaction');
  await page.getByRole('combobox', { name: 'Send to' }).click();
  await page.getByRole('option', { name: 'Production Nordbank' }).click();
  await inspectScreen(page, 'no transaction');
  const field = page.getByRole('textbox', { name: 'The transaction (JSON)' });
  await field.fill(`${line}\n${line}`);
  await inspectScreen(page, 'several transactions');
  await field.fill(line.replace(/"payment_source_country":\s*"[A-Z]{2}"/, '"payment_source_country":"Sweden"'));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await inspectScreen(page, 'sending a faulty transaction');
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await expect(page.getByText('Rejected.')).toBeVisible();
  await inspectScreen(page, 'refused transaction');
  await field.fill(line);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Send it' }).click();
  await expect(page.getByText('Accepted.')).toBeVisible();
  await inspectScreen(page, 'accepted transaction');

  await goToPage(page, 'Rules');
  await expect(page.getByRole('cell', { name: 'R-101' })).toBeVisible();
  await inspectScreen(page, 'no runs of rules');
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(page.getByText('Done', { exact: true })).toBeVisible();
  await inspectScreen(page, 'finished run of rules');
  await page.getByRole('button', { name: 'Run the rules' }).click();
  await expect(page.getByText('Rejected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Run again for a past day' }).click();
  // First what lasts for a minute only.
  await expect(page.getByRole('button', { name: /^Run again: in/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run the rules' })).toBeEnabled();
  await page.getByRole('radio', { name: 'Only these' }).check();
  await inspectScreen(page, 'runs of rules');

  await goToPage(page, 'Observe');
  await expect(page.getByRole('button', { name: 'Ask', exact: true })).toBeVisible();
  await inspectScreen(page, 'nothing observed yet');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copy as CSV' })).toBeVisible();
  await inspectScreen(page, 'observed');
  await page.getByRole('button', { name: 'Names and paths…' }).click();
  await inspectScreen(page, 'paths of what is observed');
  await page.keyboard.press('Escape');

  await goToPage(page, 'Settings');
  await page.getByRole('radio', { name: 'Set a proxy by hand' }).check();
  await page.getByRole('textbox', { name: 'Address of the proxy' }).fill('proxy.bank.example');
  await page.getByRole('button', { name: 'Use this proxy' }).click();
  await page.getByRole('button', { name: 'Paste…' }).click();
  await inspectScreen(page, 'network');
});

test('the screens of correcting by hand @night', async ({ page, startTenant, workplace }) => {
  test.slow();
  await addConnection(page, await startTenant(), { name: 'Nordbank', kind: 'Production' });
  const faulty = `${workplace.folder}/migration of the old core system, 4th trial.jsonl`;
  await writeFaultySample(faulty, 3);
  await dropFiles(page, [faulty]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'migration of the old core system, 4th trial.jsonl', 'Held');
  await openSubmission(page, 'migration of the old core system, 4th trial.jsonl');
  await page
    .getByRole('grid', { name: 'Findings' })
    .getByRole('row', { name: /Wrong format/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Correct this line…' }).click();
  await page.getByRole('button', { name: 'As JSON' }).click();
  const found = page.getByRole('region', { name: 'Findings in this text' }).getByRole('button').first();
  await expect(found).toBeVisible();
  await inspectScreen(page, 'correcting a line');
  await found.click();
  await expect(page.getByRole('textbox', { name: /^The text of line/ })).toBeFocused();
  await page.keyboard.type('oops');
  await expect(found).toContainText('not valid JSON');
  await inspectScreen(page, 'a line that became no JSON');
  await leaveLineOut(page, page.getByRole('button', { name: 'Leave this line out…' }));
  await expect(page.getByRole('button', { name: 'Take it in again' })).toBeVisible();
  await inspectScreen(page, 'a line that is left out');
  await page.getByRole('button', { name: 'Back to the findings' }).click();
  await expect(page.getByRole('grid', { name: 'Findings' })).toBeVisible();
  await inspectScreen(page, 'findings with corrections');
  await page.getByRole('button', { name: 'Undo all…' }).click();
  await inspectScreen(page, 'undoing all corrections');
  await page.getByRole('button', { name: 'Keep them' }).click();
  await page.getByRole('button', { name: 'Make the corrected file…' }).click();
  await inspectScreen(page, 'making the corrected file');
  await page.getByRole('button', { name: 'Not yet' }).click();
});

test('the screens of a busy day @night', async ({ page, startTenant, workplace, writeExport }) => {
  test.slow();
  const production = await startTenant();
  await addConnection(page, production, { name: 'Nordbank', kind: 'Production' });
  const send = async (...paths: string[]) => {
    await dropFiles(page, paths);
    await confirmSending(page, 'Nordbank');
  };
  await send(await writeExport('payments 2026-10.jsonl', { seed: 1, bytes: 900_000 }));
  await confirmForProduction(page, 'payments 2026-10.jsonl');
  await expectState(page, 'payments 2026-10.jsonl', 'Done');

  production.misbehave([{ name: 'processing-error', times: 1 }]);
  await send(await writeExport('cards 2026-10.jsonl', { seed: 2 }));
  await confirmForProduction(page, 'cards 2026-10.jsonl');
  await expectState(page, 'cards 2026-10.jsonl', 'Failed');
  await send(await writeExport('payments 2026-10 (copy).jsonl', { seed: 1, bytes: 900_000 }));
  await expectState(page, 'payments 2026-10 (copy).jsonl', 'Held');

  const faulty = `${workplace.folder}/migration of the old core system, 4th trial.jsonl`;
  await writeFaultySample(faulty, 3);
  await send(faulty);
  await expectState(page, 'migration of the old core system, 4th trial.jsonl', 'Held');
  const refused = `${workplace.folder}/تحويلات أكتوبر.jsonl`;
  await writeFaultySample(refused, 4);
  await dropFiles(page, [refused]);
  await page.getByRole('radio', { name: 'Send it anyway' }).check();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'تحويلات أكتوبر.jsonl', 'Held');
  await rowOf(page, 'تحويلات أكتوبر.jsonl')
    .getByRole('button', { name: /^Send anyway…/ })
    .click();
  const question = page.getByRole('dialog', { name: /anyway/ });
  await question.getByRole('textbox', { name: 'Why is it sent with errors?' }).fill('The provider asked to see it');
  await question.getByRole('textbox', { name: /^To send it to production/ }).fill('Nordbank');
  await question.getByRole('button', { name: 'Send anyway' }).click();
  await expectState(page, 'تحويلات أكتوبر.jsonl', 'Rejected');

  await goToPage(page, 'Overview');
  await expect(page.getByRole('img', { name: / accepted, .* rejected or faulty$/ })).toBeVisible();
  await inspectScreen(page, 'overview');
  await page.getByRole('button', { name: 'As a table' }).click();
  await inspectScreen(page, 'overview as a table');
  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('table', { name: 'Each file' })).toBeVisible();
  await page.getByRole('button', { name: 'Enter control figures' }).click();
  await inspectScreen(page, 'statement');
  await goToPage(page, 'History');
  await expect(page.getByRole('region', { name: 'Entries of the history' })).toBeVisible();
  await inspectScreen(page, 'history');
  await goToPage(page, 'Queue');

  production.misbehave(standstill);
  const large = await Promise.all(
    ['ledger 1.jsonl', 'ledger 2.jsonl', 'ledger 3.jsonl'].map((name) => writeExport(name, { bytes: LARGE })),
  );
  await dropFiles(page, large);
  await expect(page.getByRole('dialog', { name: 'Add 3 files' })).toBeVisible();
  await page.getByRole('radio', { name: 'Hold the file' }).check();
  await inspectScreen(page, 'adding files');
  await confirmSending(page, 'Nordbank');
  for (const number of [1, 2, 3]) await confirmForProduction(page, `ledger ${number}.jsonl`);
  await expectState(page, 'ledger 1.jsonl', 'Sending');
  await expect(page.getByRole('button', { name: 'Pause ledger 2.jsonl' })).toBeVisible();
  await page.getByRole('button', { name: 'Pause ledger 2.jsonl' }).click();
  await expectState(page, 'ledger 2.jsonl', 'Paused');
  await page.getByRole('button', { name: 'Cancel… ledger 3.jsonl' }).click();
  await inspectScreen(page, 'giving up');
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await expectState(page, 'ledger 3.jsonl', 'Cancelled');
  await inspectScreen(page, 'queue');
  await page.getByRole('radiogroup', { name: 'Height of the rows' }).getByTitle('Compact rows').click();
  await rowOf(page, 'cards 2026-10.jsonl').getByRole('link', { name: 'cards 2026-10.jsonl', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Batches of cards 2026-10.jsonl' })).toBeVisible();
  await inspectScreen(page, 'compact queue with details');
  await page.getByRole('button', { name: 'Close the details' }).click();
  await page.getByRole('radiogroup', { name: 'Height of the rows' }).getByTitle('Comfortable rows').click();

  await page.getByRole('button', { name: 'Show the batches of payments 2026-10.jsonl' }).click();
  await expect(page.getByRole('table', { name: 'Batches of payments 2026-10.jsonl' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await inspectScreen(page, 'queue with a selection');
  await page
    .getByRole('region', { name: /selected$/ })
    .getByRole('button', { name: /^Remove \(/ })
    .click();
  await inspectScreen(page, 'removal');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Send anyway… payments 2026-10 (copy).jsonl' }).click();
  await inspectScreen(page, 'sending anyway');
  await page.getByRole('button', { name: 'Do not send' }).click();
  await page.getByRole('searchbox', { name: 'Find by name, folder or id' }).fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await inspectScreen(page, 'queue without a match');
  await page.getByRole('button', { name: 'Show all' }).click();

  await openSubmission(page, 'migration of the old core system, 4th trial.jsonl');
  await page
    .getByRole('grid', { name: 'Findings' })
    .getByRole('row', { name: /Wrong format/ })
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'The line as it is in the file' })).toBeVisible();
  await inspectScreen(page, 'findings');
  await page.getByRole('tab', { name: 'Batches' }).click();
  await inspectScreen(page, 'no batches');
  await page.getByRole('button', { name: 'Send anyway…' }).click();
  await inspectScreen(page, 'sending anyway from its page');
  await page.getByRole('button', { name: 'Do not send' }).click();
  await goToPage(page, 'Queue');

  await openSubmission(page, 'تحويلات أكتوبر.jsonl');
  await inspectScreen(page, 'batches');
  await page.getByRole('button', { name: 'Report of the service on batch 1' }).click();
  await expect(page.getByRole('button', { name: 'Save the report…' })).toBeVisible();
  await inspectScreen(page, 'report');
  await page.getByRole('button', { name: 'Close the report' }).click();
  await goToPage(page, 'Queue');

  await openSubmission(page, 'payments 2026-10.jsonl');
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await inspectScreen(page, 'submission');
  await goToPage(page, 'Queue');
  await openSubmission(page, 'ledger 1.jsonl');
  await inspectScreen(page, 'submission under way');
  await goToPage(page, 'Queue');
  await expect(rowOf(page, 'ledger 1.jsonl')).toBeVisible();
});
