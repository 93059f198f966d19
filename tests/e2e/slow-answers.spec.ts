/** @file What a person does while the app takes its time: an answer that comes late undoes, sends and loses nothing. */

import type { Page } from '@playwright/test';
import type { CommandName } from '../../src-shared/channels.ts';
import { transactionLine } from '../cli/transactions.ts';
import { install, provisionHere } from '../installed-programs.ts';
import { Authority } from '../wire/network/authority.ts';
import { addConnection, goToPage, openFaults, openSubmission, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { expect, test } from './story.ts';

test.beforeAll(() => {
  const provision = provisionHere('openssl');
  if (provision.kind === 'to-install') install(provision.packages);
});

/** The app's answers to one command, which come only when they are let go. */
interface HeldAnswers {
  hold(command: CommandName): void;
  /** How many have come. */
  count(): number;
  /** How many were asked for. */
  asked(): number;
  letGo(): void;
}

/** Loads the page again, so that its connection to the app can be held up. */
async function holdAnswers(page: Page): Promise<HeldAnswers> {
  let held: CommandName | undefined;
  const calls = new Set<number>();
  const waiting: (() => void)[] = [];
  await page.routeWebSocket(/\/contract/, (socket) => {
    const app = socket.connectToServer();
    socket.onMessage((text) => {
      const { id, name } = JSON.parse(String(text));
      if (name !== undefined && name === held) calls.add(id);
      app.send(text);
    });
    app.onMessage((text) => {
      const { id } = JSON.parse(String(text));
      if (held !== undefined && calls.has(id)) waiting.push(() => socket.send(text));
      else socket.send(text);
    });
  });
  await page.reload();
  return {
    hold: (command) => {
      held = command;
    },
    count: () => waiting.length,
    asked: () => calls.size,
    letGo: () => {
      held = undefined;
      for (const answer of waiting.splice(0)) answer();
    },
  };
}

test('no rules can be run after a submission before its day is known @browser @night', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl'), 'Done');
  const answers = await holdAnswers(page);
  await openSubmission(page, 'export.jsonl');
  const days = await page.getByText(/ to \d{4}-\d{2}-\d{2} \(\d+ days with transactions\)/).textContent();
  answers.hold('submission.details');
  await page.getByRole('link', { name: /^Run the rules for/ }).click();
  await expect(page.getByRole('cell', { name: 'R-101' })).toBeVisible();
  await expect.poll(answers.count).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: 'Run the rules' })).toHaveCount(0);
  answers.letGo();
  await expect(page.getByLabel('Day of the transactions')).toHaveValue(/ to (\S+) /.exec(days ?? '')?.[1] ?? '');
});

test('a proposal that is taken counts at once, and its button stays, while every line is being checked', async ({
  page,
  startTenant,
  workplace,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const lines = [transactionLine().replace('"DE"', '"Sweden"'), transactionLine().replace('"DE"', '"Atlantis"')];
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), ...lines]);
  const answers = await holdAnswers(page);
  const use = page.getByRole('region', { name: 'Values' }).getByRole('button', { name: 'Use 1 proposal' });
  await expect(use).toBeVisible();
  answers.hold('submission.faults');
  await use.press('Enter');
  await expect(page.getByRole('button', { name: /^Source country 1 of 2 left/ })).toBeVisible();
  await expect(page.getByText('2 → 1 left')).toBeVisible();
  await expect(page.getByText('Checking every line…')).toBeVisible();
  const gone = page.getByRole('button', { name: 'No proposal left' });
  await expect(gone).toHaveAttribute('aria-disabled', 'true');
  await expect(gone).toBeFocused();
  await inspect(page, 'correcting, while every line is checked');
  const send = page.getByRole('button', { name: /^(Correct and send|Send) / });
  await expect(send).toBeDisabled();
  await expect(send).toHaveAttribute('title', 'Checking every line…');
  answers.letGo();
  await expect(page.getByRole('button', { name: 'Send 2 lines: 1 corrected, 1 unchanged' })).toBeEnabled();
  await expect(page.getByText('2 → 1 left')).toBeVisible();
});

