/** @file Everything that the shell shows outside the page, in a language that marks what went through the catalogue. */

import type { BrowserWindow, MenuItemConstructorOptions } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  activityOf,
  costOfQuitting,
  needingSentence,
  statusSentence,
} from '../../../src-main/shells/electron/activity.ts';
import {
  askToQuit,
  chooseFiles,
  chooseFolder,
  explainTray,
  save,
  showFailure,
} from '../../../src-main/shells/electron/dialogs.ts';
import { menuTemplate } from '../../../src-main/shells/electron/menu.ts';
import { StartAtLogin } from '../../../src-main/shells/electron/start-at-login.ts';
import { trayTemplate } from '../../../src-main/shells/electron/tray.ts';
import {
  askAboutPage,
  askAfterBreakdown,
  askWhenInUse,
  askWhereToSave,
} from '../../../src-main/shells/electron/trouble-dialogs.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { happeningOf, notificationOf, stopOf } from '../../../src-shared/happenings.ts';
import { languageFor } from '../../../src-shared/languages/languages.ts';
import { speak } from '../../../src-shared/languages/message.ts';
import { outsideOfBrackets, pseudoCatalogue } from '../../languages/pseudo.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { fullDisk, row, uploading } from '../rows.ts';

beforeAll(() => speak(languageFor('de', []), pseudoCatalogue()));
afterAll(() => speak(languageFor('en', []), {}));

/** Names, which no language translates. */
const names = /JSON Lines|CSV|\/[\w/.]+|findings\.csv|file-\d\.jsonl|Bank/g;
const untranslated = (texts: readonly string[]) =>
  texts.filter((text) => /\p{L}/u.test(outsideOfBrackets(text).replaceAll(names, '')));

/** The properties that a person reads, at any depth. */
function read(shown: unknown): string[] {
  if (Array.isArray(shown)) return shown.flatMap((one) => (typeof one === 'string' ? [one] : read(one)));
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([name, value]) => {
    if (/^(label|title|message|detail|buttonLabel|name|body)$/.test(name) && typeof value === 'string') return [value];
    return /^(submenu|buttons|filters)$/.test(name) ? read(value) : [];
  });
}

// Only passed on.
const window = { isDestroyed: () => false, isVisible: () => true } as unknown as BrowserWindow;

/** What a dialog shows; it is answered with the last button, or cancelled. */
async function shownBy(ask: (dialog: DialogDouble) => unknown): Promise<string[]> {
  const dialog = new DialogDouble();
  await ask(dialog);
  return dialog.texts;
}

class DialogDouble {
  readonly texts: string[] = [];
  readonly #note = (asked: unknown[]) => this.texts.push(...read(asked.at(-1)));
  showMessageBox = async (...asked: unknown[]) => {
    this.#note(asked);
    return { response: 0, checkboxChecked: false };
  };
  showOpenDialog = async (...asked: unknown[]) => {
    this.#note(asked);
    return { canceled: true, filePaths: [] };
  };
  showSaveDialog = async (...asked: unknown[]) => {
    this.#note(asked);
    return { canceled: true, filePath: '' };
  };
  showErrorBox = (...shown: string[]) => void this.texts.push(...shown);
}

const error = new AppError('file.not-a-file', { path: '/a/b.jsonl' });

