/** @file The browser shell: shows the app's window as a page on loopback, to a browser with the one-time address. */

import { once } from 'node:events';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { PickedFiles, Saved } from '../../../src-shared/contract.ts';
import type { LanguageSetting } from '../../../src-shared/languages/languages.ts';
import type { ReceivedFile } from '../../actions/offered-files.ts';
import type { CommandHandlers, Tell } from '../../actions/ports.ts';
import type { RecordSecurity } from '../../audit/security-events.ts';
import { type Clock, systemClock } from '../../ground/clock.ts';
import { isPortTaken } from '../../ground/files/error-codes.ts';
import { Downloads } from './downloads.ts';
import { Entrance } from './entrance.ts';
import { Inbox } from './inbox.ts';
import { Keeping, type ShellKeeper } from './kept-shell.ts';
import { Refusals } from './refusals.ts';
import { type Patience, portOf, startServer } from './server.ts';
import { Sessions } from './sessions.ts';
import { Tabs } from './tabs.ts';

/** What this shell provides to the app. */
export interface BrowserPorts {
  /** Sends an event to every tab. */
  tell: Tell;
  /** Has a file written and returns the address from which the page downloads it. */
  save: (suggestedName: string, write: (path: string) => Promise<unknown>) => Promise<Saved>;
}

/** What the app provides to this shell. */
export interface ServedApp {
  handlers: CommandHandlers;
  /** Offers files that came from the person to add them. */
  offerReceived: (file: ReceivedFile) => Promise<PickedFiles>;
  /** The language that is set for the page. */
  language: () => LanguageSetting;
  /** The source files of all submissions: these stay in the inbox. */
  pathsInUse: () => Iterable<string>;
  /** Resumes all stored work. */
  start: () => Promise<void>;
  /** Ends all work and sends no more events. */
  close: () => Promise<void>;
}

export interface BrowserShellOptions {
  /** The data folder, which contains the inbox. */
  folder: string;
  /** The folder of the built page. */
  rendererFolder: string;
  /** When absent, that of the last time, or else any free one. */
  port?: number | undefined;
  /** Keeps the port and the sessions, so that open pages come back after a restart. */
  keeper?: ShellKeeper;
  /** Called when another program has the port of the last time, so that open pages cannot come back. */
  onPortTaken?: (port: number) => void;
  patience?: Patience;
  clock?: Clock;
  recordSecurity: RecordSecurity;
  /** Called when the address that was issued last ends unused. */
  onAddressExpired?: () => void;
  createApp: (ports: BrowserPorts) => ServedApp;
}

export interface BrowserShell {
  /** Begins one session, within a few minutes. */
  readonly address: string;
  /** Issues another such address; an earlier unused one becomes invalid. */
  newAddress(): string;
  /** Closes all connections and the app; aborts files that are arriving and removes them. */
  close(): Promise<void>;
}

/** Serves the app on loopback. Rejects as `listen` does, for example when the port is taken. */
export async function startBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const { folder, rendererFolder, patience, clock = systemClock, recordSecurity, createApp } = options;
  const kept = await options.keeper?.read();
  const downloads = new Downloads(join(folder, 'downloads'), clock);
  const inbox = new Inbox({ folder: join(folder, 'inbox') });
  const entrance = new Entrance({ clock, onExpired: () => options.onAddressExpired?.() });
  const keeping = new Keeping(options.keeper, () => ({ port: portOf(server), sessions: sessions.kept }));
  const sessions = new Sessions({ clock, recordSecurity, onChange: () => void keeping.note() });
  const refusals = new Refusals({ clock, recordSecurity });
  const tabs = new Tabs();
  const { handlers, offerReceived, language, pathsInUse, start, close } = createApp({
    tell: (...told) => tabs.tell(...told),
    save: (suggestedName, write) => downloads.save(suggestedName, write, tabs.caller),
  });
  await downloads.clear();
  await inbox.cleanUp(pathsInUse());

  const listen = (port: number) =>
    startServer({
      port,
      rendererFolder,
      entrance,
      sessions,
      keep: () => keeping.note(),
      noteRefusal: (why) => refusals.add(why),
      tabs,
      inbox,
      downloads,
      handlers,
      offerReceived,
      language,
      ...(patience && { patience }),
    });
  const server = await listenWhere(options, kept?.port, listen).catch(async (thrown: unknown) => {
    await close();
    throw thrown;
  });
  // The pages of another port are of another origin.
  if (kept?.port === portOf(server)) sessions.restore(kept.sessions);
  await keeping.note();
  await start();
  // A browser keeps what stands after “#” to itself: it reaches no server, not even in a Referer header.
  const newAddress = () => `http://127.0.0.1:${portOf(server)}/#token=${entrance.issueToken()}`;
  return {
    address: newAddress(),
    newAddress,
    close: async () => {
      await keeping.end();
      const closed = once(server, 'close');
      server.close();
      entrance.close();
      tabs.close();
      sessions.close();
      server.closeAllConnections();
      refusals.close();
      await inbox.settled();
      await closed;
      await close();
      await downloads.clear();
    },
  };
}

/** The port that was asked for; otherwise that of the last time, where it is free. */
async function listenWhere(
  { port, onPortTaken }: Pick<BrowserShellOptions, 'port' | 'onPortTaken'>,
  former: number | undefined,
  listen: (port: number) => Promise<Server>,
): Promise<Server> {
  if (port !== undefined || former === undefined) return await listen(port ?? 0);
  try {
    return await listen(former);
  } catch (thrown) {
    if (!isPortTaken(thrown)) throw thrown;
    onPortTaken?.(former);
    return await listen(0);
  }
}
