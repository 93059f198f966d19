/** @file `tranship report BATCH_ID` and `tranship receipt BATCH_ID`: what came of a batch, on paper. */

import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toWriteError } from '../../../files/file-errors.ts';
import { makeFolder } from '../../../files/folders.ts';
import { receiptFor } from '../../../queue/receipt.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { grouped, size } from '../wording.ts';
import { refusePipe } from '../written-file.ts';

/** Gets the service's report on a refused batch, and puts a copy of it into the folder `out`. */
export async function report(session: Session, batchId: string, { out }: { out?: string }): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('report', async (app) => {
    const kept = await app.report(batchId, session.interrupted);
    const file = out === undefined ? kept : await copyInto(out, kept);
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

/** Prints the proof of one batch. */
export function receipt(session: Session, batchId: string): ExitCode {
  const { output } = session;
  const proof = session.readStore((store) => receiptFor(store, batchId));
  const {
    file,
    fileSha256,
    connection,
    start,
    end,
    bytes,
    lines,
    sha256,
    state,
    remoteState,
    attempts,
    abandoned,
    reason,
  } = proof;
  output.say(`Receipt for batch ${proof.batchId ?? batchId}`);
  output.say(`  file         ${file}`);
  output.say(`  file SHA-256 ${fileSha256 ?? 'not known'}`);
  output.say(`  connection   ${connection}`);
  output.say(`  bytes        ${start} to ${end} (${size(bytes)}, ${grouped(lines)} lines)`);
  output.say(`  SHA-256      ${sha256}`);
  output.say(
    `  state        ${state}${remoteState === undefined ? '' : ` (${remoteState})`}, uploads started: ${attempts}`,
  );
  if (proof.replacedBy !== undefined) output.say(`  replaced by  ${proof.replacedBy}`);
  if (proof.acceptedAt !== undefined) output.say(`  arrived      proven at ${proof.acceptedAt}`);
  if (reason !== undefined) output.say(`  reason       ${reason}`);
  if (abandoned.length > 0) output.say(`  abandoned    ${abandoned.join(', ')}`);
  output.say(`  history      ${proof.historyIntact ? 'intact' : 'HAS BEEN CHANGED'}`);
  output.table(
    ['time', 'what happened', 'state', 'the service says'],
    proof.history.map((event) => [event.at, event.kind, String(event.state ?? ''), String(event.remoteState ?? '')]),
  );
  output.emit('summary', proof);
  return exitCodes.done;
}