describe('In the language of the page', () => {
  it.each(['win32', 'darwin', 'linux'])('is the whole menu on %s', (platform) => {
    const nothing = () => {};
    const ports = { addFiles: nothing, showPage: nothing, run: nothing, showDataFolder: nothing };
    const template = menuTemplate({ ...ports, platform, isPackaged: true });
    const wordless = (items: MenuItemConstructorOptions[]): unknown[] =>
      items.flatMap(({ type, label, role, submenu }) => [
        ...(type === undefined && label === undefined && role !== 'appMenu' ? [role] : []),
        ...(Array.isArray(submenu) ? wordless(submenu) : []),
      ]);
    expect(untranslated(read(template))).toEqual([]);
    // Electron would give it English words.
    expect(wordless(template)).toEqual([]);
  });

  it('is the tray, whatever the queue does', () => {
    const busy = activityOf([uploading(1, 500), row(2, { state: 'checking' }), row(3, { state: 'held' })], false);
    const states = [activityOf([], false), busy].map((activity) => ({
      status: statusSentence(activity),
      canPause: true,
      canResume: true,
    }));
    const actions = { show: () => {}, pauseAll: () => {}, resumeAll: () => {}, quit: () => {} };
    expect(untranslated(states.flatMap((state) => read(trayTemplate(state, actions))))).toEqual([]);
    expect(untranslated([needingSentence(busy)])).toEqual([]);
  });

  it.each<[string, (dialog: DialogDouble) => unknown]>([
    ['choosing files', (dialog) => chooseFiles(dialog, window)],
    ['choosing a folder to watch', (dialog) => chooseFolder(dialog, window, 'watch')],
    ['choosing a folder to save in', (dialog) => chooseFolder(dialog, window, 'save')],
    ['saving', (dialog) => save(dialog, window, 'findings.csv', async () => {})],
    [
      'the question before quitting',
      (d) => askToQuit(d, window, costOfQuitting(activityOf([uploading(1, 9)], false)) ?? ''),
    ],
    ['what the tray is, on Windows', (dialog) => explainTray(dialog, window, 'win32')],
    ['what the tray is, on macOS', (dialog) => explainTray(dialog, window, 'darwin')],
    ['a failure', (dialog) => showFailure(dialog, error)],
    ['that the queue is in use', (dialog) => askWhenInUse(dialog, inUse, { isElsewhere: true })],
    ['a page that does not load', (d) => askAboutPage(d, window, 'not-loaded', new AbortController().signal)],
    ['a page that crashes', (d) => askAboutPage(d, window, 'crashed', new AbortController().signal)],
    ['a page that hangs', (d) => askAboutPage(d, window, 'unresponsive', new AbortController().signal)],
    ['a breakdown', (dialog) => askAfterBreakdown(dialog, window, error, undefined)],
    ['a breakdown, once it is saved', (d) => askAfterBreakdown(d, window, error, { kind: 'saved', path: '/a.zip' })],
    ['a breakdown that is not saved', (d) => askAfterBreakdown(d, window, error, { kind: 'failed', error })],
    ['saving for support', (dialog) => askWhereToSave(dialog, undefined, '/a.zip')],
    ['the question about the sign-in', (dialog) => login(dialog).askOnce(Promise.resolve('quit'), window)],
  ])('is the dialog: %s', async (_which, ask) => {
    const texts = await shownBy(ask);
    expect(texts).not.toEqual([]);
    expect(untranslated(texts)).toEqual([]);
  });

  it('is every notification', () => {
    const states = ['processed', 'rejected', 'failed', 'held', 'check-failed', 'checked'] as const;
    const happenings = states.flatMap((state, at) => happeningOf(undefined, row(at + 1, { state })) ?? []);
    const stopped = stopOf(fullDisk);
    const contents = [
      ...happenings.map((one) => notificationOf([one])),
      ...[happenings, happenings.slice(0, 2), stopped === undefined ? [] : [stopped]].map(notificationOf),
    ];
    expect(happenings).toHaveLength(states.length);
    expect(untranslated(read(contents))).toEqual([]);
  });
});

const inUse = new AppError('queue.locked', { folder: '/data', holder: 'the Tranship window (process 7)' });

const asNotRegistered = () => ({
  openAtLogin: false,
  openAsHidden: false,
  wasOpenedAtLogin: false,
  wasOpenedAsHidden: false,
  restoreState: false,
  status: 'enabled' as const,
  executableWillLaunchAtLogin: false,
  launchItems: [],
});

function login(dialog: DialogDouble): StartAtLogin {
  return new StartAtLogin({
    electronApp: { isPackaged: true, setLoginItemSettings: () => {}, getLoginItemSettings: asNotRegistered },
    dialog,
    say: (make) => make(),
    settings: new MemorySettings(),
    platform: 'win32',
    argv: [],
    isAllowed: () => true,
  });
}
