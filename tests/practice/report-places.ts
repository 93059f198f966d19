/** @file Reports of the practice tenant on a faulty sample, read as the app reads them. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { validateBatch } from '../../src-main/practice/batch-validation.ts';
import { writeFaultySample } from '../../src-main/practice/sample-export.ts';
import type { EntryTable } from '../../src-main/records/reports/entry-table.ts';
import { type ReadableReport, ReportReadings } from '../../src-main/records/reports/report-readings.ts';
import type { ReportShape } from '../../src-shared/misfortune-meanings.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const GB = 1000 ** 3;

/** The report on a faulty sample in this shape. */
export async function reportIn(reportShape: ReportShape) {
  const folder = temporaryFolder();
  const [path, reportPath] = [join(folder, 'batch.jsonl'), join(folder, 'report')];
  await writeFaultySample(path);
  const content = readFileSync(path);
  const lines = content.toString('latin1').replace(/\n$/, '').split('\n').length;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const { signal } = new AbortController();
  const validation = { batchPath: path, reportPath, reportShape, onboarded: undefined, signal };
  const { invalidLines } = await validateBatch(validation);
  const batch = { path, start: 0, end: content.length, lines, sha256 };
  const report: ReadableReport = { batchId: 'batch', path: reportPath, batch, firstLine: 1, findings: () => [] };
  return { report, invalidLines, readings: new ReportReadings(join(folder, 'entries'), () => 100 * GB), signal };
}

/** What the app reads there. */
export async function readIn(reportShape: ReportShape) {
  const { report, readings, invalidLines, signal } = await reportIn(reportShape);
  const table = await readings.table(report, signal);
  onTestFinished(() => table.close());
  return { facts: table.facts, lines: linesIn(table), invalidLines };
}

/** What the service says of each line. */
export function linesIn(table: EntryTable) {
  return [...table.iterate(['service'])].map(({ batchLine, service }) => ({
    batchLine,
    messages: new Set(service.flatMap(({ messages }) => messages.map(({ text }) => text))),
  }));
}
