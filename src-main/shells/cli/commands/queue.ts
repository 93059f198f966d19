/** @file `tranship queue …`: a say in what becomes of what is in the queue. */

import { AppError } from '../../../../src-shared/errors.ts';
import type { ActionResult, QueueAction } from '../../../send/actions.ts';
import type { SubmissionView } from '../../../send/queue.ts';
import { doneInWords, obstacleInWords } from '../action-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';
import { submissionForPrograms } from './send.ts';

/** By the number of the submission or the batch id of one of its batches. */
export function findView(views: readonly SubmissionView[], id: string): SubmissionView {
  const found = views.find(
    ({ submission, batches }) =>
      String(submission.id) === id ||
      batches.some(({ delivery }) => delivery?.batchId.toLowerCase() === id.toLowerCase()),
  );
  if (found === undefined) throw new AppError('queue.unknown-id', { id });
  return found;
}

/**
 * Does the same to each of the given submissions, all of it stored at once, and says for each what was done or why not.
 * Where one of the ids is unknown the call is wrong as a whole, and nothing is done.
 */
export async function changeQueue(session: Session, action: QueueAction, ids: readonly string[]): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp(`queue ${action}`, async ({ queue }) => {
    const find = (id: string) => (action === 'restore' ? queue.findRemoved(id) : queue.find(id));
    const asked = ids.map((id) => ({ id, view: orUnknown(() => find(id)) }));
    const unknown = asked.filter(({ view }) => view === undefined).map(({ id }) => id);
    if (unknown.length > 0) return refuseUnknown(output, asked, unknown);
    // The same submission may be named twice: by its number, and by a batch of it.
    const views = new Map(
      asked.flatMap(({ view }) => (view === undefined ? [] : [[view.submission.id, view] as const])),
    );
    const outcomes = new Map([...views].map(([id, view]) => [id, queue.wouldDo(action, view)]));
    queue.each(
      [...views.keys()].filter((id) => outcomes.get(id)?.done),
      (id) => outcomes.set(id, queue[action](id)),
    );
    const results = [...views].map(([id, view]) => resultFor(view, action, outcomes.get(id)));
    for (const { words } of results) output.say(words);
    output.emit('summary', {
      results: results.map(({ forPrograms }) => forPrograms),
      submissions: [...views.keys()].map((id) => submissionForPrograms(queue.findRemoved(String(id)))),
    });
    return [...outcomes.values()].every(({ done }) => done) ? exitCodes.done : exitCodes.refused;
  });
}

function orUnknown<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'queue.unknown-id') return undefined;
    throw thrown;
  }
}

function refuseUnknown(output: Output, asked: readonly { id: string }[], unknown: readonly string[]): ExitCode {
  for (const id of unknown) output.complain(new AppError('queue.unknown-id', { id }));
  if (asked.length > unknown.length)
    output.say('Nothing was done to the others. Correct the command and run it again.');
  const reasonFor = (id: string) => (unknown.includes(id) ? 'unknown-id' : 'wrong-call');
  output.emit('summary', {
    results: asked.map(({ id }) => ({ id, done: false, reason: reasonFor(id) })),
    submissions: [],
    exitCode: exitCodes.usage,
  });
  return exitCodes.usage;
}

function resultFor({ submission: { id, name } }: SubmissionView, action: QueueAction, result?: ActionResult) {
  if (result === undefined) throw new Error(`No result for the submission ${id}.`);
  const words = `${id}  ${name} ${result.done ? doneInWords(action, result.batches) : obstacleInWords(action, result)}.`;
  return {
    words,
    forPrograms: { id, done: result.done, ...(!result.done && { reason: result.reason }), detail: words },
  };
}

/**
 * Approves a held submission; the next `tranship work` sends it.
 * @throws AppError queue.unknown-id, queue.not-held, queue.nothing-to-send, submission.no-reason, submission.not-confirmed
 */
export async function approve(
  session: Session,
  id: string,
  { reason, confirm }: { reason?: string | undefined; confirm?: string | undefined },
): Promise<ExitCode> {
  const { output } = session;
  return await session.withApp('queue approve', async (app) => {
    const { queue } = app;
    const { submission } = queue.find(id);
    await app.approve(submission.id, { reason, typed: confirm, from: 'command-line' });
    output.say(`${submission.id}  ${submission.name} is sent with the next “tranship work”.`);
    output.emit('summary', { submissions: [submissionForPrograms(queue.view(submission.id))] });
    return exitCodes.done;
  });
}