test('a question that is answered by keys twice is acted on once', async ({ page, startTenant, workplace }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await openFaults(page, `${workplace.folder}/november.jsonl`, [transactionLine(), '{"request_uuid":7}']);
  const answers = await holdAnswers(page);
  await page.getByRole('button', { name: 'Correct this line by hand…' }).click();
  await page.getByRole('button', { name: 'Leave this line out…' }).click();
  const question = page.getByRole('dialog', { name: 'Leave 1 line out?' });
  await question.getByRole('textbox').fill('It is no payment.');
  answers.hold('edits.save');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(question.getByRole('button', { name: 'Leave 1 line out' })).toHaveAttribute('data-loading', 'true');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect.poll(answers.count).toBe(1);
  answers.letGo();
  await expect(page.getByText('This line is left out of the corrected file.')).toBeVisible();
  expect(answers.asked()).toBe(1);
});

test('an authority that is added while the proxy is being stored leaves the proxy as it was chosen @browser @night', async ({
  page,
}) => {
  const answers = await holdAnswers(page);
  await goToPage(page, 'Settings');
  const network = page.getByRole('region', { name: 'Network' });
  answers.hold('network.change');
  await network.getByRole('radio', { name: 'Use no proxy' }).check();
  await expect.poll(answers.count).toBe(1);
  await network.getByRole('button', { name: 'Paste…' }).click();
  await network.getByRole('textbox', { name: 'Certificates as text (PEM)' }).fill(new Authority('Bank').cert);
  await network.getByRole('button', { name: 'Add', exact: true }).click();
  answers.letGo();
  await expect(network.getByText('1 certificate trusted')).toBeVisible();
  await page.reload();
  await expect(network.getByText('1 certificate trusted')).toBeVisible();
  await expect(network.getByRole('radio', { name: 'Use no proxy' })).toBeChecked();
});

test('what is typed while a proxy is being stored stays, and is not in use yet @browser', async ({ page }) => {
  const answers = await holdAnswers(page);
  await goToPage(page, 'Settings');
  const network = page.getByRole('region', { name: 'Network' });
  await network.getByRole('radio', { name: 'Set a proxy by hand' }).check();
  await network.getByRole('textbox', { name: 'Address of the proxy' }).fill('proxy.bank.example:8080');
  answers.hold('network.change');
  await network.getByRole('button', { name: 'Use this proxy' }).click();
  await expect.poll(answers.count).toBe(1);
  await network.getByRole('textbox', { name: 'User name' }).fill('mara');
  answers.letGo();
  await expect(network.getByRole('button', { name: 'Use this proxy' })).toBeEnabled();
  await expect(network.getByRole('textbox', { name: 'User name' })).toHaveValue('mara');
  await network.getByRole('button', { name: 'Use this proxy' }).click();
  await expect(network.getByText('This proxy is in use.')).toBeVisible();
});

test('what is filled in while a path gets its name stays @browser', async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const answers = await holdAnswers(page);
  await goToPage(page, 'Observe');
  await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/api/observability/batches?state={state}');
  await page.getByRole('textbox', { name: 'Name for this path' }).fill('By state');
  answers.hold('connections.observe');
  await page.getByRole('button', { name: 'Save under this name' }).click();
  await expect.poll(answers.count).toBe(1);
  await page.getByRole('textbox', { name: 'state', exact: true }).fill('ERROR');
  answers.letGo();
  await expect(page.getByRole('radio', { name: 'By state' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'state', exact: true })).toHaveValue('ERROR');
});

test('a person who has gone elsewhere while a file is being removed is not called back to the queue @browser', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl'), 'Done');
  const answers = await holdAnswers(page);
  await openSubmission(page, 'export.jsonl');
  answers.hold('queue.remove');
  await page.locator('#page').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeFocused();
  await page.keyboard.type('remove');
  await expect(page.getByRole('option', { name: 'Remove export.jsonl' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect.poll(answers.count).toBe(1);
  await goToPage(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  answers.letGo();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(page).toHaveURL(/#\/settings$/);
});
