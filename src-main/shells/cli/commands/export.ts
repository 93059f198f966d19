/** @file `tranship export ID`: lines of a submission by what became of them, byte for byte; also while another process works. */

import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { counted } from '../wording.ts';
import { readLineNumbers, submissionMeant, told } from './correcting.ts';

export interface ExportOptions {
  accepted: boolean;
  rejected: boolean;
  unknown: boolean;
  rejectedLines?: string;
  out: string;
}

/** Writes the lines to a new file. @throws AppError usage.invalid, queue.unknown-id, file.*, disk.full */
export async function exportLines(session: Session, asked: string, options: ExportOptions): Promise<ExitCode> {
  const { output } = session;
  const { accepted, rejected, unknown, out } = options;
  if (!accepted && !rejected && !unknown)
    throw usageError('Say which lines: --accepted, --rejected, --unknown, or several of them.');
  const rejectedLines = await readLineNumbers(options.rejectedLines);
  const saved = await withReading(session, async (actions) => {
    const { id } = await submissionMeant(actions, asked);
    return await actions.save({ kind: 'lines', id, accepted, rejected, unknown, rejectedLines }, out);
  });
  const { lines, exported, result } = told(saved.lines);
  output.say(`${counted(exported, 'line')} of ${counted(lines, 'line')} are in ${out}`);
  output.emit('summary', { lines, exported, out, result });
  return exitCodes.done;
}
