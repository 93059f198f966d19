/** @file `tranship resend ID`: sends what is missing of a submission, and never what the service has taken. */

import { resolve } from 'node:path';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { correct, readLineNumbers, tell, tellAdded } from './correcting.ts';

export interface ResendOptions {
  file?: string;
  sendChanged: boolean;
  refusedLines?: string;
  out?: string;
  dryRun: boolean;
}

/** Adds what is missing as a submission of its own. @throws AppError submission.*, file.*, disk.full */
export async function resend(session: Session, id: string, options: ResendOptions): Promise<ExitCode> {
  const { sendChanged, dryRun } = options;
  const file = options.file && resolve(options.file);
  const refusedLines = await readLineNumbers(options.refusedLines);
  const goal = { out: dryRun ? undefined : options.out, add: !dryRun };
  const corrected = await correct(session, 'resend', id, { steps: [], sendChanged, file, refusedLines }, goal);
  const { outcome, submission } = corrected;
  tell(session.output, outcome, { source: file ?? submission.file, batches: outcome.batches }, dryRun);
  if (!dryRun) tellAdded(session.output, corrected);
  return exitCodes.done;
}
