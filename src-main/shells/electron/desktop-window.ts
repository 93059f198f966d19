/** @file Starts the desktop app once Electron is ready: opens the window and connects the app to the system. */

import { homedir } from 'node:os';
import {
  dialog,
  app as electronApp,
  ipcMain,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron';
import type { Settings } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { fact, packed } from '../../../src-shared/languages/fact.ts';
import { Notifier } from '../../../src-shared/notifier.ts';
import { Backend } from '../../actions/backend.ts';
import type { CommandHandlers } from '../../actions/ports.ts';
import { languageSetting } from '../../actions/window-settings.ts';
import { type App, type AppPorts, KeyStoreBox } from '../../app.ts';
import { systemClock } from '../../ground/clock.ts';
import { type FolderLock, lockFolder } from '../../ground/files/folder-lock.ts';
import { witnessFolder } from '../../ground/files/witness-folder.ts';
import { saveMemory } from '../../ground/memory.ts';
import { refuseWeakened } from '../../ground/weakened.ts';
import { Door } from '../door/server.ts';
import { terminalShell } from '../terminal-shell.ts';
import { costOfQuitting, isMoving, stillSent } from './activity.ts';
import { type Breakdown, FAULT } from './breakdown.ts';
import { followClosing, followShutdown } from './closing.ts';
import { confineSession } from './confinement.ts';
import { isFromPage, serveContract } from './contract-over-ipc.ts';
import { desktopUpdates } from './desktop-updates.ts';
import { askToQuit, chooseFiles, chooseFolder, save } from './dialogs.ts';
import { isElevated } from './elevation.ts';
import { keychainWrap } from './keychain.ts';
import type { NativeLanguage, Say } from './native-language.ts';
import { notificationsOn } from './notifications.ts';
import { openWindow } from './open-window.ts';
import type { OpenedFiles } from './opened-files.ts';
import { PAGE_SCHEME, type Page, servePage } from './page.ts';
import { mailTo } from './page-mail.ts';
import { pauseDuringSleep } from './power.ts';
import { Presence } from './presence.ts';
import { Printer } from './printing.ts';
import { guardQuit, type Quitting } from './quit.ts';
import { openDesktopSettings } from './settings.ts';
import { signs } from './signs.ts';
import { StartAtLogin } from './start-at-login.ts';
import { attempt, openMenu, openTray, picture } from './surroundings.ts';
import { askWhenInUse } from './trouble-dialogs.ts';
import { bringToFront, hide } from './window.ts';
import type { WindowsKey } from './windows-key.ts';

export interface DesktopPorts {
  createApp: (ports: AppPorts) => App;
  /** The folder of the built renderer, and the file of the built preload. */
  rendererFolder: string;
  preload: string;
}

export interface OpenPorts extends DesktopPorts {
  /** The data folder. */
  folder: string;
  page: Page;
  opened: OpenedFiles;
  breakdown: Breakdown;
  language: NativeLanguage;
  windowsKey: WindowsKey | undefined;
}

const { platform } = process;

/**
 * Opens the app and its window; if another process uses the queue and the person does not want to wait, quits instead.
 * @throws AppError that keeps the app from starting
 */
export async function openDesktop(ports: OpenPorts): Promise<void> {
  refuseWeakened(process);
  const { folder, page, opened, breakdown, language, createApp, rendererFolder, preload, windowsKey } = ports;
  const { say } = language;
  confineSession(session.defaultSession, page);

  // A person who starts Tranship while it starts at sign-in waits for its window.
  let isAskedFor = false;
  electronApp.on('second-instance', () => {
    isAskedFor = true;
  });

  const settings = openDesktopSettings(folder);
  await language.follow(languageSetting(settings));
  protocol.handle(PAGE_SCHEME, (request) => {
    // Decided here, so that the page and what surrounds it never differ.
    const { code } = language.of(languageSetting(settings));
    return servePage(request, { root: rendererFolder, page, language: code });
  });
  const box = new KeyStoreBox(settings, keychainWrap(safeStorage, platform, windowsKey));
  const holder = packed(fact('the Tranship window (process {process})', { process: process.pid }));
  // First, because the key of the folder may be made now: two processes would make two.
  const lock = await lockOrGiveUp(folder, holder, say);
  if (lock === undefined) {
    electronApp.quit();
    return;
  }
  const app = createApp({
    folder,
    holder,
    lock,
    settings,
    witnesses: witnessFolder(process.env, platform, homedir()),
    secretBox: box,
    sessionBox: box,
    historyKey: await box.historyKey(),
    environment: {},
    // Includes an automatic configuration (PAC) that the bank may use.
    systemProxy: (address) => session.defaultSession.resolveProxy(address),
  });

  app.readAuthorities();
  const hasChanged = box.closed?.code === 'secret.store-changed';
  if (box.hint !== undefined)
    app.logs.event('warn', hasChanged ? 'key-store.changed' : 'key-store.closed', { detail: box.hint });
  if (hasChanged) app.recordSecurity({ kind: 'key-store-changed' });
  let tellOpened = async (): Promise<void> => {};
  box.onceOpen(() => {
    app.queue.noteOpenSecrets();
    attempt(say, () => tellOpened());
  });

  const ownSession = `window (process ${process.pid})`;
  app.recordSecurity({ kind: 'session-begun', shell: 'desktop', session: ownSession });

  const { argv } = process;
  const login = new StartAtLogin({ electronApp, dialog, say, settings, platform, argv, isAllowed: () => true });
  let quitting: Quitting | undefined;
  const isQuitting = () => quitting?.isUnderWay() ?? false;
  const { wasStartedAtLogin } = login;
  const isHidden = () => wasStartedAtLogin && !isAskedFor;
  const { window, load, hasPlace } = openWindow({
    settings,
    preload,
    address: page.address,
    isHidden,
    isQuitting,
    logs: app.logs,
    say,
  });
  const send = mailTo(window.webContents);
  const updates = desktopUpdates({
    app,
    settings,
    electronApp,
    shell,
    policy: () => app.updates,
    isMoving: () => isMoving(presence.activity),
    tell: (state) => send('updates.changed', state),
  });
  const printer = new Printer();
  const backend = new Backend({
    app,
    settings,
    shell: {
      info: {
        version: electronApp.getVersion(),
        shell: 'electron',
        platform: platform === 'win32' ? 'windows' : platform === 'darwin' ? 'macos' : 'linux',
        canDrop: !(await isElevated(platform, process.env)),
      },
      chooseFiles: () => say(() => chooseFiles(dialog, window)),
      chooseFolder: (purpose) => say(() => chooseFolder(dialog, window, purpose)),
      save: (suggestedName, write) => say(() => save(dialog, window, suggestedName, write)),
      print: (html) => printer.print(html),
      updates,
      keyStore: {
        tryAgain: () => {
          electronApp.relaunch();
          quitting?.quitAtOnce();
        },
        replaceKey: async () => {
          if (await box.replaceKey()) app.recordSecurity({ kind: 'folder-key-replaced' });
        },
      },
    },
    tell: (...told) => {
      const [name, payload] = told;
      if (name === 'queue.changed') presence.follow(payload);
      send(...told);
      door.tell(...told);
    },
  });
  const { handlers } = backend;
  tellOpened = async () => send('connections.changed', await handlers['connections.list']());
  /** With what the desktop itself does about them. */
  const onDesktop = (asked: CommandHandlers): CommandHandlers => ({
    ...asked,
    'app.info': async () => {
      await box.askAgain();
      return { ...(await asked['app.info']()), ...(box.hint && { secretsHint: box.hint }) };
    },
    'settings.change': async (change) => {
      const changed = wear(await asked['settings.change'](change));
      await language.follow(changed.language);
      login.refresh();
      return changed;
    },
  });
  const door: Door = new Door({
    app,
    handlersFor: (own) => onDesktop(backend.handlersFor('command-line', { shell: terminalShell, ...own })),
    offer: (paths) => backend.offer(paths),
  });
  const close = async () => {
    await door.close();
    await backend.close();
  };
  const notify = notificationsOn({
    notifications: Notification,
    platform,
    argv,
    showWindow: () => bringToFront(window),
    lead: (ids) => send('submission.show', { ids }),
    noteRefusal: (reason) => app.logs.event('warn', 'notification.refused', { reason }),
  });
  const notifier = new Notifier({
    clock: systemClock,
    settings: () => backend.settings.all.notifications,
    isWatched: () => !window.isDestroyed() && window.isVisible() && window.isFocused(),
    show: (content) => say(() => notify(content)),
  });
  const showSigns = signs({
    window,
    electronApp,
    powerSaveBlocker,
    platform,
    overlay: nativeImage.createFromPath(picture('overlay.png')),
    showInTray: openTray(window, handlers, say, (isPaused) => presence.open(isPaused)),
  });
  const presence: Presence = new Presence(await handlers['queue.snapshot'](), {
    show: (activity) => {
      say(() => showSigns(activity));
      login.follow(activity);
    },
    tell: (happening) => notifier.note(happening),
  });
  language.onChange(() => say(() => showSigns(presence.activity)));

  let hasEnded = false;
  const noteEnd = (why: string) => {
    if (hasEnded) return;
    hasEnded = true;
    app.recordSecurity({ kind: 'session-ended', shell: 'desktop', session: ownSession, why });
  };
  const endSleepWatch = pauseDuringSleep({
    monitor: powerMonitor,
    queue: app.queue,
    clock: systemClock,
    note: (event) => app.logs.event('info', `power.${event}`),
  });
  breakdown.follow({
    logs: app.logs,
    stop: async () => {
      await endSleepWatch();
      await app.queue.stop();
    },
    close,
    exportForSupport: (path, signal) => app.exportForSupport(path, signal),
  });
  quitting = guardQuit(electronApp, {
    cost: () => say(() => costOfQuitting(presence.activity)),
    ask: (cost) => {
      bringToFront(window);
      return login.askOnce(
        say(() => askToQuit(dialog, window, cost)),
        window,
      );
    },
    goOnInBackground: () => hide(window),
    stop: async () => {
      noteEnd('The window was closed.');
      notifier.close();
      await updates.close();
      await endSleepWatch();
      await close();
    },
    clock: systemClock,
    endHard: () => {
      app.logs.event('warn', 'quit.overdue');
      electronApp.exit(FAULT);
    },
  });
  const activity = () => presence.activity;
  followClosing({ window, electronApp, dialog, say, settings, platform, quitting, hasPlace, activity });
  const sentNow = () => say(() => stillSent(presence.activity));
  followShutdown({ monitor: powerMonitor, window, quitting, stillSent: sentNow, noteEnd });

  serveContract({
    ipcMain,
    handlers: onDesktop(handlers),
    offerPaths: (paths) => backend.offer(paths),
    isTrusted: (event) => !window.isDestroyed() && isFromPage(event, window.webContents, page),
  });
  wear(backend.settings.all);
  electronApp.on('second-instance', () => bringToFront(window));
  electronApp.on('activate', () => bringToFront(window));
  await backend.start();
  saveMemory();
  await door.open();
  void updates.follow();

  // Neither depends on the page: what they cause waits for it.
  openMenu(folder, handlers, language, (...told) => {
    bringToFront(window);
    send(...told);
  });
  opened.follow((paths) =>
    attempt(say, async () => {
      bringToFront(window);
      send('files.offered', await backend.offer(paths));
    }),
  );
  load();
}

/** Undefined when another process uses the folder, and the person does not want to try again. @throws as lockFolder */
async function lockOrGiveUp(folder: string, holder: string, say: Say): Promise<FolderLock | undefined> {
  let question = new AbortController();
  const askAgain = () => {
    electronApp.focus({ steal: true });
    question.abort();
  };
  // But for macOS, only a new question comes to the front: there is no window that could.
  electronApp.on('second-instance', askAgain);
  try {
    for (;;) {
      question = new AbortController();
      const { signal } = question;
      try {
        return lockFolder(folder, holder);
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.code !== 'queue.locked') throw thrown;
        const answer = await say(() => askWhenInUse(dialog, thrown, { signal }));
        if (answer === 'close' && !signal.aborted) return undefined;
      }
    }
  } finally {
    electronApp.off('second-instance', askAgain);
  }
}

/** Gives dialogs, menus and the title bar the same colour scheme as the page. */
function wear(settings: Settings): Settings {
  nativeTheme.themeSource = settings.appearance;
  return settings;
}
