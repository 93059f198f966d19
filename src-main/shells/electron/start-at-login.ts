/**
 * @file Starts the app at sign-in, in the tray, while the queue has something to do. It is asked once, when a person quits
 * although files are still being sent; the settings change it.
 */

import type { BrowserWindow, Dialog, App as ElectronApp, MessageBoxOptions } from 'electron';
import { message } from '../../../src-shared/languages/message.ts';
import type { SettingsFile } from '../../ground/settings/settings-file.ts';
import type { Activity } from './activity.ts';
import type { Say } from './native-language.ts';
import type { QuitAnswer } from './quit.ts';

/** The setting: absent until the person was asked. */
const WISH = 'startAtLogin';
/** With it the window stays hidden. */
const HIDDEN = '--hidden';

export interface StartAtLoginPorts {
  electronApp: Pick<ElectronApp, 'setLoginItemSettings' | 'getLoginItemSettings' | 'isPackaged'>;
  dialog: Pick<Dialog, 'showMessageBox'>;
  say: Say;
  settings: SettingsFile;
  /** The value of `process.platform`. */
  platform: string;
  argv: readonly string[];
  /** Whether the machine policy allows it. */
  isAllowed: () => boolean;
}

export class StartAtLogin {
  readonly #ports: StartAtLoginPorts;
  #isRegistered: boolean | undefined;
  #hasWork = false;

  constructor(ports: StartAtLoginPorts) {
    this.#ports = ports;
  }

  /** Linux has no one way to do it; during development it would start Electron without an app. */
  get #isPossible(): boolean {
    const { platform, electronApp, isAllowed } = this.#ports;
    return (platform === 'win32' || platform === 'darwin') && electronApp.isPackaged && isAllowed();
  }

  /** Whether the system has started the app, so that no person waits for its window. */
  get wasStartedAtLogin(): boolean {
    const { platform, electronApp, argv } = this.#ports;
    if (platform === 'darwin') return electronApp.getLoginItemSettings(itemOf(platform)).wasOpenedAtLogin;
    return platform === 'win32' && argv.includes(HIDDEN);
  }

  /** Call it when the activity may have changed: what has not ended and is not paused is a reason to start. */
  follow({ pausable }: Activity): void {
    this.#hasWork = pausable > 0;
    this.refresh();
  }

  /** Call it when the setting or the policy may have changed. */
  refresh(): void {
    const { electronApp, platform, settings } = this.#ports;
    if (platform !== 'win32' && platform !== 'darwin') return;
    const isWanted = this.#isPossible && this.#hasWork && settings.get(WISH) === true;
    if (isWanted === this.#isRegistered) return;
    // What an earlier run registered is taken back, too: only the system knows of it.
    const before = this.#isRegistered ?? electronApp.getLoginItemSettings(itemOf(platform)).openAtLogin;
    this.#isRegistered = isWanted;
    if (before !== isWanted) electronApp.setLoginItemSettings({ ...itemOf(platform), openAtLogin: isWanted });
  }

  /** Asks once, when the person has chosen to quit although files are being sent; returns that answer as it is. */
  async askOnce(asked: Promise<QuitAnswer>, window: BrowserWindow): Promise<QuitAnswer> {
    const answer = await asked;
    const { settings } = this.#ports;
    if (answer !== 'quit' || !this.#isPossible || settings.get(WISH) !== undefined) return answer;
    // Whatever becomes of the question, the person has chosen to quit; unanswered, it is asked the next time.
    await this.#askForWish(window).catch(() => {});
    return answer;
  }

  async #askForWish(window: BrowserWindow): Promise<void> {
    const { dialog, say, settings } = this.#ports;
    const { response } = await dialog.showMessageBox(window, say(wishQuestion));
    settings.set(WISH, response === 0);
    this.refresh();
  }
}

function wishQuestion(): MessageBoxOptions {
  return {
    type: 'question',
    message: message('Start Tranship when you sign in?'),
    detail: message(
      'Then sending continues by itself, without a window. Tranship starts only while files are waiting. You can change this in the settings; this question appears only once.',
    ),
    buttons: [message('Start at sign-in'), message('Do not start')],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  };
}

/** Windows finds an entry only with the arguments that it was made with. */
function itemOf(platform: 'win32' | 'darwin'): { args: string[] } | { type: 'mainAppService' } {
  return platform === 'win32' ? { args: [HIDDEN] } : { type: 'mainAppService' };
}
