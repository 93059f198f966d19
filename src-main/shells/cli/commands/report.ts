/** @file `tranship report BATCH_ID`: what the service says of a refused batch. */

import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toWriteError } from '../../../files/file-errors.ts';
import { makeFolder } from '../../../files/folders.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { refusePipe } from '../written-file.ts';

/** Gets the service's report on a refused batch, and puts a copy of it into the folder `out`. */
export async function report(session: Session, batchId: string, { out }: { out?: string }): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('report', async (app) => {
    const kept = await app.report(batchId, session.interrupted);
    const file = out === undefined ? kept : await copyInto(out, kept);
    app.recordSecurity({ kind: 'exported', what: 'report', path: file });
    output.say(`The report is in ${file}`);
    output.emit('summary', { batchId, file });
    return exitCodes.done;
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
