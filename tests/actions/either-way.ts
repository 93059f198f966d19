/**
 * @file The same input by both carriers, the window's handlers and the command line, each in a data folder of its own that was
 * prepared alike: how it ends, in the words of one reader, and what it leaves in the histories.
 */

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Backend } from '../../src-main/actions/backend.ts';
import { answerCommand } from '../../src-main/actions/contract-server.ts';
import type { Shell } from '../../src-main/actions/ports.ts';
import { App } from '../../src-main/app.ts';
import { PRIVATE_FILE } from '../../src-main/ground/files/own-folder.ts';
import { makeDataFolder, openSettings } from '../../src-main/ground/settings/open-settings.ts';
import { policyOf } from '../../src-main/policy/policy.ts';
import { QueueStore } from '../../src-main/send/storage/store.ts';
import { historyKeyOf } from '../../src-main/team/auditing.ts';
import { openDataFolderKey } from '../../src-main/wire/credentials/data-folder-key.ts';
import { keptSalt, passphraseWrap } from '../../src-main/wire/credentials/passphrase.ts';
import type { CommandName } from '../../src-shared/channels.ts';
import type { CommandInput, Result } from '../../src-shared/contract.ts';
import { describeError, type ErrorRecord, fromRecord } from '../../src-shared/errors.ts';
import { openWorkplace } from '../cli/tranship.ts';
import { securityLog } from '../security-log.ts';

const passphrase = 'correct horse battery staple';

/** One row of the table: an action, and the same input for it by both ways. */
export interface EitherWay {
  title: string;
  action: CommandName;
  /** Or how it is made of what the window has. */
  input?: unknown;
  /** What stands behind `tranship`. */
  argv: readonly string[];
  /** Of the command line, for what stands in no argument. */
  environment?: Readonly<Record<string, string>>;
  /** What the organisation has set, as its file says it. */
  policy?: object;
  /** The folder that the person chooses in the window, where one is asked for. */
  folder?: string;
  /** What is in both data folders before. */
  prepare?: (window: PlainWindow) => Promise<unknown>;
}

/** What came of one way: undefined for an error where it went well. */
export interface Outcome {
  error: { code: string; title: string; detail: string } | undefined;
  /** What was recorded since: the security log, and the history of the queue. */
  recorded: readonly object[];
}

/** A window over a data folder as the command line finds it, too. */
export class PlainWindow implements AsyncDisposable {
  readonly folder: string;
  readonly #backend: Backend;

  private constructor(folder: string, backend: Backend) {
    this.folder = folder;
    this.#backend = backend;
  }

  static async open(folder: string, policy: EitherWay['policy'], chosen?: string): Promise<PlainWindow> {
    const settings = openSettings(folder);
    const box = openDataFolderKey(settings, passphraseWrap(passphrase, { salt: keptSalt(settings) }));
    const app = new App({
      folder,
      holder: 'a test',
      settings,
      secretBox: box,
      sessionBox: box,
      environment: {},
      historyKey: await historyKeyOf(box),
      policy: policyOf(policy === undefined ? [] : [{ place: '/etc/tranship/policy.json', raw: policy }]),
    });
    const shell: Shell = {
      info: { version: '1.0.0', shell: 'electron', platform: 'linux', canDrop: true },
      chooseFiles: async () => [],
      chooseFolder: async () => chosen,
      save: async () => ({ kind: 'cancelled' }),
    };
    return new PlainWindow(folder, new Backend({ app, settings, shell, tell: () => {} }));
  }

  async call(name: string, input: unknown): Promise<Result<unknown>> {
    return await answerCommand(name, [input], this.#backend.handlers);
  }

  /** Calls what must go well. */
  async done<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<void> {
    const result = await this.call(name, input);
    if (!result.ok) throw fromRecord(result.error);
  }

  /** Offers a file that is already there. @returns what stands for it */
  async offered(path: string): Promise<string> {
    const [offer] = (await this.#backend.offer([path])).offers;
    if (offer === undefined) throw new Error(`Nothing is offered at ${path}.`);
    return offer.offer;
  }

  /** What stands for the first template that is kept. */
  async templateId(): Promise<{ id: string } | undefined> {
    const [row] = await this.#backend.handlers['templates.list'](undefined);
    return row && { id: row.id };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#backend.close();
  }
}

/** The settings of a new folder with its key: deriving one takes longer than all else, so that it is made once. */
let keyed: Promise<string> | undefined;

async function settingsWithKey(): Promise<string> {
  await using workplace = await openWorkplace();
  {
    await using _ = await PlainWindow.open(workplace.home, undefined);
  }
  return readFileSync(join(workplace.home, 'settings.json'), 'utf8');
}

/** Does it by both ways. */
export async function eitherWay(row: EitherWay): Promise<{ window: Outcome; commandLine: Outcome }> {
  const { argv, environment, policy, prepare } = row;
  await using workplace = await openWorkplace({ TRANSHIP_PASSPHRASE: passphrase, ...environment });
  const { home } = workplace;
  const ofWindow = join(workplace.folder, 'of-window');
  keyed ??= settingsWithKey();
  makeDataFolder(home);
  writeFileSync(join(home, 'settings.json'), await keyed, { mode: PRIVATE_FILE });
  {
    await using before = await PlainWindow.open(home, undefined);
    await prepare?.(before);
  }
  cpSync(home, ofWindow, { recursive: true });
  const known = securityLog(home).length;
  const recordedIn = (folder: string) => [
    ...securityLog(folder)
      .slice(known)
      .filter(({ event }) => !/^session-|^machine-policy/.test(String(event))),
    ...history(folder),
  ];
  return {
    window: {
      error: await resultOfWindow(ofWindow, row),
      recorded: recordedIn(ofWindow),
    },
    commandLine: {
      error: errorOf(await workplace.run([...argv, '--json'], { ...(policy && { policy }) })),
      recorded: recordedIn(home),
    },
  };
}

async function resultOfWindow(dataFolder: string, row: EitherWay): Promise<Outcome['error']> {
  const { action, input, policy, folder } = row;
  await using window = await PlainWindow.open(dataFolder, policy, folder);
  const result = await window.call(action, typeof input === 'function' ? await input(window) : input);
  return result.ok ? undefined : inWords(result.error);
}

/** The values of an error stand in its detail. */
function inWords(error: ErrorRecord): Outcome['error'] {
  const { title, detail } = describeError(fromRecord(error), 'ended-command');
  return { code: error.code, title, detail };
}

function errorOf({ events, exitCode, stdout }: { events: object[]; exitCode: number | null; stdout: string }) {
  const found = events.find((one) => 'event' in one && one.event === 'error');
  if (found === undefined && exitCode !== 0) throw new Error(`It ended with ${exitCode}, and no error:\n${stdout}`);
  if (found === undefined) return undefined;
  const { code, title, detail }: Record<string, unknown> = { ...found };
  return { code: String(code), title: String(title), detail: String(detail) };
}

/** All entries of the queue, without their times and what is made of these. */
function history(folder: string): object[] {
  const store = new QueueStore(folder, { readOnly: true });
  try {
    return store.findHistory({}, { limit: 200 }).map(({ at: _, hash: __, ...said }) => said);
  } finally {
    store.close();
  }
}
