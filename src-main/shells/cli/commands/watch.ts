/** @file `tranship watch`: what lands in folders is prepared, checked and sent, without a window. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError, assertNever, describeError, fromRecord } from '../../../../src-shared/errors.ts';
import { DEFAULT_SETTLE_SECONDS } from '../../../../src-shared/watching-limits.ts';
import { type Actions, actionsOf } from '../../../actions/actions.ts';
import { Backend } from '../../../actions/backend.ts';
import { asWatched, WatchedFolders } from '../../../actions/watched-folders.ts';
import type { App } from '../../../app.ts';
import { SECOND } from '../../../ground/clock.ts';
import { mayReleaseItself, requireRelease } from '../../../policy/rules.ts';
import { findTemplate } from '../../../prepare/prepare-watched.ts';
import type { WatchEvent, WatchedFolderSettings } from '../../../prepare/watching/ports.ts';
import {
  fitFolder,
  removeFolder,
  type StoredWatchedFolder,
  storedFolders,
  storeFolder,
} from '../../../prepare/watching/watched-settings.ts';
import { terminalShell } from '../../terminal-shell.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { Following } from '../follow.ts';
import { exitCodeOfRun, hintsAfter } from '../outcome.ts';
import type { Output } from '../output.ts';
import { rulesOfCall } from '../rules-of-call.ts';
import type { Session } from '../session.ts';
import { counted, sentence, size } from '../wording.ts';

export interface FolderOptions {
  template?: string;
  connection?: string;
  release: boolean;
  settle?: number;
  marker?: string;
}

export interface WatchOptions extends FolderOptions {
  rules?: string;
  once: boolean;
  send: boolean;
  wait: boolean;
}

/** What came of the files of one run, for the summary and the exit code. */
interface Tally {
  files: object[];
  refused: number;
  awaiting: number;
}

/** Watches the folder, or all that are stored, until it is interrupted; with `once`, one pass. */
export async function watch(session: Session, folder: string | undefined, options: WatchOptions): Promise<ExitCode> {
  const ruleSet = await rulesOfCall(session, options.rules);
  if (folder !== undefined && options.release) requireRelease(session.policy.values);
  return await session.withApp('watch', async (app, settings) => {
    const stored = folder === undefined ? storedFolders(settings) : [await storedFrom(app, folder, options)];
    if (stored.length === 0) throw new AppError('watch.none-stored', {});
    for (const one of stored) app.services.client(app.services.connection(one.connection));
    const { output, clock, interrupted: signal } = session;
    const following = new Following(session);
    const shell = { shell: terminalShell, tell: following.tell };
    const backend = new Backend({ app, settings, ...shell, signal, clock });
    const actions = actionsOf(app, backend, 'command-line');
    const tally: Tally = { files: [], refused: 0, awaiting: 0 };
    const folders = new WatchedFolders({
      ...{ app, ruleSet: () => ruleSet, clock: session.clock },
      onEvent: (where, event) => {
        note(tally, where, event);
        tell(output, where, event);
      },
    });
    try {
      const watched = stored.map((one) => ({ ...asWatched(one, app), isMeant: one.release }));
      for (const one of watched) tellFolder(session, one);
      await following.begin(actions);
      actions.start({ sends: options.send });
      const run = { ...options, tally, actions, following };
      return await (options.once ? watchOnce(session, folders, watched, run) : watchOn(session, folders, watched, run));
    } finally {
      await folders.close();
      await backend.leave();
    }
  });
}

type Run = Pick<WatchOptions, 'send' | 'wait'> & { tally: Tally; actions: Actions; following: Following };

