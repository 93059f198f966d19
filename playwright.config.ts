import { defineConfig } from '@playwright/test';
import { findChromium, HEADLESS_SHELL, quietFlags } from './tests/e2e/app/chromium.ts';
import { desktopRuntime } from './tests/e2e/app/desktop-runtime.ts';
import type { ShellChoice } from './tests/e2e/story.ts';
import { isLanding, landingStories } from './tests/harness/landing.ts';
import { isNight } from './tests/harness/night.ts';
import { HANG_MS, WAIT_MS } from './tests/patience.ts';
import { writeToQuickestFolder } from './tests/quickest-folder.ts';

/** The stories in which the test plays the system: signing out, opening files, a key store that refuses. */
const onlyDesktop = 'desktop/**';

/** The stories that tell again, in another way or more fully, what cheaper tests and other stories prove. */
const onlyAtNight = isNight ? [] : [/@night/];

writeToQuickestFolder();

export default defineConfig<object, ShellChoice>({
  testDir: 'tests/e2e',
  ...(isLanding && { testMatch: landingStories }),
  // Electron-builder is installed here: the workers that pack the app would do it at the same time.
  globalSetup: ['./tests/packaging/packed-app.ts', './tests/e2e/app/install-chromium.ts'],
  // The built command line runs in the workers, as it was built.
  build: { external: ['**/out/main/**'] },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: HANG_MS,
  expect: { timeout: WAIT_MS },
  // Set by a whole run.
  forbidOnly: process.env['TEST_RESULTS'] !== undefined,
  reporter: [['list'], ['./tests/harness/playwright-results.ts']],
  use: {
    actionTimeout: WAIT_MS,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    // What moves is drawn anew sixty times a second, for as long as a story waits. Stories about the focus see it move.
    contextOptions: { reducedMotion: 'reduce' },
    // Where nothing was found yet, it will have been installed by the time that it is started.
    launchOptions: {
      executablePath: findChromium() ?? HEADLESS_SHELL,
      args: quietFlags,
      // Without a UTF-8 locale, as on a bare server, Chromium cannot open files whose names are not ASCII.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  projects: [
    // The press of a button lets a page write to the clipboard; the headless shell, which has no such rule, is told so.
    {
      name: 'browser',
      use: { shell: 'browser', permissions: ['clipboard-write'] },
      grepInvert: [/@installed/, ...onlyAtNight],
      testIgnore: onlyDesktop,
    },
    // What only the desktop has, and a few stories of the page as witnesses that it is the same there: the packed app with its
    // own main process, preload and IPC, in a double of Electron with real pages.
    {
      name: 'desktop-double',
      use: { shell: 'desktop-double' },
      grep: /(^| )desktop[\\/]|@desktop/,
      grepInvert: onlyAtNight,
    },
    // The stories of the page in the desktop app, only where its runtime and a display are: most servers have neither.
    ...(desktopRuntime() === undefined
      ? []
      : [
          {
            name: 'desktop',
            use: { shell: 'desktop' as const },
            grepInvert: [/@browser|@installed/, ...onlyAtNight],
            testIgnore: onlyDesktop,
          },
        ]),
    // What needs an app that was installed, only where one is named.
    ...(process.env['TRANSHIP_INSTALLED'] === undefined
      ? []
      : [{ name: 'installed', use: { shell: 'installed' as const }, grep: /@installed/, testIgnore: onlyDesktop }]),
  ],
});
