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
  first: boolean;
  rejectedLines?: string;
  out: string;
}

/** Writes the lines to a new file. @throws AppError usage.invalid, queue.unknown-id, file.*, disk.full */
export async function exportLines(session: Session, asked: string, options: ExportOptions): Promise<ExitCode> {
  const { output } = session;
  const { accepted, rejected, unknown, first, out } = options;
  if (!accepted && !rejected && !unknown)
    throw usageError('Say which lines: --accepted, --rejected, --unknown, or several of them.');
  const rejectedLines = await readLineNumbers(session, options.rejectedLines);
  const saved = await withReading(session, async (actions) => {
    const { id } = await submissionMeant(actions, asked);
    return await actions.save({ kind: 'lines', id, accepted, rejected, unknown, first, rejectedLines }, out);
  });
  const { lines, exported, result, corrected } = told(saved.lines);
  output.say(`${counted(exported, 'line')} of ${counted(lines, 'line')} are in ${out}`);
  if (corrected > 0)
    output.say(
      `${counted(corrected, 'line')} that ${corrected === 1 ? 'was' : 'were'} rejected at first ${corrected === 1 ? 'is' : 'are'} not among them: another submission has corrected ${corrected === 1 ? 'it' : 'them'}. “--first” writes those as well; “tranship queue open” says what is still open.`,
    );
  output.emit('summary', { lines, exported, out, result, corrected });
  return exitCodes.done;
}
