/** @file Files that reach the app from outside its window: from its arguments, a second start, or the system. */

import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Page } from '@playwright/test';
import type { PracticeTenant } from '../../../src-main/practice/tenant.ts';
import { addConnection, confirmSending, expectState, LARGE, standstill } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { openMidUpload } from './mid-upload.ts';

async function sendOffered(page: Page, tenant: PracticeTenant, names: readonly string[]): Promise<void> {
  for (const name of names) await expect(page.getByRole('dialog').getByText(name, { exact: true })).toBeVisible();
  await confirmSending(page, 'Nordbank');
  for (const name of names) await expectState(page, name, 'Done');
  expect(tenant.batches()).toHaveLength(names.length);
}

test('a second start hands its file to the first, relative to its own folder, and ends', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  const page = await desk.open();
  await addConnection(page, tenant, { name: 'Nordbank' });
  const elsewhere = `${workplace.folder}/elsewhere`;
  await mkdir(elsewhere);
  await writeExport('elsewhere/evening.jsonl');
  await desk.double.do('blurWindow', {});

  const second = desk.start({ workingFolder: elsewhere, arguments: ['evening.jsonl'] });
  expect(await second.ended).toBe(0);
  expect(second.acts('tray')).toEqual([]);

  const window = async () => (await desk.double.do('windows', {}))[0];
  await expect.poll(window).toMatchObject({ isVisible: true, isFocused: true });
  await sendOffered(page, tenant, ['evening.jsonl']);
});

test('files named at the start wait for the window, and are offered once @night', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open(), tenant, { name: 'Nordbank' });
  await desk.double.do('quit', {});
  expect(await desk.double.ended).toBe(0);

  const absolute = await writeExport('first.jsonl');
  await writeExport('second.jsonl');
  const page = await desk.open({
    arguments: [absolute, relative(workplace.folder, `${workplace.folder}/second.jsonl`), absolute],
  });
  await sendOffered(page, tenant, ['first.jsonl', 'second.jsonl']);
});

test('files that the system opens before the app is ready are offered, and later ones as well', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant();
  await addConnection(await desk.open({ platform: 'darwin' }), tenant, { name: 'Nordbank' });
  await desk.end();

  const page = await desk.open({ platform: 'darwin', openFiles: [await writeExport('early.jsonl')] });
  await sendOffered(page, tenant, ['early.jsonl']);
  await desk.double.do('openFile', { path: await writeExport('late.jsonl') });
  await expect(page.getByRole('dialog').getByText('late.jsonl', { exact: true })).toBeVisible();
});

test('starts with more files while an upload is under way and a question is open add to it; an address is refused', async ({
  desk,
  startTenant,
  writeExport,
}) => {
  const tenant = await startTenant({ misfortunes: standstill });
  const page = await openMidUpload(desk, tenant, await writeExport('export.jsonl', { bytes: LARGE }));
  const open = async (...given: string[]) => expect(await desk.start({ arguments: given }).ended).toBe(0);
  await open(await writeExport('evening.jsonl'));
  const question = page.getByRole('dialog');
  await expect(question.getByText('evening.jsonl', { exact: true })).toBeVisible();

  await open('https://bank.example/exports/late.jsonl?sig=secret', await writeExport('late.jsonl', { seed: 7 }));
  await expect(question.getByText('late.jsonl', { exact: true }).first()).toBeVisible();
  await expect(question.getByText('https://bank.example/exports/late.jsonl was not opened')).toBeVisible();
  await expect(page.getByText('secret')).toHaveCount(0);
  tenant.misbehave([]);
  await confirmSending(page, 'Nordbank');
  for (const name of ['evening.jsonl', 'late.jsonl']) await expectState(page, name, 'Done');
});
