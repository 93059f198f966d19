/** @file Starts the desktop app once Electron is ready: opens the window and connects the app to the system. */

import { join } from 'node:path';
import {
  BrowserWindow,
  dialog,
  app as electronApp,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
} from 'electron';
import type { Settings, Told } from '../../../src-shared/contract.ts';
import type { App, AppPorts } from '../../app/app.ts';
import { historyKeyOf } from '../../app/auditing.ts';
import { openDataFolderKey } from '../../app/data-folder-key.ts';
import { systemClock } from '../../clock.ts';
import { createMemoryBox } from '../../credentials/memory-box.ts';
import { refuseWeakened } from '../../network/weakened.ts';
import type { SubmissionId } from '../../queue/batch.ts';
import { lockFolder } from '../../queue/storage/lock.ts';
import type { SettingsFile } from '../../settings/settings-file.ts';
import type { CommandHandlers } from '../commands/ports.ts';
import { WindowBackend } from '../window-backend.ts';
import { costOfQuitting, isMoving } from './activity.ts';
import { followClosing, followShutdown } from './closing.ts';
import { confineSession } from './confinement.ts';
import { isFromPage, sendEvent, serveContract } from './contract-over-ipc.ts';
import { desktopUpdates } from './desktop-updates.ts';
import { askToQuit, chooseFiles, save, showFailure } from './dialogs.ts';
import { isElevated } from './elevation.ts';
import { openKeychain } from './keychain.ts';
import { menuTemplate } from './menu.ts';
import { Notifier } from './notifier.ts';
import type { OpenedFiles } from './opened-files.ts';
import { PAGE_SCHEME, type Page, servePage } from './page.ts';
import { pauseDuringSleep } from './power.ts';
import { Presence } from './presence.ts';
import { guardQuit } from './quit.ts';
import { openDesktopSettings } from './settings.ts';
import { signs } from './signs.ts';
import { StartAtLogin } from './start-at-login.ts';
import { followInTray } from './tray.ts';
import { bringToFront, hide, reloadAfterCrash, windowOptions } from './window.ts';
import { keptPlace, windowPlace } from './window-place.ts';

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
}

const { platform } = process;

/** Opens the app and its window. @throws AppError that keeps the app from starting */
export async function openDesktop(ports: OpenPorts): Promise<void> {
  refuseWeakened(process);
  const { folder, page, opened, createApp, rendererFolder, preload } = ports;
  protocol.handle(PAGE_SCHEME, (request) => servePage(request, rendererFolder, page));
  confineSession(session.defaultSession, page);

  const settings = openDesktopSettings(folder);
  const keychain = await openKeychain(safeStorage, platform);
  const hint = keychain.kind === 'missing' ? keychain.hint : undefined;
  const box = keychain.kind === 'missing' ? createMemoryBox() : openDataFolderKey(settings, keychain.wrap);
  const holder = `the Tranship window (process ${process.pid})`;
  // First, because the key of the folder may be made now: two processes would make two.
  const lock = lockFolder(folder, holder);
  const app = createApp({
    ...{ folder, holder, lock, settings },
    secretBox: box,
    sessionBox: box,
    // A key store that cannot be opened keeps no file from being sent; the entries then are without a seal.
    historyKey: await historyKeyOf(box).catch(() => undefined),
    environment: {},
    // Includes an automatic configuration (PAC) that the bank may use.
    systemProxy: (address) => session.defaultSession.resolveProxy(address),
  });

  const ownSession = `window (process ${process.pid})`;
  app.recordSecurity({ kind: 'session-begun', shell: 'desktop', session: ownSession });

  const { argv } = process;
  const login = new StartAtLogin({ electronApp, dialog, settings, platform, argv, isAllowed: () => true });
  const window = createWindow(settings, preload, login.wasStartedAtLogin);
  const send = (...told: Told) => {
    if (!window.isDestroyed()) sendEvent(window.webContents, ...told);
  };
  const updates = desktopUpdates({
    ...{ app, settings, electronApp, shell, policy: () => 'ask-person' },
    isMoving: () => isMoving(presence.activity),
    tell: (state) => send('updates.changed', state),
  });
  const backend = new WindowBackend({
    app,
    settings,
    shell: {
      info: {
        version: electronApp.getVersion(),
        shell: 'electron',
        platform: platform === 'win32' ? 'windows' : platform === 'darwin' ? 'macos' : 'linux',
        canDrop: !(await isElevated(platform, process.env)),
      },
      chooseFiles: () => chooseFiles(dialog, window),
      save: (suggestedName, write) => save(dialog, window, suggestedName, write),
      updates,
    },
    tell: (...told) => {
      const [name, payload] = told;
      if (name === 'queue.changed') presence.follow(payload);
      send(...told);
    },
  });
  const { handlers } = backend;
  const notifier = new Notifier({
    clock: systemClock,
    settings: () => backend.settings.all.notifications,
    isWatched: () => !window.isDestroyed() && window.isVisible() && window.isFocused(),
    show: notificationsOn(window),
  });
  const showSigns = signs({
    window,
    electronApp,
    powerSaveBlocker,
    platform,
    overlay: nativeImage.createFromPath(icon('overlay.png')),
    showInTray: openTray(window, handlers, (isPaused) => presence.open(isPaused)),
  });
  const presence: Presence = new Presence(await handlers['queue.snapshot'](), {
    show: (activity) => {
      showSigns(activity);
      login.follow(activity);
    },
    tell: (happening) => notifier.note(happening),
  });

  const endSleepWatch = pauseDuringSleep(powerMonitor, app.queue);
  const quitting = guardQuit(electronApp, {
    cost: () => costOfQuitting(presence.activity),
    ask: (cost) => {
      bringToFront(window);
      return login.askOnce(askToQuit(dialog, window, cost), window);
    },
    goOnInBackground: () => hide(window),
    stop: async () => {
      notifier.close();
      await updates.close();
      await endSleepWatch();
      app.recordSecurity({
        kind: 'session-ended',
        shell: 'desktop',
        session: ownSession,
        why: 'The window was closed.',
      });
      await backend.close();
    },
  });
  const activity = () => presence.activity;
  followClosing({ window, electronApp, dialog, settings, platform, quitting, activity });
  followShutdown(powerMonitor, window, quitting);

  serveContract({
    ipcMain,
    handlers: {
      ...handlers,
      'app.info': async () => ({ ...(await handlers['app.info']()), ...(hint !== undefined && { secretsHint: hint }) }),
      'settings.change': async (change) => {
        const changed = wear(await handlers['settings.change'](change));
        login.refresh();
        return changed;
      },
    },
    offerPaths: (paths) => backend.offer(paths),
    isTrusted: (event) => !window.isDestroyed() && isFromPage(event, window.webContents, page),
  });
  wear(backend.settings.all);
  electronApp.on('second-instance', () => bringToFront(window));
  electronApp.on('activate', () => bringToFront(window));
  await backend.start();
  await window.loadURL(page.address);

  void updates.follow();

  // Events that the menu causes need a page to receive them.
  openMenu(folder, handlers, (...told) => {
    bringToFront(window);
    send(...told);
  });
  opened.follow((paths) =>
    attempt(async () => {
      bringToFront(window);
      send('files.offered', await backend.offer(paths));
    }),
  );
}

