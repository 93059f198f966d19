/** @file `tranship export ID`: lines of a submission by what became of them, byte for byte; also while another process works. */

import { extname } from 'node:path';
import { changeInWords, subjectOfChange } from '../../../../src-shared/change-words.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { decisionsInWords, leftOutInWords } from '../../../../src-shared/left-out.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { usageError } from '../output.ts';
import { withReading } from '../reading.ts';
import type { Session } from '../session.ts';
import { counted } from '../wording.ts';
import { readLineNumbers, submissionMeant, told } from './correction.ts';

/** In the terminal; the table has all of them, with all of each value. */
const SHOWN_CHANGES = 20;
const LONGEST_VALUE = 60;

export interface ExportOptions {
  accepted: boolean;
  rejected: boolean;
  unknown: boolean;
  first: boolean;
  leftOut: boolean;
  reasons?: string;
  changes: boolean;
  rejectedLines?: string;
  out: string;
}

/** Writes the lines to a new file. @throws AppError usage.invalid, queue.unknown-id, file.*, disk.full */
export async function exportLines(session: Session, asked: string, options: ExportOptions): Promise<ExitCode> {
  const { output } = session;
  const { accepted, rejected, unknown, first, out } = options;
  const isOther = accepted || rejected || unknown;
  if (options.changes) {
    if (isOther || options.leftOut || options.reasons !== undefined || options.rejectedLines !== undefined)
      throw usageError(fact('Use --changes by itself.'));
    return await exportChanges(session, asked, out);
  }
  if (options.leftOut) {
    if (isOther || options.rejectedLines !== undefined)
      throw usageError(fact('Use --left-out by itself, or with --reasons.'));
    return await exportLeftOut(session, asked, options);
  }
  if (options.reasons !== undefined)
    throw usageError(fact('Use --reasons with --left-out: only these lines have them.'));
  if (!isOther)
    throw usageError(
      fact('Say which lines: --accepted, --rejected, --unknown, or several of them; or --left-out; or --changes.'),
    );
  const rejectedLines = await readLineNumbers(session, options.rejectedLines);
  const saved = await withReading(session, async (actions) => {
    const { id } = await submissionMeant(actions, asked);
    return await actions.save({ kind: 'lines', id, accepted, rejected, unknown, first, rejectedLines }, out);
  });
  const { lines, exported, result, corrected } = told(saved.lines);
  output.say(
    message('{exported} of {lines} are in {out}', {
      exported: counted(exported, 'line'),
      lines: counted(lines, 'line'),
      out,
    }),
  );
  if (corrected > 0)
    output.say(
      message(
        '{count, plural, one {# line that was rejected at first is not among them: another submission has corrected it.} other {# lines that were rejected at first are not among them: another submission has corrected them.}} “--first” writes those as well; “tranship queue open” says what is still open.',
        { count: corrected },
      ),
    );
  output.emit('summary', { lines, exported, out, result, corrected });
  return exitCodes.done;
}

/** What a correction changed, as a table. */
async function exportChanges(session: Session, asked: string, out: string): Promise<ExitCode> {
  const { output } = session;
  const told = await withReading(session, async (actions) => {
    const { id } = await submissionMeant(actions, asked);
    // As a receipt names it, where it is asked for as such.
    await actions.save({ kind: 'changes', id, format: extname(out).toLowerCase() === '.jsonl' ? 'jsonl' : 'csv' }, out);
    return await actions.call('submission.changes', { id });
  });
  const { changes, more } = told;
  output.sayLines(
    changes.slice(0, SHOWN_CHANGES).map((change) =>
      changeInWords(
        change,
        subjectOfChange(change, (field) => field),
        LONGEST_VALUE,
      ),
    ),
  );
  const hidden = more + Math.max(0, changes.length - SHOWN_CHANGES);
  if (hidden > 0)
    output.say(
      message('{count, plural, one {# other change is} other {# other changes are}} in the table that you save.', {
        count: hidden,
      }),
    );
  output.say(message('Every change is in {log}', { log: out }));
  output.emit('summary', { ...told, out });
  return exitCodes.done;
}

/** Those of the first file, also where a correction of it is named. */
async function exportLeftOut(
  session: Session,
  asked: string,
  { out, reasons }: Pick<ExportOptions, 'out' | 'reasons'>,
): Promise<ExitCode> {
  const { output } = session;
  const leftOut = await withReading(session, async (actions) => {
    const { id } = await submissionMeant(actions, asked);
    const counts = await actions.call('submission.leftOut', { id, isSummed: true });
    const { lines } = await actions.save({ kind: 'left-out', id, format: 'jsonl' }, out);
    if (reasons !== undefined) await actions.save({ kind: 'left-out', id, format: 'csv' }, reasons);
    return { ...counts, result: told(lines).result };
  });
  output.say(leftOutInWords(leftOut));
  output.sayLines(decisionsInWords(leftOut));
  output.say(message('The lines of submission {submission} are in {out}', { submission: leftOut.submission, out }));
  if (reasons !== undefined) output.say(message('Their numbers and reasons are in {reasons}', { reasons }));
  output.emit('summary', { ...leftOut, out, ...(reasons !== undefined && { table: reasons }) });
  return exitCodes.done;
}
