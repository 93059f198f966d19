/** @file Errors that no part of the app has caught, from the first moment on. */

import { BrowserWindow, dialog, app as electronApp } from 'electron';
import { SECOND, systemClock } from '../../ground/clock.ts';
import { Breakdown } from './breakdown.ts';
import type { Say } from './native-language.ts';
import { askAfterBreakdown, askWhereToSave } from './trouble-dialogs.ts';

/** Where they arrive: the process. */
export interface Faults {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (thrown: unknown) => void): unknown;
}

/** Before Electron is ready it shows no dialog, and with such an error it may never be. */
const LONGEST_START = 30 * SECOND;

/** Without a listener, Electron would show a stack and continue as if nothing had happened. */
export function followFaults(faults: Faults, say: Say): Breakdown {
  const breakdown = new Breakdown({
    clock: systemClock,
    version: electronApp.getVersion(),
    ask: async (error, saving) => {
      await Promise.race([electronApp.whenReady(), systemClock.sleep(LONGEST_START)]);
      return await say(() => askAfterBreakdown(dialog, theWindow(), error, saving));
    },
    askWhere: () => {
      const name = `tranship-support-${new Date().toISOString().slice(0, 10)}.zip`;
      return say(() => askWhereToSave(dialog, theWindow(), name));
    },
    end: (exitCode) => electronApp.exit(exitCode),
  });
  faults.on('uncaughtException', breakdown.take);
  faults.on('unhandledRejection', breakdown.take);
  return breakdown;
}

/** The one that is seen: another one, which prints, never is. */
function theWindow(): BrowserWindow | undefined {
  return BrowserWindow.getAllWindows().find((window) => window.isVisible());
}
