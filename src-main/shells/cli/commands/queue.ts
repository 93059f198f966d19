/** @file `tranship queue …`: a say in what becomes of what is in the queue. */

import type { ActedOn, CommandOutput, QueueAction } from '../../../../src-shared/contract.ts';
import { AppError, titleOfError } from '../../../../src-shared/errors.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { refusedRowsInWords } from '../../../../src-shared/refused-rows.ts';
import type { Actions } from '../../../actions/actions.ts';
import { doneInWords, lacksOnlyReports, obstacleInWords, whenItGoesOn } from '../action-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { offeredFile } from '../offered-file.ts';
import type { Output } from '../output.ts';
import type { Session } from '../session.ts';

type Named = NonNullable<CommandOutput<'queue.named'>[number]>;

/** What is done to submissions, and how it is said of each of them. */
interface Change {
  command: string;
  act: (actions: Actions, ids: Named['id'][]) => Promise<ActedOn[]>;
  inWords: (result: ActedOn, holder: string | undefined, isReportOnly: boolean) => string;
  alsoRemoved?: boolean;
}

/** Pauses, resumes, … each of the given submissions. */
export async function changeQueue(
  session: Session,
  action: QueueAction,
  asked: readonly string[],
  { letsFinish = false, reason }: { letsFinish?: boolean | undefined; reason?: string | undefined } = {},
): Promise<ExitCode> {
  return await changeEach(session, asked, {
    command: `queue ${action}`,
    act: ({ call }, ids) =>
      call(`queue.${action}`, { ids, ...(letsFinish && { letsFinish }), ...(reason !== undefined && { reason }) }),
    inWords: (result, holder, isReportOnly) =>
      result.done
        ? doneInWords(action, result.batches, holder, isReportOnly)
        : obstacleInWords(action, result.obstacle),
    alsoRemoved: action === 'restore',
  });
}

/** Sends each of the given submissions without waiting for the sending hours of its connection, this once. */
export async function sendNow(session: Session, asked: readonly string[]): Promise<ExitCode> {
  return await changeEach(session, asked, {
    command: 'queue send-now',
    act: ({ call }, ids) => call('queue.sendNow', { ids }),
    inWords: (result, holder) => {
      if (result.done)
        return result.batches === 0
          ? message('will not wait for sending hours once it may be sent')
          : message('does not wait for sending hours; it continues {when}', { when: whenItGoesOn(holder) });
      return result.obstacle.reason === 'held'
        ? obstacleInWords('resume', result.obstacle)
        : message('has nothing that could be sent now');
    },
  });
}

/**
 * Does the same to each of the given submissions, and says for each what was done or why not. Where one of the ids is
 * unknown the call is wrong as a whole, and nothing is done.
 */
async function changeEach(
  session: Session,
  asked: readonly string[],
  { command, act, inWords, alsoRemoved = false }: Change,
): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions(command, async (actions) => {
    const found = await actions.call('queue.named', { ids: [...asked] });
    const isKnown = (named: Named | null) => named !== null && (alsoRemoved || !named.isRemoved);
    const unknown = asked.filter((_, at) => !isKnown(found[at] ?? null));
    if (unknown.length > 0) return refuseUnknown(output, asked, unknown);
    const ids = found.flatMap((named) => named?.id ?? []);
    const acted = await act(actions, ids);
    const submissions = await submissionsNow(actions, acted);
    const files = new Map(submissions.map(({ id, file }) => [id, file]));
    const unreported = found.flatMap((named) => (named !== null && lacksOnlyReports(named.batches) ? [named.id] : []));
    const results = acted.map((result) => {
      const words = inWords(result, actions.holder, unreported.includes(result.id));
      return resultFor(`${result.id}  ${files.get(result.id) ?? ''} ${words}.`, result);
    });
    for (const { detail } of results) output.say(detail);
    output.emit('summary', { results, submissions });
    return acted.every(({ done }) => done) ? exitCodes.done : exitCodes.refused;
  });
}

