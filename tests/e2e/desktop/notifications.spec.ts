/** @file The system's notifications: a click opens the window at the submission. */

import { writeFaultySample } from '../../../src-main/practice/sample-export.ts';
import { addConnection, goToPage, rowOf, sendFile } from '../gestures.ts';
import { expect, test } from './desktop-story.ts';

test('a click on a notification, also on an older one, brings the window to the front, at the row', async ({
  desk,
  startTenant,
  workplace,
}) => {
  const page = await desk.open();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  await desk.double.do('blurWindow', {});
  const told: string[] = [];
  for (const name of ['first.jsonl', 'second.jsonl']) {
    await writeFaultySample(`${workplace.folder}/${name}`, 3);
    await sendFile(page, `${workplace.folder}/${name}`, 'Held');
    const { body } = await desk.double.act('notification', (shown) =>
      String(shown['body']).startsWith(`${name} (Nordbank)`),
    );
    told.push(String(body));
  }
  await goToPage(page, 'History');
  // Both stand in the system's list; the older one leads to its file as well.
  await desk.double.do('clickNotification', { body: told[0] ?? '' });
  await expect(rowOf(page, 'first.jsonl')).toBeFocused();
});

test('the menu opens the list of commands and that of the keys', async ({ desk }) => {
  const page = await desk.open();
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await desk.double.do('chooseInMenu', { labels: ['View', 'Commands…'] });
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeFocused();
  await page.keyboard.press('Escape');
  // While a dialog is open, it comes first.
  await expect(page.getByRole('dialog')).toBeHidden();
  await desk.double.do('chooseInMenu', { labels: ['Help', 'Keyboard shortcuts'] });
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