async function watchOn(
  { output }: Session,
  folders: WatchedFolders,
  watched: readonly WatchedFolderSettings[],
  { tally, actions, following }: Run,
): Promise<ExitCode> {
  for (const one of watched) await folders.watch(one);
  // A full disk may have room again; nothing else heals by itself.
  const ending = await following.until({ waitFor: 'final', patient: true, isMoreToCome: () => true });
  await folders.close();
  await actions.rest();
  const error = ending.kind === 'stopped' ? fromRecord(ending.error) : undefined;
  if (error !== undefined) output.complain(error);
  else output.say('Stopped. What was under way continues with the next “tranship watch”.');
  const exitCode = error === undefined ? exitCodes.done : exitCodeOf(error);
  output.emit('summary', { files: tally.files, exitCode });
  return exitCode;
}

async function watchOnce(
  { output, interrupted }: Session,
  folders: WatchedFolders,
  watched: readonly WatchedFolderSettings[],
  { send, wait, tally, actions, following }: Run,
): Promise<ExitCode> {
  const passes = await Promise.all(watched.map((one) => folders.once(one, interrupted)));
  const ending = send ? await following.until({ waitFor: wait ? 'final' : 'sent' }) : ({ kind: 'finished' } as const);
  await actions.rest();
  if (ending.kind === 'stopped') output.complain(fromRecord(ending.error));
  const all = await following.conclude(ending);
  // What only waits for its release is as it should be; what was refused is told by the folder.
  const run = { ...all, views: all.views.filter(({ error }) => error !== 'submission.awaits-release') };
  for (const hint of hintsAfter(run)) output.say(hint);
  output.say(`${counted(tally.files.length, 'file')} taken, of which ${tally.refused} refused.`);
  if (tally.awaiting > 0) output.say('“tranship queue approve ID” releases what waits for it.');
  const exitCode = exitCodeOfPass(passes, tally, exitCodeOfRun(run));
  output.emit('summary', { files: tally.files, submissions: all.views, exitCode });
  return exitCode;
}

function exitCodeOfPass(passes: readonly { isWell: boolean }[], { refused, awaiting }: Tally, ofQueue: ExitCode) {
  if (ofQueue !== exitCodes.done && ofQueue !== exitCodes.leftInQueue) return ofQueue;
  if (refused > 0) return exitCodes.refused;
  return awaiting > 0 || passes.some(({ isWell }) => !isWell) ? exitCodes.leftInQueue : ofQueue;
}

/** Stores a folder, to be watched by “tranship watch” and by the app. @throws AppError policy.no-release, watch.folder-unfit … */
export async function addFolder(session: Session, folder: string, options: FolderOptions): Promise<ExitCode> {
  if (options.release) requireRelease(session.policy.values);
  return await session.withApp('watch add', async (app, settings) => {
    const stored = await storedFrom(app, folder, options);
    const found = await stat(stored.folder).catch(() => undefined);
    if (found?.isDirectory() !== true)
      throw new AppError('watch.folder-unfit', { folder: stored.folder, problem: 'is not there, or is no folder' });
    storeFolder(settings, stored);
    session.output.say(`${stored.folder} is watched by “tranship watch”, and by the app while it is open.`);
    session.output.emit('summary', { folders: [stored] });
    return exitCodes.done;
  });
}

/** Lists the stored folders; also while another process watches them. */
export function listFolders(session: Session): ExitCode {
  const { output, policy } = session;
  const folders = storedFolders(session.settings());
  const mayRelease = mayReleaseItself(policy.values);
  if (folders.length === 0) output.say('No folder is watched. “tranship watch add FOLDER” stores one.');
  else {
    output.table(
      ['folder', 'template', 'connection', 'released', 'ready'],
      folders.map(({ folder, template = '(as it is)', connection, release, settleSeconds, marker }) => [
        folder,
        template,
        connection,
        release ? (mayRelease ? 'by itself' : 'by a person (the policy)') : 'by a person',
        marker === undefined ? `after ${settleSeconds} s` : `with NAME${marker}`,
      ]),
    );
  }
  output.emit('summary', { folders: folders.map((one) => ({ ...one, release: one.release && mayRelease })) });
  return exitCodes.done;
}

