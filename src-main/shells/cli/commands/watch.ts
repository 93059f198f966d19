/** @file `tranship watch`: what lands in folders is prepared, checked and sent, without a window. */

import { once } from 'node:events';
import { resolve } from 'node:path';
import type { WatchedFolderRow } from '../../../../src-shared/contract.ts';
import { AppError, assertNever, describeError } from '../../../../src-shared/errors.ts';
import { DEFAULT_SETTLE_SECONDS } from '../../../../src-shared/watching-limits.ts';
import type { Actions } from '../../../actions/actions.ts';
import { submissionForPrograms } from '../../../actions/submission-row.ts';
import { asWatched, WatchedFolders } from '../../../actions/watched-folders.ts';
import { storedRows } from '../../../actions/watching-view.ts';
import type { App } from '../../../app.ts';
import { SECOND } from '../../../ground/clock.ts';
import { ENVIRONMENT } from '../../../ground/environment.ts';
import { isSamePlace } from '../../../ground/files/real-path.ts';
import { requireRelease } from '../../../policy/rules.ts';
import { findTemplate } from '../../../prepare/prepare-watched.ts';
import type { WatchEvent, WatchedFolderSettings } from '../../../prepare/watching/ports.ts';
import { fitFolder, type StoredWatchedFolder, storedFolders } from '../../../prepare/watching/watched-settings.ts';
import { QueueView } from '../../../send/view/queue-view.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { follow } from '../follow.ts';
import { News } from '../news.ts';
import { offeredFile } from '../offered-file.ts';
import { exitCodeOfRun, hintsAfter, isHistory } from '../outcome.ts';
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

/**
 * Watches the folder, or all that are stored, until it is interrupted; with `once`, one pass. A running app watches what is
 * stored already.
 */
export async function watch(session: Session, folder: string | undefined, options: WatchOptions): Promise<ExitCode> {
  const isPlain = folder === undefined && options.rules === undefined && !options.once && options.send;
  const running = isPlain ? await session.atRunningApp('watch', (app) => leaveToApp(session, app)) : undefined;
  if (running !== undefined) return running.result;
  const ruleSet = await rulesOfCall(session, options.rules);
  if (folder !== undefined && options.release) requireRelease(session.policy.values);
  return await session.withApp('watch', async (app, settings) => {
    const stored = folder === undefined ? storedFolders(settings) : [await storedFrom(app, folder, options)];
    if (stored.length === 0) throw new AppError('watch.none-stored', {});
    for (const one of stored) app.services.client(app.services.connection(one.connection));
    const { output } = session;
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
      if (options.once) return await watchOnce(session, app, folders, watched, { ...options, tally });
      return await watchOn(session, app, folders, watched, { ...options, tally });
    } finally {
      await folders.close();
    }
  });
}

/** Not as a success: a service must come again, once the app has ended. @throws AppError watch.none-stored */
async function leaveToApp({ output }: Session, { holder = '', call }: Actions): Promise<ExitCode> {
  const folders = await call('watching.list', undefined);
  if (folders.length === 0) throw new AppError('watch.none-stored', {});
  output.say(`In use by ${holder}, which watches the stored folders by itself while it is open.`);
  output.emit('summary', { watchedBy: holder, folders: folders.map(forPrograms), exitCode: exitCodes.leftInQueue });
  return exitCodes.leftInQueue;
}

type Run = Pick<WatchOptions, 'send' | 'wait'> & { tally: Tally };

async function watchOn(
  { output, interrupted, clock }: Session,
  app: App,
  folders: WatchedFolders,
  watched: readonly WatchedFolderSettings[],
  { send, tally }: Run,
): Promise<ExitCode> {
  const history = new Set(
    app.queue
      .standings()
      .filter(isHistory)
      .map(({ submission }) => submission.id),
  );
  const concerns = (id: Parameters<typeof history.has>[0]) => !history.has(id);
  const news = new News({ queue: app.queue, output, concerns, say: (text) => output.say(text) });
  const ended = Promise.withResolvers<AppError | undefined>();
  const view = new QueueView({
    ...{ queue: app.queue, clock },
    onChange: (change) => {
      news.tell(change);
      // A full disk may have room again; nothing else heals by itself.
      if (change.kind === 'stopped' && change.error.code !== 'disk.full') ended.resolve(change.error);
    },
  });
  try {
    app.queue.start({ sends: send });
    for (const one of watched) await folders.watch(one);
    const interruption = interrupted.aborted ? Promise.resolve() : once(interrupted, 'abort');
    const error = await Promise.race([ended.promise, interruption.then(() => undefined)]);
    await folders.close();
    await app.queue.stop();
    if (error !== undefined) output.complain(error);
    else output.say('Stopped. What was under way continues with the next “tranship watch”.');
    const exitCode = error === undefined ? exitCodes.done : exitCodeOf(error);
    output.emit('summary', { files: tally.files, exitCode });
    return exitCode;
  } finally {
    view.close();
  }
}