/** Creates the window at its last position; it becomes visible when its page has loaded. */
function createWindow(settings: SettingsFile, preload: string, isHidden: boolean): BrowserWindow {
  // The screen with the taskbar comes first.
  const first = screen.getPrimaryDisplay();
  const displays = [first, ...screen.getAllDisplays().filter(({ id }) => id !== first.id)];
  const place = windowPlace(
    keptPlace(settings),
    displays.map(({ workArea }) => workArea),
  );
  const { isPackaged } = electronApp;
  const isDark = nativeTheme.shouldUseDarkColors;
  const window = new BrowserWindow(windowOptions({ place, preload, isPackaged, isDark }));
  // Maximising shows it, too.
  if (place.isMaximised && !isHidden) window.once('ready-to-show', () => window.maximize());
  if (!isHidden) window.once('ready-to-show', () => window.show());
  reloadAfterCrash(window.webContents, systemClock);
  return window;
}

/** Gives dialogs, menus and the title bar the same colour scheme as the page. */
function wear(settings: Settings): Settings {
  nativeTheme.themeSource = settings.appearance;
  return settings;
}

function openMenu(folder: string, handlers: CommandHandlers, send: (...told: Told) => void): void {
  const template = menuTemplate({
    platform,
    isPackaged: electronApp.isPackaged,
    addFiles: () =>
      attempt(async () => {
        const picked = await handlers['files.choose']();
        if (picked.offers.length + picked.refused.length > 0) send('files.offered', picked);
      }),
    showPage: (name) => send('page.show', { page: name }),
    showDataFolder: () => attempt(async () => void (await shell.openPath(folder))),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** @param open the submissions that have not ended: those that are paused, or those that are not */
function openTray(window: BrowserWindow, handlers: CommandHandlers, open: (isPaused: boolean) => SubmissionId[]) {
  return followInTray({
    // macOS draws a picture with this name in the colour of its menu bar.
    tray: new Tray(icon(platform === 'darwin' ? 'trayTemplate.png' : 'tray.png')),
    buildMenu: (template) => Menu.buildFromTemplate(template),
    platform,
    actions: {
      show: () => bringToFront(window),
      pauseAll: () => attempt(async () => handlers['queue.pause']({ ids: open(false) })),
      resumeAll: () => attempt(async () => handlers['queue.resume']({ ids: open(true) })),
      quit: () => electronApp.quit(),
    },
  });
}

/** Clicking a notification shows the window. */
function notificationsOn(window: BrowserWindow): (content: { title: string; body: string }) => void {
  // Referenced, because a collected notification loses its click.
  let latest: Notification | undefined;
  return (content) => {
    if (!Notification.isSupported()) return;
    latest = new Notification(content);
    latest.on('click', () => bringToFront(window));
    latest.show();
  };
}

/** Runs a menu's action; there is no page that could show a failure. */
function attempt(action: () => Promise<void>): void {
  action().catch((thrown: unknown) => showFailure(dialog, thrown));
}

/** The path of a picture that comes with the app. */
function icon(name: string): string {
  const folder = electronApp.isPackaged ? process.resourcesPath : join(electronApp.getAppPath(), 'build');
  return join(folder, 'icons', name);
}
