/** @file Adding files: what the dialog says of each, leaving some out, and stopping. */

import { copyFile, readdir, truncate, writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { addConnection, confirmSending, expectState, rowOf, sendFile } from './gestures.ts';
import { inspect } from './inspection.ts';
import { dropFiles, expect, test } from './story.ts';

test.beforeEach(async ({ page, startTenant }) => {
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
});

test('a file that is left out hands the focus on, the list scrolls by keyboard, and other files are called what they are', async ({
  page,
  workplace,
  writeExport,
}) => {
  const paths: string[] = [];
  for (let number = 1; number <= 9; number++) paths.push(await writeExport(`day ${number}.jsonl`));
  await dropFiles(page, paths);
  const dialog = page.getByRole('dialog', { name: 'Add 9 files' });
  await expect(dialog.getByRole('button', { name: 'Check and send to Nordbank' })).toBeFocused();
  const frame = dialog.getByRole('region', { name: 'Can be checked and sent' });
  await expect(frame).toBeVisible();
  await inspect(page, 'many files to add');
  await frame.focus();
  await page.keyboard.press('End');
  await expect.poll(() => frame.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);

  const leaveOut = (number: number): Locator => page.getByRole('button', { name: `Leave out day ${number}.jsonl` });
  await leaveOut(8).press('Enter');
  await expect(leaveOut(9)).toBeFocused();
  await leaveOut(9).press('Enter');
  await expect(leaveOut(7)).toBeFocused();
  await expect(page.getByRole('dialog', { name: 'Add 7 files' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const inFolder = (name: string) => `${workplace.folder}/${name}`;
  const [wide, blank, photo] = [inFolder('wide.jsonl'), inFolder('blank.jsonl'), inFolder('photo.png')];
  await writeFile(wide, '\uFEFF{"sender":{}}\n', 'utf16le');
  await writeFile(blank, '\r\n \r\n');
  await writeFile(photo, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  await dropFiles(page, [wide, blank, photo]);
  const others = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await expect(others.getByText('Text in UTF-16')).toBeVisible();
  await expect(others.getByText('The service accepts only UTF-8, which Tranship writes')).toBeVisible();
  await expect(others.getByText('The file has only blank lines, and no transaction.')).toBeVisible();
  await expect(others.getByText('This is an image, not an export.')).toBeVisible();
  await inspect(page, 'files that cannot be sent');
  await others.getByRole('button', { name: 'Leave out wide.jsonl' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button').filter({ hasText: 'Close' })).toBeFocused();
});

test('taking a file over is stopped, and nothing of it is left', { tag: '@browser' }, async ({ page, workplace }) => {
  const path = `${workplace.folder}/large.jsonl`;
  await writeFile(path, '');
  await truncate(path, 20_000_000);
  // More than ten minutes for the file, which are never waited for.
  const session = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 30_000 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow);
  const inbox = `${workplace.home}/inbox`;
  await dropFiles(page, [path]);
  const dialog = page.getByRole('dialog', { name: 'Copying the files' });
  await expect.poll(() => readdir(inbox).catch(() => [])).toEqual([expect.stringMatching(/^arriving-/)]);
  await inspect(page, 'taking files over');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect.poll(() => readdir(inbox)).toEqual([]);
  await expect(page.getByText('interrupted')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Choose files…' }).first()).toBeEnabled();
});

test('a long list is folded under its count, and a whole group is left out at once @night', async ({
  page,
  writeExport,
}) => {
  const source = await writeExport('day 0.jsonl', { bytes: 2000 });
  const paths = [source];
  for (let day = 1; day <= 120; day++) {
    const path = source.replace('day 0', `day ${day}`);
    await copyFile(source, path);
    paths.push(path);
  }
  await writeFile(source.replace('day 0.jsonl', 'accounts.csv'), 'a;b\n1;2\n');
  await dropFiles(page, [...paths, source.replace('day 0.jsonl', 'accounts.csv')]);
  const dialog = page.getByRole('dialog', { name: 'Add 121 files' });
  await expect(dialog.getByRole('heading', { name: /^Can be checked and sent · 121 files · / })).toBeVisible();
  const rows = dialog.getByRole('list', { name: 'Can be checked and sent' }).getByRole('listitem');
  await expect(rows).toHaveCount(101);
  await inspect(page, 'a long list of files to add');
  await dialog.getByRole('button', { name: '21 more files. Show the next' }).click();
  await expect(rows).toHaveCount(121);
  await dialog.getByRole('button', { name: 'Leave all out: Can be checked and sent' }).click();
  const rest = page.getByRole('dialog', { name: 'Prepare 1 file' });
  await expect(rest.getByText('2 lines · headings included')).toBeVisible();
  await expect(rest.getByRole('button', { name: 'Cancel' })).toBeFocused();
});

test('a file that the queue has already is left out beside a new one, unless the person wants it @night', async ({
  page,
  writeExport,
}) => {
  const march = await writeExport('march.jsonl');
  await sendFile(page, march, 'Done');
  await dropFiles(page, [march, await writeExport('april.jsonl')]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(dialog.getByRole('heading', { name: 'In the queue already' })).toBeVisible();
  await inspect(page, 'a file that the queue has');
  await dialog.getByRole('checkbox', { name: 'Add this file again' }).check();
  await expect(page.getByRole('dialog', { name: 'Add 2 files' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Add this file again' }).uncheck();
  await confirmSending(page, 'Nordbank');
  await expectState(page, 'april.jsonl', 'Done');
  await expect(rowOf(page, 'march.jsonl')).toHaveCount(1);
});
