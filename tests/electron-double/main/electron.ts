/** @file The double as a whole: what `import 'electron'` gives to the main process, and the commands about windows. */

import { z } from 'zod';
import { completeModule, preventableEvent } from '../api/conformity.ts';
import type { WindowSight } from '../control.ts';
import { app } from './app.ts';
import { BrowserWindowDouble, progressOf } from './browser-window.ts';
import { dialog, shell } from './dialogs.ts';
import { ipcMain } from './ipc.ts';
import { Menu, MenuItem, nativeImage, Tray } from './menus.ts';
import { protocol } from './protocol.ts';
import { createSafeStorage } from './safe-storage.ts';
import { session } from './session.ts';
import { onCommand } from './stage.ts';
import { Notification, nativeTheme, powerMonitor, powerSaveBlocker, screen } from './system.ts';
import { hostOf } from './web-contents.ts';

export function createElectron(): Record<string, unknown> {
  const implemented = {
    app,
    BrowserWindow: BrowserWindowDouble,
    dialog,
    ipcMain,
    Menu,
    MenuItem,
    nativeImage,
    nativeTheme,
    Notification,
    powerMonitor,
    powerSaveBlocker,
    protocol,
    safeStorage: createSafeStorage(),
    screen,
    session,
    shell,
    Tray,
  } satisfies Partial<Record<keyof typeof import('electron'), unknown>>;
  return completeModule(implemented);
}

function onlyWindow(): BrowserWindowDouble {
  const [first] = BrowserWindowDouble.getAllWindows();
  if (first === undefined) throw new Error('The app has no window.');
  return first;
}

async function sightOf(window: BrowserWindowDouble): Promise<WindowSight> {
  const { targetId } = await hostOf(window.webContents);
  return {
    id: window.id,
    targetId,
    title: window.getTitle(),
    url: window.webContents.getURL(),
    bounds: window.getBounds(),
    isVisible: window.isVisible(),
    isFocused: window.isFocused(),
    isMinimized: window.isMinimized(),
    isMaximized: window.isMaximized(),
    backgroundColor: window.getBackgroundColor(),
    progress: progressOf(window),
  };
}

onCommand('windows', () => Promise.all(BrowserWindowDouble.getAllWindows().map(sightOf)));
onCommand('closeWindow', () => onlyWindow().close());
onCommand('focusWindow', () => onlyWindow().focus());
onCommand('blurWindow', () => onlyWindow().blur());
onCommand('moveWindow', ({ bounds }) =>
  onlyWindow().setBounds(
    z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).parse(bounds),
  ),
);
onCommand('pageText', async () =>
  String(await (await hostOf(onlyWindow().webContents)).evaluate('document.body.innerText')),
);
onCommand('crashPage', () => onlyWindow().webContents.forcefullyCrashRenderer());
onCommand('pageHangs', () => void onlyWindow().emit('unresponsive'));
onCommand('pageAnswers', () => void onlyWindow().emit('responsive'));
// shell/browser/native_window_views_win.cc: after WM_ENDSESSION, no event and no line of the app comes any more.
onCommand('sessionEnds', ({ reasons }) => {
  const asked = preventableEvent({ reasons });
  onlyWindow().emit('query-session-end', asked);
  if (asked.defaultPrevented) return { isDelayed: true };
  onlyWindow().emit('session-end', preventableEvent({ reasons }));
  process.kill(process.pid, 'SIGKILL');
  return { isDelayed: false };
});
onCommand('openFile', ({ path }) => void app.emit('open-file', preventableEvent(), String(path)));
onCommand(
  'activate',
  () =>
    void app.emit(
      'activate',
      preventableEvent(),
      BrowserWindowDouble.getAllWindows().some((window) => window.isVisible()),
    ),
);
onCommand('quit', () => app.quit());
onCommand('throwInMain', ({ message, isRejection }) => {
  const thrown = new Error(String(message));
  if (isRejection === true) void Promise.reject(thrown);
  else
    setImmediate(() => {
      throw thrown;
    });
});
