/** @file What was read out of a report is removed with the report. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KeptFiles } from '../../../src-main/records/retention/kept-files.ts';

const OLD = 'aaaaaaaa-0000-4000-8000-000000000001';
const NEW = 'BBBBBBBB-0000-4000-8000-000000000002';

function keptReports() {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-readings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['reports', 'report-entries']) mkdirSync(join(folder, name));
  for (const id of [OLD, NEW]) {
    writeFileSync(join(folder, 'reports', `${id}.json`), '[]');
    writeFileSync(join(folder, 'report-entries', `${id}.db`), '');
  }
  utimesSync(join(folder, 'reports', `${OLD}.json`), 1000, 1000);
  return { files: new KeptFiles(folder), readings: () => readdirSync(join(folder, 'report-entries')) };
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
