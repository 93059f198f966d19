/** @file `tranship watch`: what lands in folders is prepared, checked and sent, without a window. */

import type { WatchedFolderRow } from '../../../../src-shared/contract.ts';
import { ENVIRONMENT } from '../../../../src-shared/environment-connection.ts';
import { AppError, assertNever, describeError, fromRecord } from '../../../../src-shared/errors.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import type { Actions } from '../../../actions/actions.ts';
import type { Backend } from '../../../actions/backend.ts';
import type { OwnWatch } from '../../../actions/own-watch.ts';
import type { WatchEvent } from '../../../actions/watched-folders.ts';
import { storedRows } from '../../../actions/watching-view.ts';
import { isSamePlace } from '../../../ground/files/real-path.ts';
import { type ExitCode, exitCodeOf, exitCodes } from '../exit-codes.ts';
import { Following } from '../follow.ts';
import { offeredFile } from '../offered-file.ts';
import { exitCodeOfRun, hintsAfter } from '../outcome.ts';
import type { Output } from '../output.ts';
import { givenRules } from '../rules-of-call.ts';
import { aloneUnlessNamed, type Session } from '../session.ts';
import { counted, sentence, size } from '../wording.ts';

export interface FolderOptions {
  template?: string;
  connection?: string;
  release: boolean;
  shared: boolean;
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
  const { output } = session;
  const { connection = ENVIRONMENT, template, release, shared, settle: settleSeconds, marker } = options;
  const choices = { template, connection, release, shared, settleSeconds, marker };
  const wanted = folder === undefined ? undefined : { folder, ...choices };
  const rules = await givenRules(session, options.rules);
  const following = new Following(session);
  const tally: Tally = { files: [], refused: 0, awaiting: 0 };
  const onEvent = (where: string, event: WatchEvent) => {
    note(tally, where, event);
    tell(output, where, event);
  };
  const work = async (actions: Actions, own?: Backend): Promise<ExitCode> => {
    if (own === undefined) return await leaveToApp(session, actions);
    const watching = await own.watch(onEvent, { wanted, rules });
    try {
      for (const row of watching.rows) tellFolder(output, row);
      await following.begin(actions);
      actions.start({ sends: options.send });
      const run = { ...options, tally, watching, actions, following };
      return await (options.once ? watchOnce(session, run) : watchOn(session, run));
    } finally {
      await watching.close();
    }
  };
  return await session.withActions('watch', work, following.tell, { alone: onlyAlone(folder, options) });
}

/** What a running app does not do by itself. */
function onlyAlone(folder: string | undefined, { once, send, rules }: WatchOptions): string | undefined {
  const named = {
    [message('A named folder')]: folder !== undefined,
    '--once': once,
    '--no-send': !send,
    '--rules': rules !== undefined,
  };
  const [first] = Object.entries(named).flatMap(([name, isNamed]) => (isNamed ? [name] : []));
  return first;
}

/** Not as a success: a service must come again, once the app has ended. @throws AppError watch.none-stored */
async function leaveToApp({ output }: Session, { holder = '', call }: Actions): Promise<ExitCode> {
  const folders = await call('watching.list', undefined);
  if (folders.length === 0) throw new AppError('watch.none-stored', {});
  output.say(message('In use by {holder}, which watches the stored folders by itself while it is open.', { holder }));
  output.emit('summary', { watchedBy: holder, folders: folders.map(forPrograms), exitCode: exitCodes.leftInQueue });
  return exitCodes.leftInQueue;
}

interface Run extends Pick<WatchOptions, 'send' | 'wait'> {
  tally: Tally;
  watching: OwnWatch;
  actions: Actions;
  following: Following;
}

async function watchOn({ output }: Session, { tally, watching, actions, following }: Run): Promise<ExitCode> {
  await watching.begin();
  // A full disk may have room again; nothing else heals by itself.
  const ending = await following.until({ waitFor: 'final', patient: true, isMoreToCome: () => true });
  await watching.close();
  await actions.rest();
  following.end();
  const error = ending.kind === 'stopped' ? fromRecord(ending.error) : undefined;
  if (error !== undefined) output.complain(error);
  else output.say(message('Stopped. What was under way continues with the next “tranship watch”.'));
  const exitCode = error === undefined ? exitCodes.done : exitCodeOf(error);
  output.emit('summary', { files: tally.files, exitCode });
  return exitCode;
}

async function watchOnce(
  { output, interrupted }: Session,
  { send, wait, tally, watching, actions, following }: Run,
): Promise<ExitCode> {
  const isWell = await watching.once(interrupted);
  const ending = send ? await following.until({ waitFor: wait ? 'final' : 'sent' }) : ({ kind: 'finished' } as const);
  await actions.rest();
  if (ending.kind === 'stopped') output.complain(fromRecord(ending.error));
  const all = await following.conclude(ending);
  // What only waits for its release is as it should be; the folder says what it refused.
  const run = { ...all, views: all.views.filter(({ error }) => error !== 'submission.awaits-release') };
  for (const hint of hintsAfter(run)) output.say(hint);
  output.say(
    message('{files} taken, of which {refused} refused.', {
      files: counted(tally.files.length, 'file'),
      refused: tally.refused,
    }),
  );
  if (tally.awaiting > 0) output.say(message('“tranship queue approve ID” releases what waits for it.'));
  const exitCode = exitCodeOfPass(isWell, tally, exitCodeOfRun(run));
  output.emit('summary', { files: tally.files, submissions: all.views, exitCode });
  return exitCode;
}

