/** @file `tranship export ID`: the refused or accepted lines of a submission, byte for byte. */

import { fixFile } from '../../../fixing/fix.ts';
import { emptyRecipe } from '../../../fixing/recipe.ts';
import { exportScope } from '../../../records/corrected-files.ts';
import { KeptReports } from '../../../records/kept-reports.ts';
import { viewInQueue } from '../../../send/submission-view.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import type { Session } from '../session.ts';
import { counted } from '../wording.ts';
import { readLineNumbers } from './fix.ts';

export interface ExportOptions {
  refused: boolean;
  accepted: boolean;
  refusedLines?: string;
  out: string;
}

/** Writes the lines to a new file. @throws AppError usage.invalid, queue.unknown-id, file.*, disk.full */
export async function exportLines(session: Session, id: string, options: ExportOptions): Promise<ExitCode> {
  const { output } = session;
  const { refused, accepted, out, refusedLines } = options;
  if (!refused && !accepted) throw usageError('Say which lines: --refused, --accepted, or both.');
  const byService = refusedLines === undefined ? undefined : await readLineNumbers(refusedLines);
  const summary = await session.readStoreDuring(async (store) => {
    const view = viewInQueue(store, id);
    const parts = { store, reports: new KeptReports(session.folder, store) };
    const scope = await exportScope(parts, view, { refused, accepted }, byService, session.interrupted);
    const { content: path, options } = view.submission;
    const request = { path, out, recipe: emptyRecipe, scope, refused: new Uint32Array(), ruleSet: options.ruleSet };
    return await fixFile(request, { signal: session.interrupted });
  });
  await session.recordSecurity({ kind: 'exported', what: 'lines', path: out });
  output.say(`${counted(summary.kept, 'line')} of ${counted(summary.lines, 'line')} are in ${out}`);
  output.emit('summary', { lines: summary.lines, exported: summary.kept, out, result: summary.result });
  return exitCodes.done;
}
