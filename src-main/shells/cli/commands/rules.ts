/** @file `tranship rules …`: runs the rules of the service for a day, and tells how a run gets on and when rules run. */

import type { RuleRun } from '../../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { hasEnded } from '../../../../src-shared/service-shapes.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Tell } from '../../../actions/ports.ts';
import { after } from '../../../ground/clock.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { replyForPrograms, showReply } from '../reply.ts';
import { RuleRunBoard, runInWords } from '../rule-run-board.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';
import { sentence } from '../wording.ts';

export interface RunRulesOptions {
  connection?: string;
  /** YYYY-MM-DD */
  date: string;
  /** Without it, all rules. */
  rule?: readonly string[];
  force: boolean;
  wait: boolean;
  /** How long it may take, in milliseconds. */
  timeout?: number;
}

/** Asks the service to run rules for a day; with `wait`, follows the run to its end. */
export async function runRules(session: Session, kind: RuleRun['kind'], options: RunRulesOptions): Promise<ExitCode> {
  const { output, clock } = session;
  const { connection = ENVIRONMENT, date, rule: ruleIds = [], force, wait, timeout } = options;
  const over = new AbortController();
  const interrupted = AbortSignal.any([session.interrupted, over.signal]);
  const stopWaiting = timeout === undefined ? () => {} : after(clock, timeout, () => over.abort());
  const board = new RuleRunBoard(session);
  /** The run as it was told last. */
  let told: RuleRun | undefined;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (interrupted.aborted || (told !== undefined && hasEnded(told))) resolve();
  };
  const onTold: Tell = (event, payload) => {
    if (event !== 'rules.changed') return;
    [told] = payload;
    if (told !== undefined) board.show(told);
    look();
  };
  const work = async (actions: Actions): Promise<ExitCode> => {
    interrupted.throwIfAborted();
    interrupted.addEventListener('abort', () => {
      look();
      // One that is being asked for ends, and says what is known of it; one that runs continues.
      if (told?.state === 'asking') void actions.call('rules.stopFollowing', { id: told.id });
    });
    const answered = await actions.call('rules.start', { connection, kind, date, ruleIds: [...ruleIds], force });
    if (wait) await enough;
    const run = (wait ? told : undefined) ?? answered;
    board.close();
    if (run.state === 'running') {
      output.say(
        message('The run continues at the service; “tranship rules status {id}” shows its state.', {
          id: run.executionId ?? '',
        }),
      );
    }
    if (over.signal.aborted && !hasEnded(run)) output.say(message('The time limit is reached.'));
    output.emit('summary', { ...run, executionDate: run.date, ...(over.signal.aborted && { timedOut: true }) });
    return exitCodeOfRun(run, wait);
  };
  try {
    return await session.withActions(`rules ${kind}`, work, onTold, { alone: aloneUnlessNamed(connection) });
  } finally {
    stopWaiting();
    board.close();
  }
}

/** Lists the latest runs, newest first. */
export async function listRuleRuns(session: Session): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('rules list', async (actions) => {
    const runs = await actions.call('rules.list', undefined);
    if (runs.length === 0) output.say(message('No run was asked for here yet.'));
    else {
      output.table(
        [message('day'), message('connection'), message('kind'), message('execution'), message('state')],
        runs.map(({ date, connection, kind, executionId, state, status }) => [
          ...[date, connection, kind, executionId ?? ''],
          state === 'asking' ? message('Being asked for') : runInWords(state, status),
        ]),
      );
    }
    output.emit('summary', { runs: runs.map((run) => ({ ...run, executionDate: run.date })) });
    return exitCodes.done;
  });
}

/** Prints how an execution gets on; over the connection that it was asked for with, unless another one is named. */
export async function ruleRunStatus(
  session: Session,
  executionId: string,
  { connection }: { connection?: string },
): Promise<ExitCode> {
  const { output } = session;
  return await session.withActions('rules status', async (actions) => {
    const asked = { executionId, connection };
    const { status, outcome, message, reply } = await actions.call('rules.status', asked);
    // A table of its rules may not show how the run itself stands.
    output.say(runInWords(outcome, status));
    if (message !== '') output.say(sentence(message));
    showReply(output, reply);
    output.emit('summary', { executionId, status, outcome, message, reply: replyForPrograms(reply) });
    return outcome === 'failed' ? exitCodes.refused : exitCodes.done;
  });
}

/** Prints the live rules and when they run. */
export async function ruleSchedule(
  session: Session,
  { connection = ENVIRONMENT }: { connection?: string },
): Promise<ExitCode> {
  const work = async (actions: Actions) => {
    const reply = await actions.call('rules.schedule', { connection });
    showReply(session.output, reply);
    session.output.emit('summary', { connection, reply: replyForPrograms(reply) });
    return exitCodes.done;
  };
  return await session.withActions('rules schedule', work, undefined, { alone: aloneUnlessNamed(connection) });
}

function exitCodeOfRun({ state, accepted, rejected }: RuleRun, wait: boolean): ExitCode {
  switch (state) {
    case 'done':
      return exitCodes.done;
    case 'refused':
    case 'failed':
      return exitCodes.refused;
    case 'running':
      if (wait) return exitCodes.leftInQueue;
      return accepted.length === 0 && rejected.length > 0 ? exitCodes.refused : exitCodes.done;
    case 'asking':
    case 'unknown':
    case 'stopped':
      return exitCodes.leftInQueue;
  }
}
