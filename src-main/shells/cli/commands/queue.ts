/** @file `tranship queue …`: what is in the queue, and a say in what becomes of it. */

import { AppError } from '../../../../src-preload/errors.ts';
import { type SubmissionView, submissionViews } from '../../../queue/queue.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { size, stateInWords } from '../wording.ts';
import { submissionForPrograms } from './send.ts';

export type QueueAction = 'pause' | 'resume' | 'retry' | 'cancel';

/**
 * Lists the queue, or the given submissions; also while another process works on it.
 * @throws AppError queue.unknown-id
 */
export function listQueue(session: Session, ids: readonly string[]): ExitCode {
  const { output } = session;
  const all = session.readStore(submissionViews);
  const views = ids.length === 0 ? all : ids.map((id) => findView(all, id));
  if (views.length === 0) output.say('The queue is empty. “tranship send FILE” adds a file.');
  else {
    output.table(
      ['id', 'file', 'connection', 'size', 'batches', 'state'],
      views.map(({ submission, state, batches }) => [
        submission.id,
        submission.path,
        submission.connection,
        submission.check === undefined ? '' : size(submission.check.bytes),
        batches.length,
        stateInWords(state),
      ]),
    );
  }
  output.emit('summary', { submissions: views.map(submissionForPrograms) });
  return exitCodes.done;
}

/** By the number of the submission or the batch id of one of its batches. */
function findView(views: readonly SubmissionView[], id: string): SubmissionView {
  const found = views.find(
    ({ submission, batches }) =>
      String(submission.id) === id ||
      batches.some(({ delivery }) => delivery?.batchId.toLowerCase() === id.toLowerCase()),
  );
  if (found === undefined) throw new AppError('queue.unknown-id', { id });
  return found;
}

/** What an action makes of a submission, said to a person. */
const outcomes: Record<QueueAction, string> = {
  pause: 'is paused; a batch that was in flight starts again when it is resumed',
  resume: 'goes on with the next “tranship work”',
  retry: 'begins again with the next “tranship work”',
  cancel: 'is cancelled; what the service has already received, it may still process',
};

/** Does the same to each of the given submissions; stored at once, carried out by whoever works on the queue next. */
export async function changeQueue(session: Session, action: QueueAction, ids: readonly string[]): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp(`queue ${action}`, async ({ queue }) => {
    const found = ids.map((id) => queue.find(id).submission);
    for (const { id, path } of found) {
      queue[action](id);
      output.say(`${id}  ${path} ${outcomes[action]}.`);
    }
    const views = found.map(({ id }) => queue.view(id));
    output.emit('summary', { submissions: views.map(submissionForPrograms) });
    return exitCodes.done;
  });
}

/**
 * Has a held submission sent all the same, with the next `tranship work`.
 * @throws AppError queue.unknown-id, queue.not-held, queue.nothing-to-send, submission.no-reason
 */
export async function approve(session: Session, id: string, reason: string | undefined): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('queue approve', async ({ queue }) => {
    const { submission } = queue.find(id);
    queue.approve(submission.id, reason);
    output.say(`${submission.id}  ${submission.path} is sent with the next “tranship work”.`);
    output.emit('summary', { submissions: [submissionForPrograms(queue.view(submission.id))] });
    return exitCodes.done;
  });
}
