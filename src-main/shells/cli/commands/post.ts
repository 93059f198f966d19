/** @file `tranship post FILE`: single transactions, checked and sent one by one; called again, it continues where it stopped. */

import type { Posted } from '../../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Tell } from '../../../actions/ports.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { offeredFile } from '../offered-file.ts';
import type { Output } from '../output.ts';
import { PostBoard } from '../post-board.ts';
import { givenRules } from '../rules-of-call.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';
import { counted, duration, grouped } from '../wording.ts';
import { assertWritable } from '../written-file.ts';

export interface PostOptions {
  connection?: string;
  rules?: string;
  onInvalid: 'stop' | 'service-decides';
  results?: string;
  /** Replaces a file of results that is there. */
  force: boolean;
  concurrency: number;
  resendUnknown: boolean;
  resendRejected: boolean;
}

export async function post(session: Session, file: string, options: PostOptions): Promise<ExitCode> {
  const { output } = session;
  const { connection = ENVIRONMENT, results, force, onInvalid, concurrency, resendUnknown, resendRejected } = options;
  const rules = await givenRules(session, options.rules);
  const board = new PostBoard(session, file);
  const onTold: Tell = (event, payload) => {
    if (event === 'transaction.told') board.show(payload.news);
  };
  const work = async (actions: Actions): Promise<ExitCode> => {
    const offer = await offeredFile(actions, file);
    if (results !== undefined) await assertWritable(results, { force, sources: [file] });
    const call = results === undefined ? actions.call : actions.choosing(results);
    const posted = await call('transaction.sendFile', {
      offer,
      connection,
      concurrency,
      resendUnknown,
      resendRejected,
      rules,
      evenWithErrors: onInvalid === 'service-decides',
      savesResults: results !== undefined,
    }).finally(() => board.close());
    if (posted.ending !== 'not-begun') return summarise(output, posted, options);
    board.sayMoreFindings(posted.findings);
    return sayNothingSent(output, posted, options);
  };
  return await session.withActions('post', work, onTold, { alone: aloneUnlessNamed(options.connection) });
}

function sayNothingSent(output: Output, { file, lines, errors }: Posted, { onInvalid }: PostOptions): ExitCode {
  const advice =
    lines === 0 || onInvalid !== 'stop' ? '' : ` ${message('“--on-invalid service-decides” sends it anyway.')}`;
  output.say(message('{file} has errors, and nothing was sent.{advice}', { file, advice }));
  output.emit('summary', { file, lines, errors, exitCode: exitCodes.refused });
  return exitCodes.refused;
}

/** Says how it went, as sentences and as the summary for programs; returns the exit code. */
function summarise(output: Output, posted: Posted, options: PostOptions): ExitCode {
  const { file, sha256, lines, counts, ending, error, sent, milliseconds } = posted;
  const { open, accepted, refused, unknown } = counts;
  if (error !== undefined) output.complain(error);
  const words = [
    message('{count, number} accepted', { count: accepted }),
    message('{count, number} rejected', { count: refused }),
    message('{count, number} unknown', { count: unknown }),
  ];
  const perSecond = Math.round((1000 * sent) / Math.max(milliseconds, 1));
  output.say(message('{file}  {words}, {open} not sent', { file, words: words.join(', '), open: grouped(open) }));
  const rate = sent > 1 ? message(', {count, number} a second', { count: perSecond }) : '';
  if (sent > 0)
    output.say(
      `  ${message('{lines} sent in {milliseconds}{rate}', { lines: counted(sent, 'line'), milliseconds: duration(milliseconds), rate })}`,
    );
  const exitCode = exitCodeAfter(posted);
  output.emit('summary', {
    // “refused” is the former name, which programs may read.
    file,
    sha256,
    lines,
    accepted,
    rejected: refused,
    refused,
    unknown,
    notSent: open,
    ending,
    sent,
    seconds: milliseconds / 1000,
    perSecond,
    exitCode,
  });
  sayWhatNext(output, posted, options);
  return exitCode;
}

function exitCodeAfter({ counts, ending, error }: Posted): ExitCode {
  if (error !== undefined) return exitCodeOf(error);
  if (counts.unknown > 0 || ending !== 'finished') return exitCodes.leftInQueue;
  // What is still open after a run that has finished could not be sent: blank lines, which the check complains of.
  return counts.refused > 0 || counts.open > 0 ? exitCodes.refused : exitCodes.done;
}

function sayWhatNext(output: Output, { counts, ending }: Posted, { results }: PostOptions): void {
  if (ending === 'unreachable') output.say(message('There is no answer.'));
  if (ending !== 'finished') output.say(message('The same command sends the rest.'));
  if (ending === 'finished' && counts.open > 0)
    output.say(
      message('{lines} cannot be sent: blank, or longer than 16 MiB.', { lines: counted(counts.open, 'line') }),
    );
  if (counts.refused > 0)
    output.say(
      message(
        'Correct what was rejected, and send it as a separate file. “--resend-rejected” sends it again as it is.',
      ),
    );
  if (counts.unknown > 0)
    output.say(
      message(
        'It is not known whether the unknown lines arrived. “--resend-unknown” sends exactly these again; a line that did arrive is replaced.',
      ),
    );
  if (counts.refused + counts.unknown > 0 && results === undefined)
    output.say(message('“--results FILE” writes the outcome of each line.'));
}
