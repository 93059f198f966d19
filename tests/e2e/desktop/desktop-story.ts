/** @file The start of the desktop's own stories: the app is not open yet, and the test plays the system around it. */

import { DoubleWindow } from '../app/double-window.ts';
import { test as story } from '../story.ts';

export { expect } from '../story.ts';

export const test = story.extend<{
  /** The desktop app, not started. */
  desk: DoubleWindow;
}>({
  desk: async ({ windowHost, desktopProduct, workplace }, use) => {
    if (windowHost === undefined || desktopProduct === undefined)
      throw new Error('These stories need the double of Electron.');
    const desk = new DoubleWindow(windowHost, desktopProduct, workplace);
    await use(desk);
    await desk.kill();
  },
});
