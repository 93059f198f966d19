/** @file `tranship send FILE…` and `tranship work`: files into the queue, and the queue to the service. */

import { differenceInWords } from '../../../../src-shared/control-words.ts';
import { submissionForPrograms } from '../../../actions/submission-row.ts';
import type { App } from '../../../app.ts';
import { fileOfManifest } from '../../../prepare/manifest-files.ts';
import { manifestAt, openPrepared } from '../../../prepare/prepared-folder.ts';
import type { SubmissionId } from '../../../send/batch.ts';
import { DEFAULT_MAX_BATCH_BYTES } from '../../../send/batch-limit.ts';
import type { NewSubmission, SubmissionView } from '../../../send/queue.ts';
import { findSourceFile } from '../../../send/source-file.ts';
import type { SubmissionOptions } from '../../../send/submission.ts';
import type { Standing } from '../../../send/view/standing.ts';
import { requireSharing } from '../../../team/team-sharing.ts';
import { destinationOf } from '../../../wire/credentials/connection.ts';
import type { TransferSettings } from '../../../wire/transfer/transfer-settings.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { follow, type Wait } from '../follow.ts';
import { type Ending, exitCodeOfRun, hintsAfter, isHistory } from '../outcome.ts';
import { type Output, usageError } from '../output.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { batchInWords, counted, size, stateInWords } from '../wording.ts';

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
  /** Whether the batches are given to the team, for its desks to send. */
  team: boolean;
  /** How long it may take, in milliseconds. */
  timeout?: number;
}

export interface WorkOptions {
  untilIdle: boolean;
  team: boolean;
  connection?: string;
  /** Folders in which files of the team may be. */
  files: readonly string[];
  untilDone: boolean;
  /** In milliseconds. */
  lease: number;
  timeout?: number;
}

export interface LineOptions {
  uploads?: number;
  limitRate?: number;
}

const SHOWN_DIFFERENCES = 10;

