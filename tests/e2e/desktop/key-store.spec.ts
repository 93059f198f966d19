/** @file The system's key store as it may be: working, refused by a person or a policy, or locked for a while. */

import type { Page } from '@playwright/test';
import { addConnection, confirmSending, expectState, goToPage, sendFile } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';
import { keyStore } from './key-store-state.ts';

function hint(page: Page) {
  return page.getByRole('region', { name: 'About' }).getByText(/^Secrets cannot be stored now\./);
}

test('a key store that refuses leaves the app usable, says so, and never stores a secret in the clear', async ({
  desk,
  workplace,
  writeExport,
}) => {
  const page = await desk.open(keyStore(workplace.folder, 'denied'));
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();
  await page
    .getByRole('dialog', { name: 'Add 2 files' })
    .getByRole('button', { name: /^Leave out .*with-faults/ })
    .click();
  await confirmSending(page, 'Practice');
  await sendFile(page, await writeExport('export.jsonl'), 'Done', 'Practice');
  await goToPage(page, 'Settings');
  await expect(hint(page)).toContainText('is locked, or does not run');
});

test('a session without a key store says that secrets cannot be stored', async ({ desk, workplace }) => {
  const { keyStore: store } = keyStore(workplace.folder, 'working');
  const page = await desk.open({ keyStore: { ...store, backend: 'basic_text' } });
  await goToPage(page, 'Settings');
  await expect(hint(page)).toContainText('This session has no key store (GNOME Keyring or KWallet).');
});

test('a key store that asks for a password keeps the window waiting only so long, and counts once it has answered @night', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  const page = await desk.open(keyStore(workplace.folder, 'asking'));
  await goToPage(page, 'Settings');
  await expect(hint(page)).toContainText('has not answered yet');
  await desk.double.do('setKeyStore', { state: 'working' });
  // The form asks again, and no longer says that nothing can be stored.
  await addConnection(page, tenant, { name: 'Nordbank' });
  await goToPage(page, 'Settings');
  await expect(hint(page)).toBeHidden();
  await desk.end();

  const again = await desk.open();
  await dropFiles(again, [await writeExport('export.jsonl')]);
  await confirmSending(again, 'Nordbank');
  await expectState(again, 'export.jsonl', 'Done');
});

test('a key store that is opened while the app runs lets secrets be stored, without a restart', async ({
  desk,
  startTenant,
  workplace,
}) => {
  const tenant = await startTenant();
  const page = await desk.open(keyStore(workplace.folder, 'locked'));
  await goToPage(page, 'Connections');
  await page.getByRole('button', { name: 'New connection' }).click();
  // It is told before a person fills anything in.
  const notice = await page.getByText('This computer cannot store a secret').boundingBox();
  const firstChoice = await page.getByRole('radio').first().boundingBox();
  expect(notice?.y).toBeLessThan(firstChoice?.y ?? 0);
  await desk.double.do('setKeyStore', { state: 'working' });
  await goToPage(page, 'Queue');
  await addConnection(page, tenant, { name: 'Nordbank' });
  await goToPage(page, 'Settings');
  await expect(hint(page)).toBeHidden();
});

test('a file that waits for a locked key store is sent once the store is opened, and the next start has the secrets again', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.end();

  const page = await desk.open(keyStore(workplace.folder, 'locked'));
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expect(page.getByText('The key store cannot be opened now').first()).toBeVisible();
  await desk.double.do('setKeyStore', { state: 'working' });
  await expectState(page, 'export.jsonl', 'Done');
  await desk.end();

  const next = await desk.open();
  await dropFiles(next, [await writeExport('next.jsonl')]);
  await confirmSending(next, 'Nordbank');
  await expectState(next, 'next.jsonl', 'Done');
});
