/** @file The app as the browser shell serves it: the common commands, and the functions that only this shell has. */

import manifest from '../../../package.json' with { type: 'json' };
import { Backend } from '../../actions/backend.ts';
import { languageSetting } from '../../actions/window-settings.ts';
import type { App } from '../../app.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import { Door } from '../door/server.ts';
import { ownPlatform } from '../own-platform.ts';
import { terminalShell } from '../terminal-shell.ts';
import type { BrowserPorts, ServedApp } from './shell.ts';

/** @param settings the settings file that the app uses */
export function servedApp(app: App, settings: SettingsFile, { tell, save }: BrowserPorts): ServedApp {
  const backend = new Backend({
    app,
    settings,
    shell: {
      info: { version: manifest.version, shell: 'browser', platform: ownPlatform, canDrop: true },
      // The browser shows its own file dialog, and the page streams the files to the inbox.
      chooseFiles: async () => [],
      save,
    },
    tell: (...told) => {
      tell(...told);
      door.tell(...told);
    },
  });
  const door: Door = new Door({
    app,
    handlersFor: (own) => backend.handlersFor('command-line', { shell: terminalShell, ...own }),
    offer: (paths) => backend.offer(paths),
  });
  return {
    handlers: backend.handlers,
    offerReceived: (file) => backend.offerReceived(file),
    language: () => languageSetting(settings),
    pathsInUse: () => [
      ...app.queue.standings().map(({ submission }) => submission.content),
      ...app.preparations.pathsInUse((id) => app.queue.has(id) && app.queue.view(id).submission.stage !== 'approved'),
    ],
    start: async () => {
      await backend.start();
      await door.open();
    },
    close: async () => {
      await door.close();
      await backend.close();
    },
  };
}