/** Checks the files, sends those that may be sent, and waits until they are sent or, with `wait`, done. */
export async function send(
  session: Session,
  files: readonly string[],
  options: SendOptions & LineOptions,
): Promise<ExitCode> {
  const ruleSet = await rulesOfCall(session, options.rules);
  const work = async (app: App): Promise<ExitCode> => {
    const connection = app.services.connection(options.connection);
    // Before a file is read or added, so that a typing error is not found out half-way.
    app.services.client(connection);
    if (options.team) await requireSharing(app.team, connection.name);
    const wanted: Pick<NewSubmission, 'path' | 'prepared'>[] = [];
    for (const path of files) wanted.push(...(await filesAt(path, session)));
    const ids: SubmissionId[] = [];
    for (const file of wanted) {
      const { id } = await app.queue.add({
        ...file,
        connection: connection.name,
        destination: destinationOf(connection),
        forTeam: options.team,
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
    const { timeout } = options;
    if (!options.team) return await carryOn(session, app, { ids, waitFor: options.wait ? 'final' : 'sent', timeout });
    const isEnough = () => !options.wait && ids.every((id) => isWithTeam(app, id));
    return await tellingProblems(session, app, () =>
      carryOn(session, app, { ids, waitFor: 'final', patient: true, timeout, isEnough }),
    );
  };
  return await session.withApp('send', work, lineOf(options));
}

/** A file, or all files of a preparation, which are verified before. */
async function filesAt(
  path: string,
  { interrupted, output }: Session,
): Promise<Pick<NewSubmission, 'path' | 'prepared'>[]> {
  const manifest = await manifestAt(path);
  if (manifest === undefined) {
    await findSourceFile(path);
    return [{ path }];
  }
  const folder = await openPrepared(manifest, interrupted);
  const { differences = [] } = folder.manifest.control ?? {};
  if (differences.length > 0) {
    const shown = differences.slice(0, SHOWN_DIFFERENCES).map((one) => `  ${differenceInWords(one)}`);
    const rest = differences.length - shown.length;
    output.say('The figures of the source system differ from what was prepared; the receipts keep that:');
    output.sayLines([...shown, ...(rest > 0 ? [`  … and ${counted(rest, 'more difference')}`] : [])]);
  }
  return await Promise.all(folder.manifest.files.map((file) => fileOfManifest(folder, file)));
}

/** Whether the team has its parts, or it does not come to that by itself. */
function isWithTeam(app: App, id: SubmissionId): boolean {
  const { stage } = app.queue.standing(id).submission;
  return stage === 'approved' ? app.sharing.isShared(id) : stage !== 'checking';
}

async function tellingProblems<Result>({ output }: Session, app: App, work: () => Promise<Result>): Promise<Result> {
  const end = app.sharing.onProblem((error) => output.warn(error));
  return await work().finally(end);
}

/**
 * Continues with what is stored; without `untilIdle` it waits for a network that is away as long as it takes. A running app
 * does the same already, except for what is asked of this run alone.
 */
export async function work(session: Session, options: WorkOptions & LineOptions): Promise<ExitCode> {
  if (options.team) return await workForTeam(session, options);
  const { connection, files, untilDone, untilIdle, timeout, ...line } = options;
  if (connection !== undefined || files.length > 0 || untilDone)
    throw usageError('--connection, --files and --until-done need --team.');
  const isPlain = !untilIdle && timeout === undefined && Object.keys(lineOf(line)).length === 0;
  const running = isPlain ? await session.atRunningApp('work', async ({ holder }) => holder) : undefined;
  if (running !== undefined) {
    session.output.say(`In use by ${running.result}, which sends what is in the queue by itself.`);
    session.output.emit('summary', { sentBy: running.result, submissions: [] });
    return exitCodes.done;
  }
  return await session.withApp(
    'work',
    (app) =>
      tellingProblems(session, app, () => carryOn(session, app, { waitFor: 'final', patient: !untilIdle, timeout })),
    lineOf(line),
  );
}

/** Takes parts of the team's files and carries them, besides what is in the queue here. */
async function workForTeam(session: Session, options: WorkOptions & LineOptions): Promise<ExitCode> {
  const { files: folders, untilDone, untilIdle, lease: leaseMs, timeout, ...line } = options;
  if (untilIdle) throw usageError('With --team, use --until-done in place of --until-idle.');
  const carry = async (app: App): Promise<ExitCode> => {
    const connection = app.services.connection(options.connection);
    app.services.client(connection);
    await requireSharing(app.team, connection.name);
    const bound = { connection: connection.name, destination: destinationOf(connection) };
    return await tellingProblems(session, app, () => {
      const carrier = app.sharing.work({ bound, folders, leaseMs });
      const isDone = () => untilDone && carrier.openParts === 0 && carrier.held === 0;
      const isMoreToCome = () => !isDone() && app.queue.holdOf(bound) === undefined;
      return carryOn(session, app, { waitFor: 'final', patient: true, timeout, isMoreToCome });
    });
  };
  return await session.withApp('work', carry, lineOf(line));
}

/** What a call says about the line holds for this run only. */
function lineOf({ uploads, limitRate }: LineOptions): Partial<TransferSettings> {
  return {
    ...(uploads !== undefined && { uploadsPerConnection: uploads }),
    ...(limitRate !== undefined && { bytesPerSecond: limitRate }),
  };
}

async function carryOn(session: Session, app: App, wait: Wait): Promise<ExitCode> {
  const { output } = session;
  const before = wait.ids === undefined ? app.queue.standings() : [];
  const history = idsOf(before.filter(isHistory));
  const waitedBefore = idsOf(before.filter(({ state }) => state === 'held'));
  const following = follow(app, session, { ...wait, history });
  // Only now, so that the very first changes are shown too.
  app.queue.start();
  const ending = await following;
  const onHold = app.queue.standings().some(({ submission }) => app.queue.holdOf(submission) !== undefined);
  await app.queue.stop();
  const views = app.queue
    .list()
    .filter(({ submission: { id } }) => (wait.ids === undefined ? !history.has(id) : wait.ids.includes(id)));
  // Before the summary, which is the last line for programs.
  if (ending.kind === 'stopped') output.complain(ending.error);
  printSummary(output, ending, views);
  const run = { ending, views, waitedBefore, onHold };
  for (const hint of hintsAfter(run)) output.say(hint);
  return exitCodeOfRun(run);
}

function idsOf(standings: readonly Standing[]): ReadonlySet<SubmissionId> {
  return new Set(standings.map(({ submission }) => submission.id));
}

function printSummary(output: Output, ending: Ending, views: readonly SubmissionView[]): void {
  if (views.length === 0) output.say('There is nothing to do.');
  for (const { submission, state, batches } of views) {
    output.say(`${submission.name}  ${stateInWords(state)}`);
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
  output.emit('summary', {
    ...(ending.kind === 'timed-out' && { timedOut: true }),
    submissions: views.map(submissionForPrograms),
  });
}
