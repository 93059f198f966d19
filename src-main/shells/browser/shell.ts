/** @file The browser shell: the app's window as a page on loopback, for whoever has the one-time address. */

import { once } from 'node:events';
import { join } from 'node:path';
import type { PickedFiles, Saved } from '../../../src-shared/contract.ts';
import type { CommandHandlers, Tell } from '../commands/ports.ts';
import type { ReceivedFile } from '../offered-files.ts';
import { Downloads } from './downloads.ts';
import { Entrance } from './entrance.ts';
import { Inbox } from './inbox.ts';
import { type Patience, portOf, startServer } from './server.ts';
import { Tabs } from './tabs.ts';

/** What this shell does for the app. */
export interface BrowserPorts {
  /** Tells every tab. */
  tell: Tell;
  /** Has a file written and gives the address from which the page downloads it. */
  save: (suggestedName: string, write: (path: string) => Promise<unknown>) => Promise<Saved>;
}

/** What the app does for this shell. */
export interface ServedApp {
  handlers: CommandHandlers;
  /** Offers files that came from the person to add them. */
  offerReceived: (file: ReceivedFile) => Promise<PickedFiles>;
  /** The source files of all submissions: these stay in the inbox. */
  pathsInUse: () => Iterable<string>;
  /** Goes on with everything that is stored. */
  start: () => Promise<void>;
  /** Ends all work, and tells nothing more. */
  close: () => Promise<void>;
}

export interface BrowserShellOptions {
  /** The data folder, in which files from the browser are kept. */
  folder: string;
  /** The folder of the built page. */
  rendererFolder: string;
  /** Any free one when absent. */
  port?: number | undefined;
  patience?: Patience;
  createApp: (ports: BrowserPorts) => ServedApp;
}

export interface BrowserShell {
  /** Lets one browser in, once. */
  readonly address: string;
  /** Another such address; the one before is dead from then on if nobody used it. */
  newAddress(): string;
  /** Ends all connections and the app; files that are arriving are broken off and leave nothing. */
  close(): Promise<void>;
}

/** Serves the app on loopback. Rejects as `listen` does, above all when the port is taken. */
export async function startBrowserShell(options: BrowserShellOptions): Promise<BrowserShell> {
  const { folder, rendererFolder, port = 0, patience, createApp } = options;
  const downloads = new Downloads(join(folder, 'downloads'));
  const inbox = new Inbox({ folder: join(folder, 'inbox') });
  const entrance = new Entrance();
  const tabs = new Tabs();
  const { handlers, offerReceived, pathsInUse, start, close } = createApp({
    tell: (...told) => tabs.tell(...told),
    save: (suggestedName, write) => downloads.save(suggestedName, write),
  });
  await downloads.clear();
  await inbox.cleanUp(pathsInUse());

  const listening = startServer({
    port,
    rendererFolder,
    entrance,
    tabs,
    inbox,
    downloads,
    handlers,
    offerReceived,
    ...(patience && { patience }),
  });
  const server = await listening.catch(async (thrown: unknown) => {
    await close();
    throw thrown;
  });
  await start();
  const newAddress = () => `http://127.0.0.1:${portOf(server)}/?token=${entrance.issueToken()}`;
  return {
    address: newAddress(),
    newAddress,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      tabs.close();
      await inbox.settled();
      await closed;
      await close();
      await downloads.clear();
    },
  };
}
