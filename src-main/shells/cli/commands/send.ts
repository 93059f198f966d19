/** @file `tranship send FILE…` and `tranship work`: files into the queue, and the queue to the service. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { partsInWords } from '../../../../src-shared/account-words.ts';
import type { CommandInput, CommandOutput, SubmissionForPrograms } from '../../../../src-shared/contract.ts';
import { differenceInWords } from '../../../../src-shared/control-words.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { AppError, fromRecord } from '../../../../src-shared/errors.ts';
import { fact } from '../../../../src-shared/languages/fact.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import { isFolder } from '../../../actions/folder-on-disk.ts';
import { asTheApp } from '../../../ground/speech.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { Following, type Wait } from '../follow.ts';
import { exitCodeOfRun, hintsAfter, type Run } from '../outcome.ts';
import { type Output, usageError } from '../output.ts';
import { sayRefusedRows } from '../refused-rows.ts';
import { givenRules } from '../rules-of-call.ts';
import type { OwnRun, Session } from '../session.ts';
import { batchInWords, counted, iso, size, standInWords } from '../wording.ts';

type AddOptions = CommandInput<'files.add'>['options'];
type Added = CommandOutput<'files.add'>;

export interface SendOptions extends Pick<AddOptions, 'onInvalid' | 'onUnknown' | 'ingestValid' | 'sendAgain'> {
  acceptDifferences: boolean;
  /** A submission, as people name it. */
  replaces?: string;
  connection?: string;
  maxBatch?: number;
  rules?: string;
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
/** As many as one call may add. */
const ADDED_AT_ONCE = 1000;
const MANIFEST = 'manifest.json';

/** Checks the files, sends those that may be sent, and waits until they are sent or, with `wait`, done. */
export async function send(
  session: Session,
  files: readonly string[],
  {
    connection,
    maxBatch,
    team,
    wait,
    timeout,
    rules,
    acceptDifferences,
    replaces,
    ...options
  }: SendOptions & LineOptions,
): Promise<ExitCode> {
  const { output } = session;
  const { onInvalid, onUnknown, ingestValid, sendAgain } = options;
  const adding: AddOptions = {
    connection: connection ?? ENVIRONMENT,
    onInvalid,
    onUnknown,
    ingestValid,
    maxBatchBytes: maxBatch,
    sendAgain,
    ...(team && { forTeam: true }),
    rules: await givenRules(session, rules),
    ...(acceptDifferences && { acceptsDifferences: true }),
  };
  const following = new Following(session);
  const work = async (actions: Actions): Promise<ExitCode> => {
    const { added, refused } = await addAll(output, actions, files, {
      ...adding,
      ...(replaces !== undefined && { replaces: await meant(actions, replaces) }),
    });
    const [first] = refused;
    if (first !== undefined && added.length === 0) throw fromRecord(first.error);
    for (const { error } of refused) output.complain(fromRecord(error));
    await following.begin(actions, added);
    const before = following.openBefore.length;
    if (before > 0 && actions.holder === undefined)
      output.say(
        message('{count, plural, one {# submission from before is} other {# submissions from before are}} sent too.', {
          count: before,
        }),
      );
    const waitFor = wait ? 'settled' : team ? 'with-team' : 'sent';
    const exitCode = await carryOn(output, following, actions, { waitFor, patient: team, timeout });
    return first === undefined || exitCode !== exitCodes.done ? exitCode : exitCodeOf(first.error);
  };
  // What the variables name is known to this process only: elsewhere they may name another one, or none.
  const own = runOf(
    options,
    connection === undefined ? message('The connection of the TRANSHIP_… variables') : undefined,
  );
  return await session.withActions('send', work, following.tell, own);
}

/** @throws AppError queue.unknown-id */
async function meant({ call }: Actions, id: string) {
  const [named] = await call('queue.named', { ids: [id] });
  if (named === undefined || named === null) throw new AppError('queue.unknown-id', { id });
  return named.id;
}

/** All are looked for before any is added, so that a typing error is not found out half-way. @throws AppError file.* */
async function addAll(output: Output, actions: Actions, files: readonly string[], options: AddOptions): Promise<Added> {
  const offers: string[] = [];
  // One by one: a file that is named twice is meant twice.
  for (const path of files) {
    const picked = await actions.offer([await fileMeant(path)]);
    for (const { error } of picked.refused) throw fromRecord(error);
    offers.push(...picked.offers.map(({ offer }) => offer));
  }
  const all: Added = { added: [], refused: [] };
  const together = offers.length > 1 ? { addedWith: offers[0] } : {};
  for (let first = 0; first < offers.length; first += ADDED_AT_ONCE) {
    const some = offers.slice(first, first + ADDED_AT_ONCE);
    const { added, refused, control = [] } = await actions.call('files.add', { offers: some, ...together, options });
    all.added.push(...added);
    all.refused.push(...refused);
    for (const one of control) tellDifferences(output, one);
  }
  return all;
}