async function submissionsNow({ call }: Actions, wanted: readonly Pick<Named, 'id'>[]) {
  const found = await call('queue.named', { ids: wanted.map(({ id }) => String(id)) });
  return found.flatMap((named) => {
    if (named === null) return [];
    const { isRemoved: _, isEmpty: __, ...submission } = named;
    return [submission];
  });
}

/** Notes that the rows which the preparation of a file had refused are dealt with elsewhere. @throws AppError queue.unknown-id, submission.no-refused-rows */
export async function settleRefused(session: Session, id: string, { reason }: { reason: string }): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('queue settle-refused', async ({ call }) => {
    const [named] = await call('queue.named', { ids: [id] });
    if (named === undefined || named === null) throw new AppError('queue.unknown-id', { id });
    await call('queue.settleRefused', { id: named.id, reason });
    const { refusedRows } = named;
    if (refusedRows !== undefined) output.say(refusedRowsInWords(refusedRows));
    output.say(message('They are dealt with elsewhere: it is noted in the history with the reason.'));
    output.emit('summary', { refusedRows });
    return exitCodes.done;
  });
}

/** The file of a submission was moved or renamed, and is this one. @throws AppError queue.unknown-id, file.* */
export async function findFile(session: Session, id: string, path: string): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('queue find-file', async (actions) => {
    const [named] = await actions.call('queue.named', { ids: [id] });
    if (named === undefined || named === null) throw new AppError('queue.unknown-id', { id });
    await actions.call('queue.findFile', { id: named.id, offer: await offeredFile(actions, path) });
    const submissions = await submissionsNow(actions, [named]);
    output.say(
      message('{id}  {file} is the same file. It continues from there.', {
        id: String(named.id),
        file: submissions[0]?.file ?? path,
      }),
    );
    output.emit('summary', { submissions });
    return exitCodes.done;
  });
}

function refuseUnknown(output: Output, asked: readonly string[], unknown: readonly string[]): ExitCode {
  for (const id of unknown) output.complain(new AppError('queue.unknown-id', { id }));
  if (asked.length > unknown.length)
    output.say(message('Nothing was done to the others. Correct the command and run it again.'));
  const reasonFor = (id: string) => (unknown.includes(id) ? 'unknown-id' : 'wrong-call');
  output.emit('summary', {
    results: asked.map((id) => ({ id, done: false, reason: reasonFor(id) })),
    submissions: [],
    exitCode: exitCodes.usage,
  });
  return exitCodes.usage;
}

function resultFor(detail: string, result: ActedOn) {
  const { id, done } = result;
  return { id, done, ...(!result.done && { reason: result.obstacle.reason }), detail };
}

/**
 * Approves a held submission; the next `tranship work` sends it, once the team ledger allows it where that has a say.
 * @throws AppError queue.unknown-id, queue.not-held, queue.nothing-to-send, submission.no-reason, submission.not-confirmed
 */
export async function approve(
  session: Session,
  id: string,
  { reason, confirm, ingestValid }: { reason?: string; confirm?: string; ingestValid: boolean },
): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('queue approve', async (actions) => {
    const [named] = await actions.call('queue.named', { ids: [id] });
    if (named === undefined || named === null) throw new AppError('queue.unknown-id', { id });
    await actions.call('queue.approve', { id: named.id, reason, typed: confirm, ...(ingestValid && { ingestValid }) });
    const submissions = await submissionsNow(actions, [named]);
    output.emit('summary', { submissions });
    const held = submissions.find(({ state }) => state === 'held');
    if (held === undefined) {
      output.say(
        message('{id}  {file} is sent {when}.', {
          id: String(named.id),
          file: named.file,
          when: whenItGoesOn(actions.holder),
        }),
      );
      return exitCodes.done;
    }
    const why = held.error === undefined ? '' : ` ${titleOfError(held.error)}.`;
    const waits = message('{id}  {file} is not sent yet: it waits for the team ledger.', {
      id: String(named.id),
      file: named.file,
    });
    output.say(`${waits}${why}`);
    return exitCodes.leftInQueue;
  });
}
