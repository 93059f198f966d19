/** @file Every command by a few letters, and keys that never get in the way of typing. */

import type { Page } from '@playwright/test';
import { addConnection, confirmSending, expectState, goToPage, openSubmission, rowOf, sendFile } from './gestures.ts';
import { expect, test } from './story.ts';

// As most people have it: the focus comes after what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const field = (page: Page) => page.getByRole('combobox', { name: 'Type a command' });
const option = (page: Page, name: string) => page.getByRole('option', { name });

async function openPalette(page: Page): Promise<void> {
  await page.locator('#page').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(field(page)).toBeFocused();
}

test('commands and files are found by a few letters, and what was used last stands first', async ({
  page,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(page, tenant, { name: 'Nordbank' });
  await sendFile(page, await writeExport('payments 2026-10.jsonl'), 'Done');

  // Keys that follow at once count: nobody waits for a field.
  await page.locator('#page').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('hist');
  await expect(field(page)).toHaveValue('hist');
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible();

  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveText(/^History/);
  await page.keyboard.type('find');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Find by name, folder or id' })).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await rowOf(page, 'payments 2026-10.jsonl').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('receipt');
  await expect(page.getByRole('option').first()).toHaveText(/^Receipt of payments 2026-10\.jsonl…/);
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog', { name: 'Receipt of payments 2026-10.jsonl' });
  await expect(receipt.getByRole('button', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(rowOf(page, 'payments 2026-10.jsonl')).toBeFocused();

  await openPalette(page);
  await page.keyboard.type('pay 10');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'payments 2026-10.jsonl', level: 1 })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('remove');
  await expect(option(page, 'Remove payments 2026-10.jsonl')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();

  await openPalette(page);
  await page.keyboard.type('diagnose');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Diagnosis of Nordbank', exact: true })).toBeVisible();

  // What fits better comes before what was used last.
  await addConnection(page, tenant, { name: 'Nord' });
  await openPalette(page);
  await expect(page.getByRole('group', { name: 'Recently used' }).getByRole('option').first()).toHaveText(/Nordbank$/);
  await page.keyboard.type('diagnose n');
  await expect(page.getByRole('option').first()).toHaveText('Diagnose Nordbank');
  await page.keyboard.type('ord');
  await expect(page.getByRole('option').first()).toHaveText('Diagnose Nord');
  await page.keyboard.press('Escape');

  await openPalette(page);
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await openPalette(page);
  await page.keyboard.type('no such thing at all');
  await expect(page.getByText('No command and no file fits.').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('No command and no file fits.');
  await expect(option(page, 'Find “no such thing at all” in the queue')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox')).toHaveValue('no such thing at all');
});

test('no key means a command while a person types or a dialog is open, but the one that lists the commands', async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await sendFile(page, await writeExport('export.jsonl'), 'Done');
  // The focus comes back to the row that the commands were about.
  await rowOf(page, 'export.jsonl').focus();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(option(page, 'Remove export.jsonl')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'export.jsonl')).toBeFocused();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).press('Escape');
  await expect(rowOf(page, 'export.jsonl')).toBeFocused();

  const dialogs = page.getByRole('dialog');

  const search = page.getByRole('searchbox').first();
  await search.pressSequentially('gs?');
  await expect(search).toHaveValue('gs?');
  await expect(dialogs).toHaveCount(0);
  // No text is typed with this key: the commands open, and the field has its text and the focus after them.
  await search.press('ControlOrMeta+K');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('gs?');
  // What stands in the field limits what would be removed, which says so.
  await search.fill('export');
  await search.press('ControlOrMeta+K');
  await field(page).fill('remove what');
  await expect(option(page, 'Remove what is done of what “export” finds')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);
  await search.fill('');

  await rowOf(page, 'export.jsonl').press('Delete');
  await expect(page.getByRole('dialog', { name: 'Remove export.jsonl from the list?' })).toBeVisible();
  for (const key of ['?', 'g', 's', 'ControlOrMeta+K']) await page.keyboard.press(key);
  await expect(dialogs).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialogs).toHaveCount(0);

  // The same keys do mean something where nothing is typed.
  await rowOf(page, 'export.jsonl').focus();
  // Both are with the browser before the page has answered to the first: the second counts only for a moment.
  await Promise.all([page.keyboard.press('g'), page.keyboard.press('s')]);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('single keys can be turned off, for good', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByRole('switch', { name: 'Single keys' }).click();
  await expect(dialog.getByText('Queue', { exact: true })).toHaveCount(
    await page.evaluate(() => ('tranship' in window ? 1 : 0)),
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.type('?gh');
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();

  await page.reload();
  await openPalette(page);
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('switch', { name: 'Single keys' })).not.toBeChecked();
});

test('files are chosen from the list of commands @night', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await openPalette(page);
  await page.keyboard.type('add files');
  const asked = page.waitForEvent('filechooser');
  // Answered by the page after the request for the event: a key alone could overtake that request.
  await expect(option(page, 'Add files')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await (await asked).setFiles([await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
  await openSubmission(page, 'export.jsonl');
  await goToPage(page, 'Queue');
});

test('files arrive that a person chose after a long search for them @night', { tag: '@browser' }, async ({
  page,
  startTenant,
  writeExport,
}) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const session = await page.context().newCDPSession(page);
  const chooser = new Promise<number | undefined>((resolve) => {
    session.on('Page.fileChooserOpened', ({ backendNodeId }) => resolve(backendNodeId));
  });
  await session.send('Page.enable');
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
  await openPalette(page);
  await page.keyboard.type('add files');
  await page.keyboard.press('Enter');
  const backendNodeId = await chooser;
  await page.requestGC();
  const files = [await writeExport('export.jsonl')];
  await session.send('DOM.setFileInputFiles', { files, ...(backendNodeId !== undefined && { backendNodeId }) });
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
});
