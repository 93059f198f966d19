/** @file `tranship rules …`: runs the rules of the service for a day, and tells how a run gets on and when rules run. */

import type { App } from '../../../app.ts';
import { after } from '../../../ground/clock.ts';
import { hasEnded, type RuleRun } from '../../../rule-runs/rule-run.ts';
import { destinationOf } from '../../../wire/credentials/connection.ts';
import { ENVIRONMENT } from '../../../wire/credentials/environment.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { replyForPrograms, showReply } from '../reply.ts';
import { RuleRunBoard, runInWords } from '../rule-run-board.ts';
import type { Session } from '../session.ts';
import { plain, sentence } from '../wording.ts';

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
  const { date: executionDate, rule: ruleIds, force, wait, timeout } = options;
  const over = new AbortController();
  const interrupted = AbortSignal.any([session.interrupted, over.signal]);
  const stopWaiting = timeout === undefined ? () => {} : after(clock, timeout, () => over.abort());
  return await session.withApp(`rules ${kind}`, async (app) => {
    const connection = app.services.connection(options.connection);
    const asked = { kind, connection: connection.name, destination: destinationOf(connection) };
    const board = new RuleRunBoard(session);
    const unsubscribe = app.ruleRuns.subscribe(([newest]) => newest && board.show(newest));
    try {
      interrupted.throwIfAborted();
      interrupted.addEventListener('abort', () => stopAsking(app));
      const answered = await app.ruleRuns.start({ ...asked, executionDate, ruleIds, force });
      const run = wait ? await lastOf(app, answered, interrupted) : answered;
      board.close();
      if (run.state === 'running') {
        output.say(
          `The run continues at the service; “tranship rules status ${plain(run.executionId ?? '')}” shows its state.`,
        );
      }
      if (over.signal.aborted && !hasEnded(run)) output.say('The time limit is reached.');
      output.emit('summary', { ...run, ...(over.signal.aborted && { timedOut: true }) });
      return exitCodeOfRun(run, wait);
    } finally {
      stopWaiting();
      unsubscribe();
      board.close();
    }
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
    if (message !== '') output.say(sentence(plain(message)));
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
  return await session.withActions('rules schedule', async (actions) => {
    const reply = await actions.call('rules.schedule', { connection });
    showReply(session.output, reply);
    session.output.emit('summary', { connection, reply: replyForPrograms(reply) });
    return exitCodes.done;
  });
}

/** A run that is being asked for ends, and says what is known of it; one that runs continues. */
function stopAsking({ ruleRuns }: App): void {
  for (const { id, state } of ruleRuns.list()) if (state === 'asking') ruleRuns.stopFollowing(id);
}

/** The run once it has ended, or as it is when the person has waited enough. */
async function lastOf({ ruleRuns }: App, answered: RuleRun, interrupted: AbortSignal): Promise<RuleRun> {
  const { promise, resolve } = Promise.withResolvers<RuleRun>();
  const look = () => {
    const run = ruleRuns.list().find(({ id }) => id === answered.id) ?? answered;
    if (hasEnded(run) || interrupted.aborted) resolve(run);
  };
  const unsubscribe = ruleRuns.subscribe(look);
  interrupted.addEventListener('abort', look);
  look();
  return await promise.finally(unsubscribe);
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
