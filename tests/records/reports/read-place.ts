/** @file A folder with a file that was sent as batches, where reports on one of them are read. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { EntryWriter } from '../../../src-main/records/reports/entry-store.ts';
import { EntryTable, type ReportRow } from '../../../src-main/records/reports/entry-table.ts';
import { readReport } from '../../../src-main/records/reports/read-report.ts';
import type { CountedFrom, ReadingFacts } from '../../../src-main/records/reports/reading-facts.ts';
import { idOf } from './known-entries.ts';

const GB = 1000 ** 3;

/** A transaction whose identifiers tell its line in the batch. */
export function transactionLine(line: number, more: object = {}): string {
  const ids = { request_uuid: idOf(line + 2_000_000), transaction_external_id: idOf(line + 1_000_000) };
  return `${JSON.stringify({ ...ids, modification: { external_id: idOf(line) }, ...more })}\n`;
}

export interface ReadPlace {
  folder: string;
  sourcePath: string;
  batch: { path: string; start: number; end: number; sha256: string; lines: number };
  /** Reads a report on the batch. `found`: lines of the batch on which our check found an error. */
  read: (
    report: string | Buffer,
    more?: {
      found?: readonly number[];
      warned?: readonly number[];
      mostEntries?: number;
      mostBytes?: number;
      countedFrom?: CountedFrom;
    },
  ) => Promise<{ facts: ReadingFacts; rows: ReportRow[]; table: EntryTable }>;
}

/** @param lines of the batch, which has another batch before it */
export function readPlace(lines: readonly string[]): ReadPlace {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-reading-'));
  const tables: EntryTable[] = [];
  onTestFinished(() => {
    for (const table of tables) table.close();
    rmSync(folder, { recursive: true });
  });
  const sourcePath = join(folder, 'export.jsonl');
  const before = transactionLine(900_001) + transactionLine(900_002);
  const content = Buffer.from(lines.join(''));
  writeFileSync(sourcePath, before + content);
  const batch = {
    path: sourcePath,
    start: before.length,
    end: statSync(sourcePath).size,
    lines: lines.length,
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  let readings = 0;
  return {
    folder,
    sourcePath,
    batch,
    read: async (report, { found = [], warned = [], mostEntries, mostBytes = GB, countedFrom } = {}) => {
      readings += 1;
      const reportPath = join(folder, `report-${readings}`);
      const databasePath = join(folder, `report-${readings}.db`);
      writeFileSync(reportPath, report);
      const writer = new EntryWriter(databasePath, mostBytes);
      const finding = (line: number, severity: 'error' | 'warning') =>
        writer.addFinding({ line, rule: 'field.format', severity, path: 'payment_type', message: 'Our own finding.' });
      for (const line of found) finding(line, 'error');
      for (const line of warned) finding(line, 'warning');
      writer.commit();
      const facts = await readReport({ reportPath, databasePath, mostBytes, batch, countedFrom }, mostEntries);
      const table = new EntryTable(databasePath);
      tables.push(table);
      return { facts, rows: [...table.iterate()], table };
    },
  };
}
