/** @file The system's key store as it may be: working, refused by a person or a policy, locked for a while, or replaced. */

import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { KeyStoreState } from '../../electron-double/control.ts';
import { addConnection, confirmSending, expectState, goToPage } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

function keyStore(folder: string, state: KeyStoreState) {
  return { keyStore: { state, file: join(folder, 'key-store.json'), backend: 'gnome_libsecret' as const } };
}

function hint(page: Page) {
  return page.getByText(/only in memory/);
}

test('secrets survive a restart where the key store works', async ({ desk, startTenant, writeExport }) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.double.do('quit', {});
  await desk.double.ended;

  const page = await desk.open();
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
});

// The app believes that the key store can be used, and saving a connection fails.
test.fixme('a key store that refuses leaves the app usable, with a hint', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  const page = await desk.open(keyStore(workplace.folder, 'denied'));
  await addConnection(page, tenant, { name: 'Nordbank' });
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
  await goToPage(page, 'Settings');
  await expect(hint(page)).toBeVisible();
});

test('a session without a key store says that secrets are kept only in memory', async ({ desk, workplace }) => {
  const { keyStore: store } = keyStore(workplace.folder, 'working');
  const page = await desk.open({ keyStore: { ...store, backend: 'basic_text' } });
  await goToPage(page, 'Settings');
  await expect(hint(page)).toBeVisible();
});

test('a key store that is locked for a while loses nothing, and the next start has the secrets again', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.double.do('quit', {});
  await desk.double.ended;

  const locked = await desk.open(keyStore(workplace.folder, 'locked'));
  await expect(locked.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await desk.double.do('quit', {});
  await desk.double.ended;

  const page = await desk.open();
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
});

test('a key store with another key asks for the secrets again', async ({ desk, startTenant, workplace }) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.double.do('quit', {});
  await desk.double.ended;

  const page = await desk.open(keyStore(workplace.folder, 'lost'));
  await goToPage(page, 'Connections');
  await expect(page.getByText(/secret/i).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Diagnose Nordbank', exact: true })).toBeVisible();
});

test('a key that was exchanged keeps the secrets, also over the next start', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.double.do('quit', {});
  await desk.double.ended;

  const page = await desk.open(keyStore(workplace.folder, 'rotated'));
  await dropFiles(page, [await writeExport('export.jsonl')]);
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'export.jsonl', 'Done');
});
