/** @file Unusual starts: at sign-in, twice at once, from a wrong or odd folder; and a page that does not live long. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DoubleWindow } from '../app/double-window.ts';
import { addConnection, goToPage, sendFile } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';
import { keyStore } from './key-store-state.ts';

/** Waits until the window is in front: a second start may end before the first one has shown it. */
async function expectInFront(desk: DoubleWindow): Promise<void> {
  await expect
    .poll(async () => (await desk.double.do('windows', {}))[0])
    .toMatchObject({
      isVisible: true,
      isFocused: true,
    });
}

const atLogin = { platform: 'darwin', wasOpenedAtLogin: true } as const;

test('a start at sign-in shows no window until a click on the tray', async ({ desk }) => {
  const page = await desk.open(atLogin);
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  expect((await desk.double.do('windows', {}))[0]).toMatchObject({ isVisible: false });
  await desk.double.do('chooseInTray', { label: 'Show Tranship' });
  await expectInFront(desk);
});

test('a start at sign-in shows its window to a second start', async ({ desk }) => {
  const page = await desk.open(atLogin);
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  expect(await desk.start({ platform: 'darwin' }).ended).toBe(0);
  await expectInFront(desk);
});

test('a second start while the first one still starts at sign-in ends, and the window comes up', async ({
  desk,
  workplace,
}) => {
  const opening = desk.open({ ...atLogin, ...keyStore(workplace.folder, 'asking') });
  await desk.double.act('loaded');
  const second = desk.start({ platform: 'darwin' });
  expect(await second.ended).toBe(0);
  expect(second.acts('message-box')).toEqual([]);
  await desk.double.do('setKeyStore', { state: 'working' });
  await expect((await opening).getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await expect.poll(async () => (await desk.double.do('windows', {}))[0]?.isVisible).toBe(true);
});

test('a relative TRANSHIP_HOME is refused in words', async ({ desk }) => {
  const double = desk.start({ environment: { TRANSHIP_HOME: 'queue' } });
  const { title, content } = await double.act('error-box');
  expect(`${title} ${content}`).toContain('queue');
  expect(content).toContain('a complete path');
  expect(await double.ended).not.toBe(0);
  expect(double.acts('single-instance-lock')).toEqual([]);
});

test('a data folder with spaces and letters of other languages is as good as any @night', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const tenant = await startTenant();
  const home = join(workplace.folder, 'Prüfung der Nordbank — 銀行 #1 %20');
  await mkdir(home);
  const environment = { TRANSHIP_HOME: home };
  await addConnection(await desk.open({ environment }), tenant, { name: 'Nordbank' });
  await desk.double.do('quit', {});
  expect(await desk.double.ended).toBe(0);

  const page = await desk.open({ environment });
  await sendFile(page, await writeExport('Überweisungen 1.jsonl'), 'Done');
  expect(await desk.start({ environment }).ended).toBe(0);
});

test('a page that crashes twice within a moment asks the person, who loads it again', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await desk.double.do('crashPage', {});
  await desk.double.act('page-loaded', undefined, 1);
  await desk.double.do('crashPage', {});
  const { message, buttons } = await desk.double.act('message-box');
  expect([message, buttons]).toEqual(['The window has stopped working several times', ['Load again', 'Quit']]);
  await desk.double.do('answerDialog', { answer: { response: 0 } });
  await desk.double.act('page-loaded', undefined, 2);
  await expect.poll(() => desk.double.do('pageText', {})).toContain('Welcome to Tranship');
});

test('a page that crashes twice ends the app in good order, if the person wants that', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await desk.double.do('crashPage', {});
  await desk.double.act('page-loaded', undefined, 1);
  await desk.double.do('crashPage', {});
  await desk.double.act('message-box');
  await desk.double.do('answerDialog', { answer: { response: 1 } });
  expect(await desk.double.ended).toBe(0);
});

test('a build without a key for updates says so', async ({ desk }) => {
  const page = await desk.open();
  await goToPage(page, 'Settings');
  const updates = page.getByRole('region', { name: 'Updates' });
  await expect(updates.getByText('This Tranship has no updates.')).toBeVisible();
  await expect(updates.getByRole('checkbox')).toHaveCount(0);
});
