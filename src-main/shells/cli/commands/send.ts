/** @file `tranship send FILE…` and `tranship work`: files into the queue, and the queue to the service. */

import type { App } from '../../../app.ts';
import { defaultRuleSet, loadRuleSet } from '../../../checking/rules/rule-set.ts';
import { destinationOf } from '../../../credentials/connection.ts';
import type { Batch, SubmissionId } from '../../../queue/batch.ts';
import type { SubmissionView } from '../../../queue/queue.ts';
import { findSourceFile } from '../../../queue/source-file.ts';
import { DEFAULT_MAX_BATCH_BYTES, type SubmissionOptions } from '../../../queue/submission.ts';
import type { TransferSettings } from '../../../transfer/transfer-settings.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { type Ending, follow } from '../follow.ts';
import type { Output } from '../output.ts';
import type { WaitFor } from '../patience.ts';
import type { Session } from '../session.ts';
import { batchInWords, size, stateInWords } from '../wording.ts';

export interface SendOptions {
  connection?: string;
  onInvalid: SubmissionOptions['onInvalid'];
  onUnknown: SubmissionOptions['onUnknown'];
  ingestValid: boolean;
  maxBatch?: number;
  rules?: string;
  /** Why a file is sent even if it has been sent before. */
  sendAgain?: string;
  wait: boolean;
}

export interface LineOptions {
  uploads?: number;
  limitRate?: number;
}

/** Checks the files, sends those that may be sent, and waits until they are sent or, with `wait`, done. */
export async function send(
  session: Session,
  files: readonly string[],
  options: SendOptions & LineOptions,
): Promise<ExitCode> {
  const ruleSet = options.rules === undefined ? defaultRuleSet : await loadRuleSet(options.rules);
  const work = async (app: App): Promise<ExitCode> => {
    const connection = app.services.connection(options.connection);
    // Before a file is read or added, so that a typing error is not found out half-way.
    app.services.client(connection);
    for (const path of files) await findSourceFile(path);
    const ids: SubmissionId[] = [];
    for (const path of files) {
      const { id } = await app.queue.add({
        path,
        connection: connection.name,
        destination: destinationOf(connection),
        options: {
          onInvalid: options.onInvalid,
          onUnknown: options.onUnknown,
          ingestValid: options.ingestValid,
          maxBatchBytes: options.maxBatch ?? DEFAULT_MAX_BATCH_BYTES,
          ruleSet,
          ...(options.sendAgain !== undefined && { sendAgain: options.sendAgain }),
        },
      });
      ids.push(id);
    }
    return await carryOn(session, app, { ids, waitFor: options.wait ? 'final' : 'sent' });
  };
  return await session.withApp('send', work, lineOf(options));
}

/** Goes on with what is stored; without `untilIdle` it waits for a network that is away as long as it takes. */
export async function work(
  session: Session,
  { untilIdle, ...line }: { untilIdle: boolean } & LineOptions,
): Promise<ExitCode> {
  return await session.withApp(
    'work',
    (app) => carryOn(session, app, { waitFor: 'final', patient: !untilIdle }),
    lineOf(line),
  );
}

/** What a call says about the line holds for this run only. */
function lineOf({ uploads, limitRate }: LineOptions): Partial<TransferSettings> {
  return {
    ...(uploads !== undefined && { uploadsPerConnection: uploads }),
    ...(limitRate !== undefined && { bytesPerSecond: limitRate }),
  };
}

interface Wait {
  ids?: readonly SubmissionId[];
  waitFor: WaitFor;
  patient?: boolean;
}

async function carryOn(session: Session, app: App, wait: Wait): Promise<ExitCode> {
  const { output } = session;
  // What had ended before is not news.
  const before = new Set(wait.ids === undefined ? finishedIds(app) : []);
  const following = follow(app, output, { ...wait, interrupted: session.interrupted });
  // Only now, so that the very first changes are shown too.
  app.queue.start();
  const ending = await following;
  await app.queue.stop();
  const views = app.queue
    .list()
    .filter(({ submission: { id } }) => (wait.ids === undefined ? !before.has(id) : wait.ids.includes(id)));
  // Before the summary, which is the last line for programs.
  if (ending.kind === 'stopped') output.complain(ending.error);
  printSummary(output, views);
  return conclude(app, output, ending, views);
}

