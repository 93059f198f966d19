/** @file What the system lets the page do by itself: copy, and nothing else. */

import { goToPage, standStill } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';

test('a press of a copy button copies', async ({ desk }) => {
  const page = await desk.open();
  await goToPage(page, 'Settings');
  await standStill(page);
  await page.getByRole('button', { name: 'Copy the path' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('the page can neither read the clipboard, nor notify, nor see or hear, nor know where it is', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const outcomes = await page.evaluate(async () => ({
    clipboard: await navigator.clipboard.readText().then(
      () => 'read',
      (error: Error) => error.name,
    ),
    notifications: await Notification.requestPermission(),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'seen',
      () => 'refused',
    ),
    place: await new Promise<string>((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('known'),
        ({ code }) => resolve(`refused ${code}`),
      ),
    ),
  }));
  expect(outcomes).toEqual({
    clipboard: 'NotAllowedError',
    notifications: 'denied',
    camera: 'refused',
    place: 'refused 1',
  });
});

test('the preload gives the page the contract and nothing of Electron', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  const seen = await page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(window, 'tranship')).sort(),
    isFrozen: Object.isFrozen(Reflect.get(Reflect.get(window, 'tranship'), 'invoke')),
    others: ['require', 'process', 'Buffer', 'ipcRenderer', 'electron', 'module'].filter((name) => name in window),
  }));
  expect(seen).toEqual({ bridge: ['invoke', 'offerFiles', 'on'], isFrozen: true, others: [] });
});
