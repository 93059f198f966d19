/**
 * @file The commands of the whole window and their keys: the palette, the shortcuts, the list of all keys and the desktop's
 * menu take them from here. Pure.
 *
 * Keys are written as `Mod+K` (Command on macOS, else Ctrl), `?`, or `G Q` for one key after the other.
 */

import { assertNever } from './errors.ts';
import { message } from './languages/message.ts';
import { type PageName, pages } from './pages.ts';

export const windowCommandNames = [
  'add-files',
  'show-commands',
  'show-shortcuts',
  'show-tour',
  'new-connection',
] as const;
export type WindowCommandName = (typeof windowCommandNames)[number];

interface WindowCommandKeys {
  /** Keys that the page itself listens to, in every shell. */
  keys?: string;
  /** Keys of the desktop's menu: in a browser they belong to the browser. */
  menuKeys?: string;
}

export const windowCommands: Readonly<Record<WindowCommandName, WindowCommandKeys>> = {
  'add-files': { menuKeys: 'Mod+O' },
  'show-commands': { keys: 'Mod+K' },
  'show-shortcuts': { keys: '?', menuKeys: 'F1' },
  'show-tour': {},
  'new-connection': {},
};

/** What each is called, in the language that is spoken when it is asked for. */
export function windowCommandTitle(command: WindowCommandName): string {
  switch (command) {
    case 'add-files':
      return message('Add files…');
    case 'show-commands':
      return message('Commands…');
    case 'show-shortcuts':
      return message('Keyboard shortcuts');
    case 'show-tour':
      return message('Show the tour');
    case 'new-connection':
      return message('New connection');
    default:
      return assertNever(command);
  }
}

/** The keys that lead to each page, everywhere but in a field. */
export const pageKeys: Readonly<Record<PageName, string>> = {
  queue: 'G Q',
  prepare: 'G P',
  overview: 'G O',
  history: 'G H',
  transactions: 'G T',
  rules: 'G R',
  observability: 'G B',
  connections: 'G C',
  team: 'G E',
  settings: 'G S',
};

/**
 * The keys of a page in the desktop's menu: its place, as far as there are digits, and for the settings what every system has for
 * them.
 */
export function menuKeysOfPage(page: PageName): string | undefined {
  if (page === 'settings') return 'Mod+,';
  const place = pages.filter((known) => known.page !== 'settings').findIndex((known) => known.page === page) + 1;
  return place > 9 ? undefined : `Mod+${place}`;
}

/** As Electron writes them. */
export const acceleratorOf = (keys: string): string => keys.replace('Mod', 'CmdOrCtrl');
