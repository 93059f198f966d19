/** @file `tranship report BATCH_ID`: what the service says of a refused batch. */

import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toWriteError } from '../../../files/file-errors.ts';
import { makeFolder } from '../../../files/folders.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { assertWritable, refusePipe } from '../written-file.ts';
import { printTable } from './report-table.ts';

export interface ReportOptions {
  /** A folder for a copy of the report as it came. */
  out?: string;
  /** A file for the table. */
  csv?: string;
}

/** Gets the service's report on a refused batch, and prints what it says of each line beside what our check found. */
export async function report(session: Session, batchId: string, { out, csv }: ReportOptions): Promise<ExitCode> {
  const { output, interrupted } = session;
  return await session.withApp('report', async (app) => {
    const reading = await app.reading(batchId, interrupted);
    const { reportPath, submission, table } = reading;
    try {
      if (csv !== undefined) await assertWritable(csv, [submission.content, reportPath]);
      const file = out === undefined ? reportPath : await copyInto(out, reportPath);
      const figures = await printTable({ output, interrupted }, reading, csv);
      app.recordSecurity({ kind: 'exported', what: 'report', path: csv ?? file });
      output.say(`The report is in ${file}`);
      output.emit('summary', { batchId, file, ...figures });
      return exitCodes.done;
    } finally {
      table.close();
    }
  });
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