async function watchOnce(
  session: Session,
  app: App,
  folders: WatchedFolders,
  watched: readonly WatchedFolderSettings[],
  { send, wait, tally }: Run,
): Promise<ExitCode> {
  const { output, interrupted } = session;
  const before = app.queue.standings();
  const history = new Set(before.filter(isHistory).map(({ submission }) => submission.id));
  const waitedBefore = new Set(before.filter(({ state }) => state === 'held').map(({ submission }) => submission.id));
  app.queue.start({ sends: send });
  const passes = await Promise.all(watched.map((one) => folders.once(one, interrupted)));
  const waitFor = wait ? 'final' : 'sent';
  const ending = send ? await follow(app, session, { waitFor, history }) : ({ kind: 'finished' } as const);
  const onHold = app.queue.standings().some(({ submission }) => app.queue.holdOf(submission) !== undefined);
  await app.queue.stop();
  if (ending.kind === 'stopped') output.complain(ending.error);
  const views = app.queue.list().filter(({ submission: { id } }) => !history.has(id));
  // What only waits for its release is as it should be; what was refused is told by the folder.
  const telling = views.filter(({ submission }) => submission.error?.code !== 'submission.awaits-release');
  const run = { ending, views: telling, waitedBefore, onHold };
  for (const hint of hintsAfter(run)) output.say(hint);
  output.say(`${counted(tally.files.length, 'file')} taken, of which ${tally.refused} refused.`);
  if (tally.awaiting > 0) output.say('“tranship queue approve ID” releases what waits for it.');
  const exitCode = exitCodeOfPass(passes, tally, exitCodeOfRun(run));
  output.emit('summary', { files: tally.files, submissions: views.map(submissionForPrograms), exitCode });
  return exitCode;
}

function exitCodeOfPass(passes: readonly { isWell: boolean }[], { refused, awaiting }: Tally, ofQueue: ExitCode) {
  if (ofQueue !== exitCodes.done && ofQueue !== exitCodes.leftInQueue) return ofQueue;
  if (refused > 0) return exitCodes.refused;
  return awaiting > 0 || passes.some(({ isWell }) => !isWell) ? exitCodes.leftInQueue : ofQueue;
}

/** Stores a folder, to be watched by “tranship watch” and by the app. @throws AppError policy.no-release, watch.folder-unfit … */
export async function addFolder(session: Session, folder: string, options: FolderOptions): Promise<ExitCode> {
  const { connection = ENVIRONMENT, release, settle: settleSeconds, marker } = options;
  return await session.withActions('watch add', async (actions) => {
    const choices = { connection, release, settleSeconds, marker, ...(await templateFor(actions, options.template)) };
    const added = (await actions.choosing(folder)('watching.add', choices)).slice(-1);
    for (const one of added)
      session.output.say(`${one.folder} is watched by “tranship watch”, and by the app while it is open.`);
    session.output.emit('summary', { folders: added.map(forPrograms) });
    return exitCodes.done;
  });
}

/** The name of a kept template, or a file that has one. */
async function templateFor(
  actions: Actions,
  given: string | undefined,
): Promise<{ template?: string; offer?: string }> {
  if (given === undefined) return {};
  const kept = await actions.call('templates.list', undefined);
  if (kept.some(({ name }) => name === given)) return { template: given };
  return { offer: await offeredFile(actions, given) };
}

/** Lists the stored folders; also while another process watches them. */
export function listFolders(session: Session): ExitCode {
  const { output, policy } = session;
  const folders = storedRows({ settings: session.settings(), policy });
  if (folders.length === 0) output.say('No folder is watched. “tranship watch add FOLDER” stores one.');
  else {
    output.table(
      ['folder', 'template', 'connection', 'released', 'ready'],
      folders.map(({ folder, template = '(as it is)', templateFile, connection, settleSeconds, marker, ...row }) => [
        ...[folder, templateFile ?? template, connection],
        row.release ? 'by itself' : row.isHeldByPolicy ? 'by a person (the policy)' : 'by a person',
        marker === undefined ? `after ${settleSeconds} s` : `with NAME${marker}`,
      ]),
    );
  }
  output.emit('summary', { folders: folders.map(forPrograms) });
  return exitCodes.done;
}

/** Stops watching a folder; all that is in it stays. @throws AppError watch.not-stored */
export async function forgetFolder(session: Session, folder: string): Promise<ExitCode> {
  return await session.withActions('watch remove', async ({ call }) => {
    const stored = (await call('watching.list', undefined)).find((row) => isSamePlace(row.folder, folder));
    if (stored === undefined) throw new AppError('watch.not-stored', { folder });
    const left = await call('watching.remove', { id: stored.id });
    session.output.say(`${folder} is no longer watched. What is in it stays as it is.`);
    session.output.emit('summary', { folders: left.map(forPrograms) });
    return exitCodes.done;
  });
}

function forPrograms({ folder, template, templateFile, connection, release, settleSeconds, marker }: WatchedFolderRow) {
  return { folder, template: templateFile ?? template, connection, release, settleSeconds, marker };
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