/** A folder stands for what was prepared in it; never for all that is in it. @throws AppError file.not-a-file */
async function fileMeant(path: string): Promise<string> {
  if (!(await isFolder(path))) return path;
  const manifest = join(path, MANIFEST);
  if (!existsSync(manifest)) throw new AppError('file.not-a-file', { path: resolve(path) });
  return manifest;
}

function tellDifferences(output: Output, { differences, differing }: NonNullable<Added['control']>[number]): void {
  if (differences === 0) return;
  const shown = differing.slice(0, SHOWN_DIFFERENCES).map((one) => `  ${differenceInWords(one)}`);
  const rest = differences - shown.length;
  output.say(message('The figures of the source system differ from what was prepared:'));
  output.sayLines([
    ...shown,
    ...(rest > 0 ? [`  ${message('… and {differences}', { differences: counted(rest, 'more difference') })}`] : []),
  ]);
}

/** Continues with what is stored; without `untilIdle` it waits for a network that is away as long as it takes. */
export async function work(session: Session, options: WorkOptions & LineOptions): Promise<ExitCode> {
  const { output } = session;
  const { team, connection, files: folders, untilDone, lease: leaseMs, untilIdle, timeout } = options;
  if (team && untilIdle) throw usageError(fact('With --team, use --until-done in place of --until-idle.'));
  if (!team && (connection !== undefined || folders.length > 0 || untilDone))
    throw usageError(fact('--connection, --files and --until-done need --team.'));
  const following = new Following(session);
  return await session.withActions(
    'work',
    async (actions, own) => {
      const { holder } = actions;
      if (holder !== undefined && !untilIdle && timeout === undefined) {
        output.say(message('In use by {holder}, which sends what is in the queue by itself.', { holder }));
        output.emit('summary', { sentBy: holder, submissions: [] });
        return exitCodes.done;
      }
      const isMoreToCome = team
        ? await asTheApp(() => own?.carryForTeam({ connection, folders, leaseMs, untilDone }))
        : undefined;
      await following.begin(actions);
      const waitFor = untilIdle ? 'final' : 'settled';
      const wait = { waitFor, patient: !untilIdle, timeout, ...(isMoreToCome && { isMoreToCome }) } as const;
      return await carryOn(output, following, actions, wait);
    },
    following.tell,
    runOf(options, team ? message('“tranship work --team”') : undefined),
  );
}

/** What a call says about the line holds for this run only. */
function runOf({ uploads, limitRate }: LineOptions, alone?: string): OwnRun {
  const transfer = {
    ...(uploads !== undefined && { uploadsPerConnection: uploads }),
    ...(limitRate !== undefined && { bytesPerSecond: limitRate }),
  };
  return { transfer, alone: Object.keys(transfer).length > 0 ? message('--uploads and --limit-rate') : alone };
}

async function carryOn(output: Output, following: Following, actions: Actions, wait: Wait): Promise<ExitCode> {
  // Only now, so that the very first changes are shown too.
  actions.start();
  const ending = await following.until(wait);
  await actions.rest();
  const run = await following.conclude(ending);
  // Before the summary, which is the last line for programs.
  if (ending.kind === 'stopped') output.complain(fromRecord(ending.error));
  printSummary(output, run);
  for (const hint of hintsAfter(run)) output.say(hint);
  return exitCodeOfRun(run);
}

function printSummary(output: Output, { ending, holder, views, next }: Run): void {
  if (views.length === 0 && ending.kind === 'finished') output.say(message('There is nothing to do.'));
  for (const view of views) printView(output, view);
  sayRefusedRows(
    output,
    views.flatMap(({ refusedRows }) => refusedRows ?? []),
  );
  output.emit('summary', {
    ...(ending.kind === 'timed-out' && { timedOut: true }),
    ...(ending.kind === 'hours' && { waitsForHours: true }),
    ...(holder !== undefined && { sentBy: holder }),
    ...(next !== undefined && { next: { ...next, at: iso(next.at) } }),
    submissions: views,
  });
}

function printView(output: Output, view: SubmissionForPrograms): void {
  const { id, file, account, doubled, batches } = view;
  output.say(message('Submission {id}: {file}  {state}', { id: String(id), file, state: standInWords(view) }));
  const lines = account === undefined ? '' : partsInWords(account, doubled?.lines);
  if (lines !== '') output.say(`  ${lines}`);
  if (batches.length === 0) return;
  output.table(
    [message('batch'), message('batch id'), message('size'), message('lines'), message('uploads'), message('state')],
    batches.map((batch) => [
      batch.number,
      batch.batchId ?? '',
      size(batch.bytes),
      batch.lines,
      batch.attempts,
      batchInWords(batch),
    ]),
  );
}
