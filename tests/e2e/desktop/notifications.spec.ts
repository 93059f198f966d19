/** @file The system's notifications: a click opens the window at the submission. */

import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import { addConnection, confirmSending, expectState, goToPage, rowOf } from '../gestures.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

test('a click on a notification brings the window to the front, at the row', async ({
  desk,
  startTenant,
  workplace,
}) => {
  const page = await desk.open();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const faulty = `${workplace.folder}/faulty.jsonl`;
  await writeFaultySample(faulty, 3);
  await dropFiles(page, [faulty]);
  await desk.double.do('blurWindow', {});
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'faulty.jsonl', 'Held');
  await goToPage(page, 'History');
  expect(await desk.double.act('notification')).toMatchObject({ body: 'faulty.jsonl (Nordbank)' });
  await desk.double.do('clickNotification', {});
  await expect(rowOf(page, 'faulty.jsonl')).toBeFocused();
});

test('the menu opens the list of commands and that of the keys', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await desk.double.do('chooseInMenu', { labels: ['View', 'Commands…'] });
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeFocused();
  await page.keyboard.press('Escape');
  await desk.double.do('chooseInMenu', { labels: ['Help', 'Keyboard shortcuts'] });
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
