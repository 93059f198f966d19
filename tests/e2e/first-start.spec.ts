/** @file The first day: a newcomer practises, and follows a file to its end. */

import { mkdir, writeFile } from 'node:fs/promises';
import { confirmSending, expectState, goToPage, openSubmission, rowOf } from './gestures.ts';
import { dropFiles, dropFromSystem, expect, test } from './story.ts';

// As most people have it: the focus comes after what moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a newcomer practises, drops a file, and sees it checked, sent and processed', async ({ page, writeExport }) => {
  await expect(page.getByRole('heading', { name: 'Welcome to Tranship' })).toBeVisible();
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();

  const dialog = page.getByRole('dialog', { name: 'Add 2 files' });
  await expect(dialog.getByText('PRACTICE', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: /^Leave out .*with-faults/ }).click();
  await confirmSending(page, 'Practice');
  await expect(rowOf(page, 'practice-export-1.jsonl')).toBeVisible();

  await dropFiles(page, [await writeExport('my export.jsonl')]);
  await expect(page.getByRole('dialog', { name: 'Add 1 file' }).getByText('my export.jsonl')).toBeVisible();
  await confirmSending(page, 'Practice');
  await expectState(page, 'my export.jsonl', 'Done');
  await expectState(page, 'practice-export-1.jsonl', 'Done');

  await openSubmission(page, 'my export.jsonl');
  for (const happening of [
    'File added; check started',
    'Approved for sending',
    'Upload address received; sending started',
    'Sent and accepted by the storage',
    'The service has processed it',
  ]) {
    await expect(page.getByRole('listitem').filter({ hasText: happening })).toBeVisible();
  }

  // Its figures are shown, and said to be practice.
  await goToPage(page, 'Overview');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expect(today.getByText('PRACTICE: nothing was sent to the real service')).toBeVisible();
  await expect(today.getByRole('row', { name: /^Accepted / })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Lines per day', exact: true })).toContainText('All of it practice');
});

test('a newcomer with files of their own gets the practice connection alone', async ({ page, writeExport }) => {
  // The list of commands has what the page has, by the word that people type.
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('practice');
  await expect(page.getByRole('option', { name: 'Practise with two sample files' })).toBeVisible();
  await expect(page.getByRole('option').first()).toHaveText(/^Practice connection only/);
  await page.keyboard.press('Enter');
  // Without files, nothing is said of following them.
  await expect(page.getByRole('region', { name: '1 of 3: Add files' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Escape');

  await dropFiles(page, [await writeExport('my export.jsonl')]);
  await expect(page.getByRole('dialog', { name: 'Add 1 file' }).getByText('PRACTICE', { exact: true })).toBeVisible();
});

test('files are chosen with the button, and other files are refused with a reason', { tag: '@desktop' }, async ({
  app,
  page,
  writeExport,
  workplace,
}) => {
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();
  await page.getByRole('dialog', { name: 'Add 2 files' }).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();

  const table = `${workplace.folder}/table.csv`;
  await writeFile(table, 'id,amount\n1,2\n3,4\n');
  await app.chooseFiles([await writeExport('chosen.jsonl'), table]);
  const dialog = page.getByRole('dialog', { name: 'Add 1 file' });
  await expect(dialog.getByRole('heading', { name: 'Can be prepared for sending' })).toBeVisible();
  await confirmSending(page, 'Practice');
  await expectState(page, 'chosen.jsonl', 'Done');
  await expect(rowOf(page, 'table.csv')).toBeHidden();
});

test('a folder gives its exports and those of its folders, and says what is left out', { tag: '@desktop' }, async ({
  page,
  writeExport,
  workplace,
}) => {
  await page.getByRole('button', { name: 'Practise with two sample files' }).click();
  await page.getByRole('dialog', { name: 'Add 2 files' }).getByRole('button', { name: 'Cancel' }).click();
  await mkdir(`${workplace.folder}/november/late`, { recursive: true });
  await writeExport('november/monday.jsonl');
  await writeExport('november/late/tuesday.jsonl');
  await writeFile(`${workplace.folder}/november/rates.csv`, 'a,b\n1,2\n');

  await dropFromSystem(page, [`${workplace.folder}/november`]);
  const dialog = page.getByRole('dialog', { name: 'Add 2 files' });
  await expect(dialog.getByText('From november, these were not added: rates.csv.')).toBeVisible();
  await confirmSending(page, 'Practice');
  await expectState(page, 'monday.jsonl', 'Done');
  await expectState(page, 'tuesday.jsonl', 'Done');

  await mkdir(`${workplace.folder}/empty`);
  await dropFromSystem(page, [`${workplace.folder}/empty`]);
  await expect(
    page
      .getByRole('dialog', { name: 'Nothing to add' })
      .getByText('empty and the folders in it have no file whose name ends as that of an export'),
  ).toBeVisible();
});
