/** @file What the report on a batch says, by line of the file: for a person, a program, or as CSV. */

import { readingInWords } from '../../../actions/report-words.ts';
import type { BatchReading } from '../../../records/batch-reading.ts';
import { reportCsv } from '../../../records/reports/entry-export.ts';
import { type ReportedLine, reportedLine } from '../../../records/reports/reported-line.ts';
import { type RowFinder, rowInWords } from '../../../send/row-finder.ts';
import type { Output } from '../output.ts';
import { counted, grouped } from '../wording.ts';
import { writePieces } from '../written-file.ts';

/** How many lines are shown to a person; all of them go to a file on request. */
const SHOWN_LINES = 30;

interface Call {
  output: Output;
  interrupted: AbortSignal;
  /** Finds the row of the export that a line of a prepared file was. */
  rows: RowFinder;
}

/** Prints the table, or writes it to the file `csv`. @returns the figures for a program */
export async function printTable(call: Call, reading: BatchReading, csv: string | undefined): Promise<object> {
  const { lines, table } = reading;
  const { facts } = table;
  call.output.sayLines(readingInWords(facts, lines));
  if (csv !== undefined) {
    await writePieces(csv, reportCsv(reportedLines(reading)), 'w');
    call.output.say(`The table is in ${csv}`);
  } else if (call.output.json) await emitLines(call, reading);
  else showLines(call, reading);
  const { shape, where, entries, accepted, broken, tooLarge, cutOff, numbering, source, contradictions, rows } = facts;
  return {
    ...{ firstLine: lines.first, lastLine: lines.last, shape, where, entries, accepted, broken, tooLarge, cutOff },
    ...{ numbering, source, contradictions, ...rows },
  };
}

function* reportedLines({ lines, table }: BatchReading): Generator<ReportedLine> {
  for (const row of table.iterate()) yield reportedLine(row, lines.first, table.facts);
}

/** No faster than the program reads. */
async function emitLines({ output, interrupted, rows }: Call, reading: BatchReading): Promise<void> {
  for (const line of reportedLines(reading)) {
    const row = line.line === null ? undefined : rows.rowOf(reading.submission.id, line.line);
    output.emit('entry', { ...line, ...(row !== undefined && { row }) });
    await output.room();
    interrupted.throwIfAborted();
  }
}

function showLines({ output, rows }: Call, { lines, table, submission }: BatchReading): void {
  const { check, service, both, unmatched } = table.facts.rows;
  const all = check + service + both + unmatched;
  if (all === 0) return;
  const shown = table.rows(0, SHOWN_LINES).map((row) => reportedLine(row, lines.first, table.facts));
  output.table(
    ['line', 'found by', 'what was found'],
    shown.map(({ line, foundBy, messages, notes }) => {
      const row = line === null ? undefined : rows.rowOf(submission.id, line);
      const place = row === undefined ? [] : [`It was ${rowInWords(row)}.`];
      return [line ?? 'none', foundBy, [...messages, ...notes, ...place].join(' · ')];
    }),
  );
  if (all > shown.length) output.say(`… and ${grouped(all - shown.length)} more; --csv FILE writes all of them.`);
  output.say(
    `${counted(both, 'line')} found by both, ${grouped(service)} only by the service, ${grouped(check)} only by the check`,
  );
}
