/** @file The Electron shell: one process, one window, one app. This file contains the steps before `ready`. */

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dialog, app as electronApp, protocol, shell } from 'electron';
import { z } from 'zod';
import { AppError } from '../../../src-shared/errors.ts';
import type { LanguageSetting } from '../../../src-shared/languages/languages.ts';
import { languageSetting } from '../../actions/window-settings.ts';
import { systemClock } from '../../ground/clock.ts';
import { beginExamination } from '../../ground/files/early-examination.ts';
import { findDataFolder } from '../../ground/files/find-data-folder.ts';
import { holderOf } from '../../ground/files/folder-lock.ts';
import { readJson } from '../../ground/files/json-file.ts';
import { FAULT } from './breakdown.ts';
import { confineContents } from './confinement.ts';
import { type DesktopPorts, openDesktop } from './desktop-window.ts';
import { showFailure } from './dialogs.ts';
import { type Faults, followFaults } from './faults.ts';
import { isInstalled } from './installed.ts';
import { NativeLanguage, type Say } from './native-language.ts';
import { filesInArguments, OpenedFiles } from './opened-files.ts';
import { pageOf, pagePrivileges } from './page.ts';
import { isReplied, newTicket, replyToSecond, type Ticket } from './second-start.ts';
import { TOAST_ACTIVATOR } from './toast.ts';
import { askWhenInUse } from './trouble-dialogs.ts';
import { placeUserData, removeIfPossible } from './user-data.ts';
import { windowsKeyOf } from './windows-key.ts';

/** The id in electron-builder.yml, by which Windows assigns notifications to the app. */
export const APP_ID = 'app.tranship.desktop';

export interface StartPorts extends DesktopPorts {
  faults: Faults;
}

/** Starts the desktop app, hands over to the instance that already runs, or says why neither can be done. */
export function startDesktop({ faults, ...ports }: StartPorts): void {
  const language = new NativeLanguage({ preferred: () => electronApp.getPreferredSystemLanguages() });
  const { say } = language;
  const breakdown = followFaults(faults, say);
  const page = pageOf(isInstalled(electronApp) ? undefined : process.env.ELECTRON_RENDERER_URL);
  electronApp.setAppUserModelId(APP_ID);
  // Only Windows has it.
  if (process.platform === 'win32') electronApp.setToastActivatorCLSID(TOAST_ACTIVATOR);
  electronApp.enableSandbox();
  protocol.registerSchemesAsPrivileged([pagePrivileges]);
  electronApp.on('web-contents-created', (_event, contents) =>
    confineContents(contents, page, (address) => shell.openExternal(address)),
  );

  let folder: string;
  let chromium: string;
  try {
    folder = findDataFolder(process.env);
    chromium = placeUserData(electronApp, folder);
  } catch (thrown) {
    tellAndEnd(say, async () => {
      await language.follow('system');
      say(() => showFailure(dialog, thrown));
      electronApp.exit(FAULT);
    });
    return;
  }
  breakdown.logInto(join(folder, 'logs'));
  // Electron passes the arguments of this process to the running instance, and the ticket.
  const ticket = newTicket();
  if (!electronApp.requestSingleInstanceLock(ticket)) {
    tellAndEnd(say, () => giveWay(folder, chromium, ticket, language));
    return;
  }
  beginExamination(folder);
  // Fields that Chromium draws by itself, such as those of dates, read as the page writes; it takes this at its start alone.
  electronApp.commandLine.appendSwitch('lang', language.of(languageIn(folder)).dates);
  // Chromium reads its file after this, and may write over it.
  const windowsKey = windowsKeyOf(folder, chromium);
  electronApp.on('second-instance', (_event, _argv, _folder, data) => replyToSecond(chromium, data));
  const opened = followOpenedFiles();
  electronApp
    .whenReady()
    .then(() => openDesktop({ folder, page, opened, breakdown, language, windowsKey, ...ports }))
    .catch((thrown: unknown) => {
      if (!(thrown instanceof AppError)) {
        breakdown.take(thrown);
        return;
      }
      say(() => showFailure(dialog, thrown));
      // What has begun ends in good order, and then the exit code says that the start has failed.
      electronApp.once('will-quit', () => electronApp.exit(FAULT));
      electronApp.quit();
    });
}

/** The first instance shows its window, or this one says that it cannot. */
async function giveWay(folder: string, chromium: string, ticket: Ticket, language: NativeLanguage): Promise<void> {
  if (await isReplied(chromium, ticket, systemClock)) {
    electronApp.exit(0);
    return;
  }
  const error = new AppError('queue.locked', { folder, holder: holderOf(folder) });
  await language.follow(languageIn(folder));
  // A new process, because this one has another folder of Chromium.
  if ((await language.say(() => askWhenInUse(dialog, error, { isElsewhere: true }))) === 'again')
    electronApp.relaunch();
  electronApp.exit(0);
}

/** The language that is set; that of the system where the settings cannot be read. The store is for who has the folder. */
function languageIn(folder: string): LanguageSetting {
  const settings = readJson(join(folder, 'settings.json'), z.record(z.string(), z.unknown())) ?? {};
  return languageSetting({ get: (key) => settings[key] });
}

/** For a process that only has something to say. It must not touch Chromium's files, which another process may be using. */
function tellAndEnd(say: Say, tell: () => Promise<void>): void {
  try {
    const own = mkdtempSync(join(tmpdir(), 'tranship-'));
    electronApp.setPath('userData', own);
    electronApp.on('quit', () => removeIfPossible(own));
  } catch (thrown) {
    say(() => showFailure(dialog, thrown));
    electronApp.exit(FAULT);
    return;
  }
  electronApp
    .whenReady()
    .then(tell)
    .catch((thrown: unknown) => {
      say(() => showFailure(dialog, thrown));
      electronApp.exit(FAULT);
    });
}

/** On macOS a file may be opened before the app is ready. */
function followOpenedFiles(): OpenedFiles {
  const opened = new OpenedFiles(systemClock);
  const { isPackaged } = electronApp;
  electronApp.on('open-file', (event, path) => {
    event.preventDefault();
    opened.add([path]);
  });
  electronApp.on('second-instance', (_event, argv, workingFolder) =>
    opened.add(filesInArguments(argv, workingFolder, isPackaged)),
  );
  opened.add(filesInArguments(process.argv, process.cwd(), isPackaged));
  return opened;
}