function finishedIds(app: App): SubmissionId[] {
  const isOver = ({ state }: SubmissionView) => ['processed', 'cancelled'].includes(state);
  return app.queue
    .list()
    .filter(isOver)
    .map(({ submission }) => submission.id);
}

function printSummary(output: Output, views: readonly SubmissionView[]): void {
  if (views.length === 0) output.say('There is nothing to do.');
  for (const { submission, state, batches } of views) {
    output.say(`${submission.path}  ${stateInWords(state)}`);
    if (batches.length === 0) continue;
    output.table(
      ['batch', 'batch id', 'size', 'lines', 'uploads', 'state'],
      batches.map((batch) => [
        batch.number,
        batch.delivery?.batchId ?? '',
        size(batch.end - batch.start),
        batch.lines,
        batch.attempts,
        batchInWords(batch),
      ]),
    );
  }
  output.emit('summary', { submissions: views.map(submissionForPrograms) });
}

/** A submission as `--json` shows it. */
export function submissionForPrograms({ submission, state, batches }: SubmissionView): object {
  const { id, path, connection, check, error, warning } = submission;
  return {
    id,
    file: path,
    connection,
    state,
    errors: check?.errors,
    warnings: check?.warnings,
    error: error?.code,
    warning: warning?.code,
    batches: batches.map(batchForPrograms),
  };
}

function batchForPrograms(batch: Batch): object {
  const { number, start, end, lines, sha256, state, remoteState, remoteMessage, attempts, abandoned, report, error } =
    batch;
  return {
    number,
    batchId: batch.delivery?.batchId,
    start,
    end,
    bytes: end - start,
    lines,
    sha256,
    state,
    remoteState,
    remoteMessage,
    attempts,
    abandoned,
    report,
    error: error?.code,
  };
}

function conclude(app: App, output: Output, ending: Ending, views: readonly SubmissionView[]): ExitCode {
  switch (ending.kind) {
    case 'stopped':
      return exitCodeOf(ending.error);
    case 'interrupted':
      output.say('Stopped. Everything is in the queue; “tranship work” carries on.');
      return exitCodes.leftInQueue;
    case 'unreachable':
      output.say('Nobody answers. Everything is in the queue; “tranship work” carries on.');
      return exitCodes.leftInQueue;
    case 'needs-person': {
      const onHold = views.some(({ submission }) => app.queue.holdOf(submission) !== undefined);
      output.say('Everything is in the queue; “tranship work” carries on once this is settled.');
      return onHold ? exitCodes.connection : exitCodes.leftInQueue;
    }
    case 'finished':
      return exitCodeOfViews(output, views);
  }
}

function exitCodeOfViews(output: Output, views: readonly SubmissionView[]): ExitCode {
  const held = views.filter(({ state }) => state === 'held').map(({ submission }) => submission);
  if (held.some(({ check }) => (check?.errors ?? 0) > 0)) {
    output.say('“tranship check FILE” lists what is wrong; “tranship queue approve ID” sends it all the same.');
  }
  if (held.some(({ error }) => error?.code === 'submission.sent-before')) {
    output.say('“tranship queue approve ID --reason TEXT” sends again what has been sent before.');
  }
  if (views.some(({ state }) => state === 'rejected')) {
    output.say('“tranship report BATCH_ID” gives the service’s report on a refused batch.');
  }
  const failed = views.find(({ state }) => state === 'check-failed')?.submission.error;
  if (failed !== undefined) return exitCodeOf(failed);
  return views.every(({ state }) => state === 'processed' || state === 'processing')
    ? exitCodes.done
    : exitCodes.refused;
}