function exitCodeOfPass(isWell: boolean, { refused, awaiting }: Tally, ofQueue: ExitCode): ExitCode {
  if (ofQueue !== exitCodes.done && ofQueue !== exitCodes.leftInQueue) return ofQueue;
  if (refused > 0) return exitCodes.refused;
  return awaiting > 0 || !isWell ? exitCodes.leftInQueue : ofQueue;
}

/** Stores a folder, to be watched by “tranship watch” and by the app. @throws AppError policy.no-release, watch.folder-unfit … */
export async function addFolder(session: Session, folder: string, options: FolderOptions): Promise<ExitCode> {
  const { connection = ENVIRONMENT, release, shared, settle: settleSeconds, marker } = options;
  const work = async (actions: Actions) => {
    const choices = {
      connection,
      release,
      shared,
      settleSeconds,
      marker,
      ...(await templateFor(actions, options.template)),
    };
    const added = (await actions.choosing(folder)('watching.add', choices)).slice(-1);
    for (const one of added)
      session.output.say(
        message('{folder} is watched by “tranship watch”, and by the app while it is open.', { folder: one.folder }),
      );
    session.output.emit('summary', { folders: added.map(forPrograms) });
    return exitCodes.done;
  };
  return await session.withActions('watch add', work, undefined, {
    alone: aloneUnlessNamed(options.connection),
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
  if (folders.length === 0) output.say(message('No folder is watched. “tranship watch add FOLDER” stores one.'));
  else {
    output.table(
      [
        message('folder'),
        message('files from'),
        message('template'),
        message('connection'),
        message('released'),
        message('ready'),
      ],
      folders.map(
        ({ folder, template = message('(as it is)'), templateFile, connection, settleSeconds, marker, ...row }) => [
          ...[
            folder,
            row.shared ? message('other users, too') : message('this account'),
            templateFile ?? template,
            connection,
          ],
          row.release
            ? message('by itself')
            : row.isHeldByPolicy
              ? message('by a person (the policy)')
              : message('by a person'),
          marker === undefined
            ? message('after {seconds} s', { seconds: settleSeconds })
            : message('with NAME{marker}', { marker }),
        ],
      ),
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
    session.output.say(message('{folder} is no longer watched. What is in it stays as it is.', { folder }));
    session.output.emit('summary', { folders: left.map(forPrograms) });
    return exitCodes.done;
  });
}

function forPrograms({ template, templateFile, ...row }: WatchedFolderRow) {
  const { folder, connection, release, shared, settleSeconds, marker } = row;
  return { folder, template: templateFile ?? template, connection, release, shared, settleSeconds, marker };
}

function note(tally: Tally, folder: string, event: WatchEvent): void {
  if (event.kind !== 'done' && event.kind !== 'refused') return;
  const { name, to, submissions } = event;
  const error = event.kind === 'refused' ? event.error.code : undefined;
  tally.files.push({ folder, name, outcome: event.kind, to, submissions, error });
  if (event.kind === 'refused') tally.refused += 1;
  else if (event.awaitsRelease) tally.awaiting += 1;
}

function tellFolder(output: Output, row: WatchedFolderRow): void {
  const { folder, connection, release, shared, settleSeconds, marker } = row;
  const from = shared ? message(', also what other users put there') : '';
  const ready =
    marker === undefined
      ? message('once a file has stood still for {settleSeconds} s', { settleSeconds })
      : message('once NAME{marker} is there', { marker });
  output.say(
    release
      ? message('{folder}  watched: {ready}, over {connection}, released by itself{from}', {
          folder,
          ready,
          connection,
          from,
        })
      : message('{folder}  watched: {ready}, over {connection}, released by a person{from}', {
          folder,
          ready,
          connection,
          from,
        }),
  );
  output.emit('watching', forPrograms(row));
  if (row.isHeldByPolicy) output.warn(new AppError('policy.no-release', {}));
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
      return event.bytes === 0
        ? message('new, and empty: it is left alone until something is in it')
        : message('new, {size}', { size: size(event.bytes) });
    case 'growing':
      return message('growing, {size}', { size: size(event.bytes) });
    case 'replaced':
      return message('replaced, {size}', { size: size(event.bytes) });
    case 'gone':
      return message('gone');
    case 'stands-still':
      return message('ready');
    case 'claimed':
      return message('in work');
    case 'prepared':
      return event.faults > 0
        ? message('prepared: {files}, {rows} refused', {
            files: counted(event.files, 'file'),
            rows: counted(event.faults, 'row'),
          })
        : message('prepared: {files}', { files: counted(event.files, 'file') });
    case 'added':
      return message('in the queue as {submissions}', { submissions: event.submissions.join(', ') });
    case 'done':
      return event.awaitsRelease
        ? message('checked, waits to be released; moved to {to}', { to: event.to })
        : message('checked, may be sent; moved to {to}', { to: event.to });
    case 'refused':
      return message('refused: {sentence} Moved to {to}', {
        sentence: sentence(describeError(event.error, 'terminal').detail),
        to: event.to,
      });
    case 'taken-away': {
      const place =
        event.submissions.length === 0
          ? message('not in the queue')
          : message('in the queue as {submissions}', { submissions: event.submissions.join(', ') });
      return message('was taken out of the folder while it was in work; it is {place}', { place });
    }
    case 'trouble': {
      const { detail, remedy } = describeError(event.error, 'terminal');
      return `${sentence(detail)} ${remedy}`;
    }
    case 'goes-on':
      return message('works again');
    default:
      return assertNever(event);
  }
}
