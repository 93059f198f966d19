/** @file Prepared files are saved on the desktop: in the folder that a person chooses, and nowhere if none is chosen. */

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { inspect } from '../inspection.ts';
import { dropFiles } from '../story.ts';
import { expect, test } from './desktop-story.ts';

const rows = [
  'Buchungsnr;Betrag;Währung;Buchungsdatum;Auftraggeber-Nr;Empfänger-Nr',
  'B-1;1.234,50;EUR;30.11.2024;K-1;K-2',
  'B-2;7,00;EUR;01.12.2024;K-3;K-4',
];

test('prepared files are saved in the folder that a person chooses', async ({ desk, workplace }) => {
  const page = await desk.open();
  const path = `${workplace.folder}/umsatz.csv`;
  await writeFile(path, Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1'));
  const stick = `${workplace.folder}/stick`;
  await mkdir(stick);
  await dropFiles(page, [path]);
  await page.getByRole('dialog').getByRole('button', { name: 'Prepare…' }).click();
  const goOn = page.getByRole('button', { name: 'Prepare 2 lines' });
  const save = page.getByRole('button', { name: 'Save the prepared files…' });
  await goOn.click();

  await desk.double.do('answerDialog', { answer: { canceled: true, filePaths: [] } });
  await save.click();
  await desk.double.act('open-dialog');
  await goOn.click();
  await expect(save).toBeEnabled();
  expect(await readdir(stick)).toEqual([]);

  await desk.double.do('answerDialog', { answer: { canceled: false, filePaths: [stick] } });
  await save.click();
  await expect(page.getByText('1 file prepared and saved')).toBeVisible();
  await expect(page.getByText(stick)).toBeVisible();
  await inspect(page, 'prepared files saved in a folder');
  expect((await readdir(stick)).sort()).toEqual(['manifest.json', 'rows', 'umsatz-001.jsonl']);
});
