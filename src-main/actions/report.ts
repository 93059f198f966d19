/** @file The commands about the report on a batch: its bytes, and what it says of each line. */

import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { CommandOutput, ReportQuery, Savable } from '../../src-shared/contract.ts';
import { foundBySchema } from '../../src-shared/report-shapes.ts';
import { toFileError } from '../ground/files/file-errors.ts';
import type { BatchReading } from '../records/batch-reading.ts';
import { reportCsv } from '../records/reports/entry-export.ts';
import type { ReportRow } from '../records/reports/entry-table.ts';
import { type ReportedLine, reportedLine } from '../records/reports/reported-line.ts';
import { stricterCheck } from '../records/stricter-check.ts';
import { originOf } from '../send/correction/line-origin.ts';
import { RowFinder } from '../send/row-finder.ts';
import type { CommandHandlers, CommandPorts } from './ports.ts';
import { tableSpeaker } from './receipts.ts';
import { readingInWords, stricterInWords } from './report-words.ts';

type ReportCommands = Pick<CommandHandlers, 'batch.report' | 'report.reading' | 'report.lines' | 'report.stricter'>;
type Ports = Pick<CommandPorts, 'app' | 'signal'>;

const EXCERPT_BYTES = 64 * 1024;

/** What the last search found: while a person scrolls, it is asked for page by page. */
interface Search {
  key: string;
  positions: number[];
}

export function reportCommands(ports: Ports): ReportCommands {
  const { app, signal } = ports;
  let last: Search | undefined;
  const found = async (reading: BatchReading, { batch, text, foundBy }: ReportQuery): Promise<number[]> => {
    const { table, lines } = reading;
    const key = JSON.stringify([batch, table.facts.report, text, foundBy]);
    if (last?.key !== key) last = { key, positions: await table.search({ text, foundBy }, lines.first, signal) };
    return last.positions;
  };
  return {
    'batch.report': async ({ batch }) => await excerpt(await app.batchReports.path(batch, signal)),
    'report.reading': async ({ batch }) => await withReading(ports, batch, async (reading) => readingShown(reading)),
    'report.stricter': async ({ batch }) =>
      await withReading(ports, batch, async (reading) => {
        const stricter = await stricterCheck(reading, signal);
        const ruleSet = JSON.stringify(stricter.ruleSet, undefined, 2);
        const { proposed, preview } = stricter;
        return { proposed, preview, notes: stricterInWords(stricter), ruleSet };
      }),
    'report.lines': async (query) =>
      await withReading(ports, query.batch, async (reading) => {
        const { table, lines } = reading;
        const { offset, limit, foundBy } = query;
        const { id, content } = reading.submission;
        const rowsOfExport = new RowFinder(app.store);
        const shown = (rows: readonly ReportRow[]) =>
          rows.map((row) => {
            const line = reportedLine(row, lines.first, table.facts);
            const path = line.service.find(({ field }) => field !== undefined)?.field ?? line.check[0]?.path ?? '';
            if (line.line === null) return line;
            const from = app.preparedOrigins.originOf(content, line.line, path);
            const place = rowsOfExport.rowOf(id, line.line);
            const origin = originOf(app.store, { submission: id, line: line.line });
            return {
              ...line,
              ...(from !== undefined && { from }),
              ...(place !== undefined && { row: place }),
              ...(origin !== undefined && { origin }),
            };
          });
        if (query.text !== '') {
          const positions = await found(reading, query);
          return { count: positions.length, lines: shown(table.at(positions.slice(offset, offset + limit))) };
        }
        const sorts = foundBy.length > 0 ? foundBy : foundBySchema.options;
        const count = sorts.reduce((sum, sort) => sum + table.facts.rows[sort], 0);
        return { count, lines: shown(table.rows(offset, limit, foundBy)) };
      }),
  };
}

/** Writes the table of a report as CSV. */
export async function writeTable(
  ports: Ports,
  { batch, language }: Omit<Extract<Savable, { kind: 'report-table' }>, 'kind'>,
  write: (pieces: Iterable<string>) => Promise<void>,
): Promise<void> {
  const say = await tableSpeaker(language);
  await withReading(ports, batch, async (reading) => await write(reportCsv(allLines(reading), say)));
}

async function withReading<Result>(
  { app, signal }: Ports,
  batch: ReportQuery['batch'],
  work: (reading: BatchReading) => Promise<Result>,
): Promise<Result> {
  const reading = await app.batchReports.reading(batch, signal);
  try {
    return await work(reading);
  } finally {
    reading.table.close();
  }
}

function readingShown({ table, lines, reportPath, submission }: BatchReading): CommandOutput<'report.reading'> {
  const { facts } = table;
  return {
    isKnown: facts.shape !== 'unknown',
    counts: facts.rows,
    notes: readingInWords(facts, lines),
    file: reportPath,
    source: submission.content,
    figures: { ...facts, firstLine: lines.first, lastLine: lines.last },
  };
}

function* allLines({ table, lines }: BatchReading): Generator<ReportedLine> {
  for (const row of table.iterate()) yield reportedLine(row, lines.first, table.facts);
}

async function excerpt(path: string) {
  const file = await open(path, 'r').catch((thrown: unknown) => {
    throw toFileError(thrown, path);
  });
  try {
    const { size: bytes } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(bytes, EXCERPT_BYTES)), 0);
    const text = buffer.toString('utf8', 0, bytesRead);
    return { fileName: basename(path), bytes, text, isShortened: bytes > bytesRead };
  } finally {
    await file.close();
  }
}
