/** @file `tranship resend ID`: sends what is missing of a submission, and never what the service has taken. */

import { emptyRecipe } from '../../../fixing/recipe.ts';
import { giveUpPlace, placeForCorrected } from '../../../records/corrected-files.ts';
import { findSourceFile } from '../../../send/source-file.ts';
import { viewInQueue } from '../../../send/submission-view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { add, makeFor, readLineNumbers, tell } from './fix.ts';

export interface ResendOptions {
  file?: string;
  sendChanged: boolean;
  refusedLines?: string;
  out?: string;
  dryRun: boolean;
}

/** Adds what is missing as a submission of its own. @throws AppError submission.*, file.*, disk.full */
export async function resend(session: Session, id: string, options: ResendOptions): Promise<ExitCode> {
  const { output } = session;
  const file = options.file === undefined ? undefined : await findSourceFile(options.file);
  const refusedByService = options.refusedLines === undefined ? undefined : await readLineNumbers(options.refusedLines);
  const { submission } = session.readStore((store) => viewInQueue(store, id));
  const own = options.dryRun || options.out !== undefined ? undefined : placeForCorrected(session.folder, submission);
  const out = options.dryRun ? undefined : (options.out ?? own?.out);
  const wish = { recipe: emptyRecipe, out, log: own?.log, file, sendChanged: options.sendChanged, refusedByService };
  try {
    const made = await session.readStoreDuring((store) => makeFor(session, store, id, wish));
    const context = { source: file ?? submission.name, batches: made.batches };
    tell(output, made.summary, context, out === undefined);
    if (out === undefined) return exitCodes.done;
    return await add(session, id, made, { path: out, ...(own !== undefined && { name: own.name }) });
  } catch (thrown) {
    if (own !== undefined) giveUpPlace(own);
    throw thrown;
  }
}