/** Stops watching a folder; all that is in it stays. @throws AppError watch.not-stored */
export async function forgetFolder(session: Session, folder: string): Promise<ExitCode> {
  return await session.withApp('watch remove', async (_, settings) => {
    removeFolder(settings, folder);
    session.output.say(`${folder} is no longer watched. What is in it stays as it is.`);
    session.output.emit('summary', { folders: storedFolders(settings) });
    return exitCodes.done;
  });
}

async function storedFrom(app: App, folder: string, options: FolderOptions): Promise<StoredWatchedFolder> {
  const { connection, release, settle = DEFAULT_SETTLE_SECONDS, marker } = options;
  const template = options.template && (await namedTemplate(app, options.template));
  return {
    folder: fitFolder(folder, app.folder),
    ...(template !== undefined && { template }),
    connection: app.services.connection(connection).name,
    ...{ release, settleSeconds: settle },
    ...(marker !== undefined && { marker }),
  };
}

/** The name of a kept template, or the absolute path of one in a file. @throws AppError template.*, file.* */
async function namedTemplate({ templates }: App, given: string): Promise<string> {
  const name = templates.all().some(({ template }) => template.name === given) ? given : resolve(given);
  await findTemplate(templates, name);
  return name;
}

function note(tally: Tally, folder: string, event: WatchEvent): void {
  if (event.kind !== 'done' && event.kind !== 'refused') return;
  const { name, to, submissions } = event;
  const error = event.kind === 'refused' ? event.error.code : undefined;
  tally.files.push({ folder, name, outcome: event.kind, to, submissions, error });
  if (event.kind === 'refused') tally.refused += 1;
  else if (event.awaitsRelease) tally.awaiting += 1;
}

function tellFolder({ output }: Session, one: WatchedFolderSettings & { isMeant: boolean }): void {
  const { folder, template, connection, release, settleMs, marker } = one;
  const ready =
    marker === undefined ? `once a file has stood still for ${settleMs / SECOND} s` : `once NAME${marker} is there`;
  output.say(
    `${folder}  watched: ${ready}, over ${connection}, ${release ? 'released by itself' : 'released by a person'}`,
  );
  output.emit('watching', { folder, template, connection, release, settleSeconds: settleMs / SECOND, marker });
  if (one.isMeant && !release) output.warn(new AppError('policy.no-release', {}));
}

/** One line for each event. */
function tell(output: Output, folder: string, event: WatchEvent): void {
  const { kind, error, ...fields } = { error: undefined, ...event };
  const words = error && describeError(error, 'terminal');
  output.emit('watched', { ...fields, what: kind, folder, ...(error && { code: error.code, ...words }) });
  const text = inWords(event);
  output.say(`${'name' in event && event.name !== undefined ? event.name : folder}  ${text}`);
}

function inWords(event: WatchEvent): string {
  switch (event.kind) {
    case 'new':
      return `new, ${size(event.bytes)}`;
    case 'growing':
      return `growing, ${size(event.bytes)}`;
    case 'replaced':
      return `replaced, ${size(event.bytes)}`;
    case 'gone':
      return 'gone';
    case 'stands-still':
      return 'ready';
    case 'claimed':
      return 'in work';
    case 'prepared':
      return `prepared: ${counted(event.files, 'file')}${event.faults > 0 ? `, ${counted(event.faults, 'row')} refused` : ''}`;
    case 'added':
      return `in the queue as ${event.submissions.join(', ')}`;
    case 'done':
      return `${event.awaitsRelease ? 'checked, waits to be released' : 'checked, may be sent'}; moved to ${event.to}`;
    case 'refused':
      return `refused: ${sentence(describeError(event.error, 'terminal').detail)} Moved to ${event.to}`;
    case 'trouble': {
      const { detail, remedy } = describeError(event.error, 'terminal');
      return `${sentence(detail)} ${remedy}`;
    }
    case 'goes-on':
      return 'works again';
    default:
      return assertNever(event);
  }
}
