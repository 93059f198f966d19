/** @file `tranship folder`: what others know of a data folder that may be a copy, and that a person goes on with it. */

import type { AskedFolder } from '../../../../src-shared/contract.ts';
import { fromRecord } from '../../../../src-shared/errors.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';
import { batchInWords, counted } from '../wording.ts';

/** Ends with 0 where all that could be asked has answered: what a person decides by is complete then. */
export async function ask(session: Session): Promise<ExitCode> {
  const { output } = session;
  const asked = await session.withActions('folder ask', async ({ call }) => await call('folder.ask', undefined));
  tell(output, asked);
  const { unanswered, unheard } = asked;
  for (const failed of [unanswered?.error, unheard]) if (failed !== undefined) output.complain(fromRecord(failed));
  const failed = unanswered?.error ?? unheard;
  return failed === undefined ? exitCodes.done : exitCodeOf(fromRecord(failed));
}

function tell(output: Output, asked: AskedFolder): void {
  const { arrived, notKnown, unanswered, withoutId, told, isInDoubt } = asked;
  output.say(
    message('The services were asked about {batches} that this folder knows by an id and takes for open.', {
      batches: counted(asked.asked, 'batch'),
    }),
  );
  if (arrived.length > 0) {
    output.say(
      message('{batches} had arrived, which this folder did not know:', { batches: counted(arrived.length, 'batch') }),
    );
    output.table(
      [message('id'), message('file'), message('batch id'), message('what became of it')],
      arrived.map((batch) => [batch.submission, batch.fileName, batch.batchId, batchInWords(batch)]),
    );
  }
  if (notKnown > 0)
    output.say(message('The service does not know {batches} of them.', { batches: counted(notKnown, 'batch') }));
  if (unanswered !== undefined)
    output.say(message('About {batches} there was no answer.', { batches: counted(unanswered.ids, 'batch') }));
  if (told.length > 0) {
    output.say(message('A team ledger has heard of this, which this folder did not know:'));
    output.table(
      [message('file'), message('sent until'), message('batches'), message('in this folder')],
      told.map(({ fileName, at, batchIds, isHere }) => [
        ...[fileName, new Date(at).toISOString(), batchIds.length],
        isHere ? message('yes: it is asked about, and not sent again') : message('no: do not add it again'),
      ]),
    );
  }
  if (withoutId.length > 0) {
    output.say(message('These can still be sent from here, and have no id that a service could be asked about:'));
    output.table(
      [message('id'), message('file'), message('connection'), message('batches'), message('lines')],
      withoutId.map(({ submission, fileName, connection, batches, lines }) => [
        ...[submission, fileName, connection, batches, lines],
      ]),
    );
    if (isInDoubt)
      output.say(
        message(
          'They may have been sent since: ask the provider. Once you continue with this folder, each of them waits until you send or cancel it.',
        ),
      );
  }
  output.say(
    message(
      'What another copy has added and sent since, this folder cannot know. Before you send a file again, look for it in the service’s own list (“tranship observe”), or ask the provider.',
    ),
  );
  if (isInDoubt)
    output.say(message('Nothing was sent. To continue with this folder, say “tranship folder confirm --reason TEXT”.'));
  output.emit('summary', { ...asked });
}

/** @throws AppError file.cannot-write, disk.full, team.*: nothing is confirmed then */
export async function confirm(session: Session, { reason }: { reason: string }): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('folder confirm', async ({ call }) => {
    const { wasInDoubt, waiting } = await call('folder.confirm', { reason });
    output.say(
      wasInDoubt
        ? message(
            'Confirmed; the history keeps the reason. “tranship work” continues. Files that were sent since then are not in it: do not send them again.',
          )
        : message('There is nothing to confirm: nothing says that this data folder is a copy.'),
    );
    if (waiting > 0)
      output.say(
        message(
          '{count, plural, one {# file of the queue may have been sent since, and waits} other {# files of the queue may have been sent since, and wait}} for you: “tranship queue open” lists what is open, with the next command.',
          { count: waiting },
        ),
      );
    output.emit('summary', { confirmed: wasInDoubt, waiting });
    return exitCodes.done;
  });
}
