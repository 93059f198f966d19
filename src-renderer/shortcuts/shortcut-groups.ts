/** @file All keys in groups, for the list of shortcuts. Pure. */

import type { AppInfo } from '../../src-shared/contract.ts';
import { pagesThere } from '../../src-shared/pages.ts';
import {
  menuKeysOfPage,
  pageKeys,
  windowCommandNames,
  windowCommands,
  windowCommandTitle,
} from '../../src-shared/window-commands.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';

export interface ShortcutGroup {
  group: 'window' | 'pages' | 'list' | 'preparing' | 'editor';
  title: string;
  /** Several keys do the same. */
  shortcuts: { meaning: string; keys: readonly string[] }[];
}

export interface ShortcutSituation {
  shell: AppInfo['shell'];
  /** Keys without Ctrl or Command do something. */
  singleStrokes: boolean;
  /** A team ledger is named. */
  isInTeam: boolean;
}

export function shortcutGroups({ shell, singleStrokes, isInTeam }: ShortcutSituation): ShortcutGroup[] {
  const { groups, list } = shortcutTexts;
  const possible = (keys: string | undefined, menuKeys: string | undefined): string[] => [
    ...(shell === 'electron' && menuKeys !== undefined ? [menuKeys] : []),
    ...(keys !== undefined && (singleStrokes || keys.startsWith('Mod+')) ? [keys] : []),
  ];
  const all: ShortcutGroup[] = [
    {
      group: 'window',
      title: groups.window,
      shortcuts: windowCommandNames.map((command) => {
        const { keys, menuKeys } = windowCommands[command];
        return { meaning: windowCommandTitle(command), keys: possible(keys, menuKeys) };
      }),
    },
    {
      group: 'pages',
      title: groups.pages,
      shortcuts: pagesThere(isInTeam).map(({ page, title }) => ({
        meaning: title,
        keys: possible(pageKeys[page], menuKeysOfPage(page)),
      })),
    },
    {
      group: 'list',
      title: groups.list,
      shortcuts: [
        { meaning: list.move, keys: ['↑', '↓'] },
        { meaning: list.ends, keys: ['Home', 'End'] },
        { meaning: list.fold, keys: ['→', '←'] },
        { meaning: list.open, keys: ['Enter'] },
        { meaning: list.select, keys: ['Space'] },
        { meaning: list.range, keys: ['Shift+Space', 'Shift+↓'] },
        { meaning: list.all, keys: ['Mod+A'] },
        { meaning: list.end, keys: ['Delete'] },
        { meaning: list.clear, keys: ['Escape'] },
      ],
    },
    { group: 'preparing', title: groups.preparing, shortcuts: preparingKeys() },
    {
      group: 'editor',
      title: groups.editor,
      shortcuts: lineEditorTexts
        .keys('Mod', 'Alt')
        .map(({ keys, meaning }) => ({ meaning: asTitle(meaning), keys: [keys] })),
    },
  ];
  return all
    .map((one) => ({ ...one, shortcuts: one.shortcuts.filter(({ keys }) => keys.length > 0) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

const asTitle = (meaning: string): string => `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`;

/** Of the table in which a person decides which column makes which field. */
export const preparingKeys = (): { meaning: string; keys: readonly string[] }[] => {
  const { preparing } = shortcutTexts;
  return [
    { meaning: preparing.move, keys: ['↑', '↓'] },
    { meaning: preparing.field, keys: ['Enter'] },
    { meaning: preparing.settings, keys: ['F2'] },
    { meaning: preparing.finding, keys: ['F8'] },
    { meaning: preparing.undo, keys: ['Mod+Z'] },
    { meaning: preparing.prepare, keys: ['Mod+Enter'] },
  ];
};
