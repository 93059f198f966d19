/** @file Common actions of people in the window, found by the visible texts. */

import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { PracticeTenant } from '../../src-main/practice/tenant.ts';
import { copyText, sendCommand } from './app/window.ts';
import { dropFiles, expect } from './story.ts';

/** Opens the page of this title with its link, and waits until it is the one that is shown. */
export async function goToPage(page: Page, name: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}

export interface NewConnection {
  name: string;
  kind?: 'Production' | 'Test';
  secret?: string;
}

/** The values that a provider gives. */
export type ProviderValues = Pick<PracticeTenant, 'baseUrl' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'scope'>;

/**
 * Adds a connection as another window of the app does, for stories that are not about that; this window sees it as soon as
 * it shows another page.
 */
export async function addConnection(page: Page, tenant: ProviderValues, connection: NewConnection): Promise<void> {
  const { name, kind = 'Test', secret = tenant.clientSecret } = connection;
  const { baseUrl, tokenUrl, clientId, scope } = tenant;
  const form = { name, kind: kind === 'Test' ? 'test' : 'production', baseUrl, tokenUrl, clientId, scope, secret };
  await sendCommand(page, 'connections.add', form);
  // From a form that is open, the list is not another page.
  await goToPage(page, 'Queue');
  await expectConnection(page, name);
}

/** Types the values of a tenant into the form and saves it, which also tests it. */
export async function typeConnection(page: Page, tenant: ProviderValues, connection: NewConnection): Promise<void> {
  const { name, kind = 'Test', secret = tenant.clientSecret } = connection;
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'New connection' }).click();
  await page.getByRole('radio', { name: kind }).check();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Base address' }).fill(tenant.baseUrl);
  await page.getByRole('textbox', { name: 'Token address' }).fill(tenant.tokenUrl);
  await page.getByRole('textbox', { name: 'Client id' }).fill(tenant.clientId);
  await page.getByRole('textbox', { name: 'Scope' }).fill(tenant.scope);
  await page.getByLabel(/^Client secret( \*)?$/).fill(secret);
  await page.getByRole('button', { name: 'Save connection' }).click();
  await expectConnection(page, name);
}

async function expectConnection(page: Page, name: string): Promise<void> {
  await goToPage(page, 'Connections');
  await expect(page.getByRole('button', { name: `Diagnose ${name}`, exact: true })).toBeVisible();
  await goToPage(page, 'Queue');
}

/**
 * From now on, what this page does after a second or more does not come: a story looks at what passes by itself. Playwright's own
 * clock would stop for all later windows of the double as well, which share its context.
 */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const begin = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (handler: TimerHandler, wait = 0, ...values: unknown[]) =>
        wait < 1000 ? begin(handler, wait, ...values) : 0,
    });
  });
}

/** Of a file far larger than what a system buffers for the app at once, so that its upload really stops in its middle. */
export const LARGE = 16_000_000;

/**
 * Uploads of such files stop in their middle until the story ends that with `tenant.misbehave([])`: a number of times would
 * also count attempts that the story has not seen.
 */
export const standstill = [{ name: 'stall-put-after', bytes: LARGE / 16 }] as const;

/** Pastes a text into the focused field. */
export async function paste(field: Locator, text: string): Promise<void> {
  await copyText(field.page(), text);
  await field.press('ControlOrMeta+V');
}

/** Waits until this is on the clipboard. The button that copied it says so for a moment only, which nothing can wait for. */
export async function expectOnClipboard(page: Page, text: RegExp): Promise<void> {
  const target = await page.evaluateHandle(() => document.body.appendChild(document.createElement('textarea')));
  const pasted = async () => {
    await target.press('ControlOrMeta+A');
    await target.press('ControlOrMeta+V');
    return await target.inputValue();
  };
  await expect.poll(pasted).toMatch(text);
  await target.evaluate((element) => element.remove());
}

/** Trusts an authority in addition to the system's. */
export async function trust(page: Page, pem: string): Promise<void> {
  await goToPage(page, 'Settings');
  await page.getByRole('button', { name: 'Paste…' }).click();
  await page.getByRole('textbox', { name: 'Certificates as text (PEM)' }).fill(pem);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('1 certificate trusted')).toBeVisible();
}

/** Diagnoses a connection, and returns its complete report. */
export async function diagnose(page: Page, name: string): Promise<Locator> {
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: `Diagnose ${name}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copy for the help desk' })).toBeVisible();
  return page.getByRole('list', { name: `Diagnosis of ${name}`, exact: true });
}

/** Answers the dialog that follows picking files. */
export async function confirmSending(page: Page, connection: string): Promise<void> {
  // Outside its sending hours the button says when it is sent.
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: `Check and send to ${connection}` });
  await confirm.or(dialog.getByRole('button', { name: `Check, and send to ${connection}` })).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The row of a file in the queue. */
export function rowOf(page: Page, fileName: string): Locator {
  return page
    .getByRole('grid', { name: 'Submissions' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: fileName, exact: true }) });
}

/** Waits until a submission shows a state, by its word in the queue. */
export async function expectState(page: Page, fileName: string, state: string): Promise<void> {
  await expect(rowOf(page, fileName).getByText(state, { exact: true })).toBeVisible();
}

/** Adds a file, sends it over a connection, and waits until it stands like this. */
export async function sendFile(page: Page, path: string, state: string, connection = 'Nordbank'): Promise<void> {
  await dropFiles(page, [path]);
  await confirmSending(page, connection);
  await expectState(page, basename(path), state);
}

/** Opens the page of a submission; in a wide window, a click on its name would show it beside the list. */
export async function openSubmission(page: Page, fileName: string): Promise<void> {
  await rowOf(page, fileName).getByRole('link', { name: fileName, exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: fileName, level: 1 })).toBeVisible();
}

/** Confirms a file that waits for that before it goes to Production. */
export async function confirmForProduction(page: Page, fileName: string): Promise<void> {
  await rowOf(page, fileName)
    .getByRole('button', { name: `Send… ${fileName}` })
    .click();
  const question = page.getByRole('dialog', { name: `Send ${fileName}?` });
  await expect(question.getByRole('table', { name: 'What is sent' })).toBeVisible();
  await question.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(question).toBeHidden();
}

/** Adds a file of these lines, and opens the place to correct what is wrong with it. */
export async function openFaults(page: Page, path: string, lines: readonly string[]): Promise<void> {
  const name = basename(path);
  await writeFile(path, `${lines.join('\n')}\n`);
  await dropFiles(page, [path]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, name, 'Held');
  await openSubmission(page, name);
  await page.getByRole('link', { name: 'Correct…' }).click();
}

/** Leaves a line out with one of the buttons for it, and says why. */
export async function leaveLineOut(
  page: Page,
  button: Locator,
  reason = 'It is no payment.',
  lines = 1,
): Promise<void> {
  const words = lines === 1 ? 'Leave 1 line out' : `Leave ${lines} lines out`;
  await button.click();
  const question = page.getByRole('dialog', { name: `${words}?` });
  await question.getByRole('textbox', { name: 'The reason' }).fill(reason);
  await question.getByRole('button', { name: words }).click();
  await expect(question).toBeHidden();
}
