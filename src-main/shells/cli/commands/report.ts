/** @file `tranship report BATCH_ID` and `tranship receipt BATCH_ID`: what came of a batch, on paper. */

import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { toWriteError } from '../../../files/file-errors.ts';
import { makeFolder } from '../../../files/folders.ts';
import { receiptFor, type SignedReceipt } from '../../../queue/receipt.ts';
import { flawInWords } from '../../audit-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { grouped, size } from '../wording.ts';
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

/** Prints the proof of one batch. */
export async function receipt(session: Session, batchId: string): Promise<ExitCode> {
  const { output } = session;
  const context = await session.receiptContext();
  const proof = session.readStore((store) => receiptFor(store, batchId, context));
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
  output.say(`  connection   ${connection}, ${proof.serviceHost}`);
  if (proof.storageHost !== undefined) output.say(`  storage      ${proof.storageHost}`);
  output.say(`  bytes        ${start} to ${end} (${size(bytes)}, ${grouped(lines)} lines)`);
  output.say(`  SHA-256      ${sha256}`);
  output.say(
    `  state        ${state}${remoteState === undefined ? '' : ` (${remoteState})`}, uploads started: ${attempts}`,
  );
  if (proof.replacedBy !== undefined) output.say(`  replaced by  ${proof.replacedBy}`);
  if (proof.acceptedAt !== undefined) output.say(`  arrived      proven at ${proof.acceptedAt}`);
  if (reason !== undefined) output.say(`  reason       ${reason}`);
  if (abandoned.length > 0) output.say(`  abandoned    ${abandoned.join(', ')}`);
  output.say(`  history      ${historyInWords(proof)}`);
  for (const doubt of proof.doubts) output.say(`               ${flawInWords({ ...doubt, fingerprint: '' })}`);
  if (proof.contradictions.length > 0)
    output.say(`               the queue says something else than the history: ${proof.contradictions.join(', ')}`);
  if (proof.lastEntry !== undefined) output.say(`  last entry   ${proof.lastEntry.position}, ${proof.lastEntry.hash}`);
  if (proof.head !== undefined) output.say(`  history up to ${proof.head.position}, ${proof.head.hash}`);
  if (proof.publicKey !== undefined) output.say(`  signed with  ${proof.publicKey}`);
  output.table(
    ['time', 'what happened', 'state', 'the service says', 'by'],
    proof.history.map((event) => [
      ...[event.at, event.kind, String(event.state ?? ''), String(event.remoteState ?? '')],
      event.user === undefined ? '' : `${event.user}@${event.machine}`,
    ]),
  );
  output.emit('summary', proof);
  await session.recordSecurity({ kind: 'exported', what: 'receipt', path: 'the terminal' });
  return exitCodes.done;
}

function historyInWords({ historyIntact, publicKey }: SignedReceipt): string {
  if (!historyIntact) return 'DOES NOT HOLD';
  return publicKey === undefined ? 'intact as far as its links show: no key has sealed or checked it here' : 'intact';
}
