/** @file A folder is chosen in the system's dialog, watched, shown with what lands in it, and left again. */

import { chmod, mkdir, readdir } from 'node:fs/promises';
import { addConnection, goToPage } from '../gestures.ts';
import { inspect } from '../inspection.ts';
import { expect, test } from './desktop-story.ts';

test('a person has a folder watched, sees a file land, and stops watching', async ({
  desk,
  startTenant,
  workplace,
  writeExport,
}) => {
  const page = await desk.open();
  await addConnection(page, await startTenant(), { name: 'Nordbank' });
  const folder = `${workplace.folder}/bank-exports`;
  await mkdir(folder);
  await goToPage(page, 'Settings');
  const section = page.getByRole('region', { name: 'Watched folders' }).first();
  await expect(section.getByText('No folder is watched.')).toBeVisible();

  // A day: the file must still be waiting when it is looked at.
  await section.getByRole('textbox', { name: 'Seconds without a change' }).fill('86400');
  await desk.double.do('answerDialog', { answer: { canceled: false, filePaths: [folder] } });
  await section.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(section.getByText(folder)).toBeVisible();
  await expect(section.getByText('sent once a person releases it')).toBeVisible();

  await writeExport('bank-exports/evening.jsonl');
  await expect(section.getByText('1 file waiting')).toBeVisible();
  await inspect(page, 'watched folders');

  await section.getByRole('textbox', { name: 'Seconds without a change' }).fill('0');
  await expect(section.getByText('A number of seconds from 1 to 86,400, which is a day.')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Choose a folder…' })).toBeDisabled();
  await section.getByRole('radio', { name: 'once a marker file stands beside it' }).check();
  await section.getByRole('textbox', { name: 'Ending of the marker file' }).fill('fertig');
  await expect(section.getByText('An ending with a point at its start')).toBeVisible();
  await inspect(page, 'watched folder with a wrong marker');
  await section.getByRole('textbox', { name: 'Ending of the marker file' }).fill('.fertig');
  // The same folder, watched otherwise; by now others may write to it.
  await chmod(folder, 0o777);
  await desk.double.do('answerDialog', { answer: { canceled: false, filePaths: [folder] } });
  await section.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(section.getByText('Others may write to this folder').first()).toBeVisible();
  await section.getByRole('checkbox', { name: 'Other users put files there, too' }).check();
  await desk.double.do('answerDialog', { answer: { canceled: false, filePaths: [folder] } });
  await section.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(section.getByText('ready once NAME.fertig is there')).toBeVisible();
  await expect(section.getByText('other users put files there, too', { exact: true })).toBeVisible();

  await section.getByRole('button', { name: `Stop watching ${folder}` }).click();
  await expect(section.getByText('No folder is watched.')).toBeVisible();
  expect(await readdir(folder)).toEqual(['evening.jsonl']);
});
