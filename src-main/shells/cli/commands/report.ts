/** @file `tranship report BATCH_ID`: what the service says of a refused batch. */

import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { stricterInWords } from '../../../actions/report-words.ts';
import { toWriteError } from '../../../ground/files/file-errors.ts';
import { makeFolder } from '../../../ground/files/folders.ts';
import type { BatchReading } from '../../../records/batch-reading.ts';
import { stricterCheck } from '../../../records/stricter-check.ts';
import { RowFinder } from '../../../send/row-finder.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { assertWritable, refusePipe, writePieces } from '../written-file.ts';
import { printTable } from './report-table.ts';

export interface ReportOptions {
  /** A folder for a copy of the report as it came. */
  out?: string;
  /** A file for the table. */
  csv?: string;
  /** A file for a rule set that is as strict as the service was. */
  rules?: string;
}

/** Gets the service's report on a refused batch, and prints what it says of each line beside what our check found. */
export async function report(session: Session, batchId: string, { out, csv, rules }: ReportOptions): Promise<ExitCode> {
  const { output, interrupted } = session;
  return await session.withApp('report', async (app) => {
    const reading = await app.batchReports.reading(batchId, interrupted);
    const { reportPath, submission, table } = reading;
    try {
      for (const path of [csv, rules]) {
        if (path !== undefined) await assertWritable(path, [submission.content, reportPath]);
      }
      const file = out === undefined ? reportPath : await copyInto(out, reportPath);
      const figures = await printTable({ output, interrupted, rows: new RowFinder(app.store) }, reading, csv);
      const stricter = rules === undefined ? undefined : await writeRules(session, reading, rules);
      app.recordSecurity({ kind: 'exported', what: 'report', path: csv ?? file });
      output.say(`The report is in ${file}`);
      output.emit('summary', { batchId, file, ...figures, ...(stricter !== undefined && { stricter }) });
      return exitCodes.done;
    } finally {
      table.close();
    }
  });
}

/** Writes the rule set, and says what checking with it would change; nothing else is changed. */
async function writeRules({ output, interrupted }: Session, reading: BatchReading, path: string): Promise<object> {
  const stricter = await stricterCheck(reading, interrupted);
  const { proposed, ruleSet, preview } = stricter;
  output.sayLines(stricterInWords(stricter));
  await writePieces(path, [`${JSON.stringify(ruleSet, undefined, 2)}\n`], 'w');
  output.say(`The rule set is in ${path}. Check with it (check --rules ${path}), or set it in the settings.`);
  return { proposed, preview };
}

async function copyInto(folder: string, file: string): Promise<string> {
  const copy = join(folder, basename(file));
  try {
    makeFolder(folder);
    await refusePipe(copy);
    await copyFile(file, copy);
    return copy;
  } catch (thrown) {
    throw toWriteError(thrown, copy);
  }
}
