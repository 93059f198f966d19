/** @file What was read out of a report is removed with the report; what a person has put beside it is not. */

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeptFiles } from '../../../src-main/records/retention/kept-files.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const OLD = 'aaaaaaaa-0000-4000-8000-000000000001';
const NEW = 'BBBBBBBB-0000-4000-8000-000000000002';

function keptReports() {
  const folder = temporaryFolder();
  for (const name of ['reports', 'report-entries']) mkdirSync(join(folder, name));
  for (const id of [OLD, NEW]) {
    writeFileSync(join(folder, 'reports', `${id}.json`), '[]');
    writeFileSync(join(folder, 'report-entries', `${id}.db`), '');
  }
  utimesSync(join(folder, 'reports', `${OLD}.json`), 1000, 1000);
  return { folder, files: new KeptFiles(folder), readings: () => readdirSync(join(folder, 'report-entries')) };
}

test('of the batches of a purged submission', async () => {
  const { files, readings } = keptReports();

  expect(await files.removeOfBatches([NEW])).toBe(1);

  expect(readings()).toEqual([`${OLD}.db`]);
});

test('of reports that were kept long enough', async () => {
  const { files, readings } = keptReports();

  expect(await files.removeReportsBefore(2_000_000, () => false)).toBe(1);

  expect(readings()).toEqual([`${NEW}.db`]);
});

test('What a person has put beside the reports stays, however old it is and whatever batch it is called by', async () => {
  const { files, folder } = keptReports();
  const own = ['notes.txt', `${OLD}.xlsx`, `${OLD}.my notes.txt`, 'case-1.json'];
  for (const name of own) writeFileSync(join(folder, 'reports', name), 'mine');
  mkdirSync(join(folder, 'reports', 'cases'));
  for (const name of own) utimesSync(join(folder, 'reports', name), 1000, 1000);
  utimesSync(join(folder, 'reports', 'cases'), 1000, 1000);
  mkdirSync(join(folder, 'downloads', 'mine'), { recursive: true });
  utimesSync(join(folder, 'downloads', 'mine'), 1000, 1000);

  expect(await files.removeReportsBefore(2_000_000, () => false)).toBe(1);
  expect(await files.removeOfBatches([OLD])).toBe(0);
  await files.removeDownloadsBefore(2_000_000);

  expect(readdirSync(join(folder, 'reports')).sort()).toEqual([...own, 'cases', `${NEW}.json`].sort());
  expect(readdirSync(join(folder, 'downloads'))).toEqual(['mine']);
});
