/** @file What passes between a test and the double: how it is started, what the app did, what the test can do. */

import { z } from 'zod';

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The key store of macOS or Linux. Denied: it says that it can be used, and refuses each use. Locked: the same, until it is opened.
 * Lost: it works, with another key than last time, and not with those from before. Returned: those from before are back, and the
 * one of meanwhile is not there. Rotated: it works, opens what an older key sealed, and asks for it to
 * be sealed again. Asking: it asks the person, and answers nothing until that changes.
 */
export const keyStoreStates = [
  'working',
  'denied',
  'locked',
  'lost',
  'returned',
  'rotated',
  'absent',
  'asking',
] as const;
export type KeyStoreState = (typeof keyStoreStates)[number];

export interface KeyStoreOptions {
  state: KeyStoreState;
  /** Where its keys rest from one start to the next. */
  file: string;
  /** On Windows, whose keys it opens. */
  person: string;
  /** Linux only. */
  backend: 'basic_text' | 'gnome_libsecret' | 'kwallet6' | 'unknown';
}

export interface DoubleOptions {
  /** The WebSocket address of a Chromium, whose pages become the windows. */
  endpoint: string;
  /** The folder with package.json and what it names. */
  appFolder: string;
  /** The value of `process.resourcesPath`. */
  resourcesFolder: string;
  isPackaged: boolean;
  /** The value of `process.platform`. */
  platform: NodeJS.Platform;
  keyStore: KeyStoreOptions;
  /** Failing: the system takes none of them, and says so. */
  notifications: 'shown' | 'unsupported' | 'failing';
  /** What the system says where it cannot open a path; empty where it opens it. */
  openPathProblem: string;
  /** What Chromium finds for every address; empty where the lookup fails. */
  proxy: string;
  /** The work areas of the screens, the first one with the taskbar. */
  displays: Area[];
  /** Whether the system has started the app at sign-in (macOS). */
  wasOpenedAtLogin: boolean;
  /** Of the system, the best first. */
  languages: string[];
  /** Opened by the system before the app is ready (macOS). */
  openFiles: string[];
  /** The arguments after the program and, if it is not packaged, its folder. */
  arguments: string[];
}

/** What the app asked of the system: a dialog, a notification, a menu, … */
export const actSchema = z.looseObject({ kind: z.string() });
export type Act = z.infer<typeof actSchema>;

export const fromDoubleSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('act'), act: actSchema }),
  z.object({ type: z.literal('done'), id: z.number(), value: z.unknown() }),
  z.object({ type: z.literal('failed'), id: z.number(), error: z.string() }),
]);

export interface WindowSight {
  id: number;
  targetId: string;
  title: string;
  url: string;
  bounds: Area;
  isVisible: boolean;
  isFocused: boolean;
  isMinimized: boolean;
  isMaximized: boolean;
  backgroundColor: string;
  progress: number;
}

/** What a test can do, with what it needs and what comes back. */
export interface Commands {
  /** Answers the oldest dialog that waits, or the next one. */
  answerDialog: { input: { answer: object }; output: null };
  windows: { input: object; output: WindowSight[] };
  /** The person presses the window's own button. */
  closeWindow: { input: object; output: null };
  focusWindow: { input: object; output: null };
  blurWindow: { input: object; output: null };
  moveWindow: { input: { bounds: Area }; output: null };
  /** What the page shows, even if Playwright believes that it has gone. */
  pageText: { input: object; output: string };
  crashPage: { input: object; output: null };
  /** Electron's event for a page that answers no input. */
  pageHangs: { input: object; output: null };
  pageAnswers: { input: object; output: null };
  /**
   * Windows ends the session: it asks the window, and unless that delays it, tells it and ends the process as soon as the
   * listeners have returned, without any event of quitting. Others tell the power monitor.
   */
  sessionEnds: {
    input: { reasons: ('critical' | 'logoff' | 'close-app' | 'shutdown')[] };
    output: { isDelayed: boolean };
  };
  power: {
    input: { event: 'suspend' | 'resume' | 'shutdown' | 'lock-screen' | 'unlock-screen' };
    output: { isDelayed: boolean };
  };
  openFile: { input: { path: string }; output: null };
  activate: { input: object; output: null };
  /** Cmd+Q, or the command of a menu. */
  quit: { input: object; output: null };
  setDisplays: { input: { displays: Area[] }; output: null };
  setKeyStore: { input: { state: KeyStoreState }; output: null };
  setDark: { input: { isDark: boolean }; output: null };
  clickTray: { input: object; output: null };
  /** Labels from the menu bar or the tray downwards, without `&`. */
  chooseInMenu: { input: { labels: string[] }; output: null };
  chooseInTray: { input: { label: string }; output: null };
  trayLabels: { input: object; output: { toolTip: string; labels: string[]; disabled: string[] } };
  clickNotification: { input: { body: string }; output: null };
  /** Throws in the main process, from a timer. */
  throwInMain: { input: { message: string; isRejection: boolean }; output: null };
}
