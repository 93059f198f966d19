/** @file `tranship resend ID`: sends what is missing of a submission, and never what the service has taken. */

import { resolve } from 'node:path';
import { type Account, isAllAccepted } from '../../../../src-shared/account.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { mayBeRepaired } from '../outcome.ts';
import type { Session } from '../session.ts';
import { counted } from '../wording.ts';
import { correct, type Named, readLineNumbers, tell, tellAdded } from './correction.ts';

export interface ResendOptions {
  file?: string;
  sendChanged: boolean;
  sendAgain: boolean;
  reason?: string;
  rejectedLines?: string;
  out?: string;
  dryRun: boolean;
}

/** Adds what is missing as a submission of its own. @throws AppError submission.*, file.*, disk.full */
export async function resend(session: Session, id: string, options: ResendOptions): Promise<ExitCode> {
  const { sendChanged, sendAgain: sendsAgain, reason, dryRun } = options;
  const file = options.file && resolve(options.file);
  const rejectedLines = await readLineNumbers(session, options.rejectedLines);
  const { output } = session;
  let account: Account | undefined;
  const goal = {
    out: dryRun ? undefined : options.out,
    add: !dryRun,
    onMeant: (meant: Named) => {
      account = meant.account;
      const rejected = account?.rejected ?? 0;
      if (file !== undefined || rejected === 0 || !mayBeRepaired(meant.state)) return;
      output.say(
        message(
          'The service has rejected {lines} of it, which would go again as they are. “tranship fix {id} --recipe FILE --add --out FILE” corrects them.',
          { lines: counted(rejected, 'line'), id: meant.id },
        ),
      );
      output.emit('rejected', { lines: rejected });
    },
  };
  const corrected = await correct(
    session,
    'resend',
    id,
    { steps: [], sendChanged, sendsAgain, whySentAgain: reason, file, rejectedLines },
    goal,
  ).catch((thrown: unknown) => ({ nothing: nothingToSend(thrown, account) }));
  if ('nothing' in corrected) {
    const { sentence, open, ...details } = corrected.nothing;
    output.say(sentence);
    output.emit('summary', { kept: 0, account, ...details });
    return open > 0 ? exitCodes.leftInQueue : exitCodes.done;
  }
  const { outcome, submission } = corrected;
  tell(output, outcome, { source: file ?? submission.file, batches: outcome.batches }, dryRun);
  if (!dryRun) tellAdded(output, corrected);
  return exitCodes.done;
}

/** Why there is nothing to send, where that is no fault: all of it is in, here or with a file of the same content. @throws `thrown` */
function nothingToSend(thrown: unknown, account: Account | undefined) {
  if (!(thrown instanceof AppError)) throw thrown;
  const record = thrown.toRecord();
  if (record.code === 'submission.gone-with') {
    const { open, by } = record.params;
    return {
      sentence: message('{detail} There is nothing to send again.', { detail: thrown.detail }),
      open: Number(open),
      goneWith: by,
    };
  }
  const isMissing = record.code !== 'submission.nothing-missing';
  if (isMissing || account === undefined || !isAllAccepted(account)) throw thrown;
  return { sentence: message('Every line of it was accepted: there is nothing to send again.'), open: 0 };
}
