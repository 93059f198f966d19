/** @file All keys in groups, for the list of shortcuts. Pure. */

import type { AppInfo } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { pagesThere } from '../../src-shared/pages.ts';
import {
  menuKeysOfPage,
  pageKeys,
  windowCommandNames,
  windowCommands,
  windowCommandTitle,
} from '../../src-shared/window-commands.ts';
import { lineKeys } from '../line-editor/shortcuts.ts';
import { actionKeys } from '../steps/action-keys.ts';
import { type Action, isWay } from '../steps/next-steps.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';
import { stepWords, wayWords } from '../texts/steps.ts';

export interface ShortcutGroup {
  group: 'window' | 'pages' | 'list' | 'actions' | 'preparing' | 'correcting' | 'editor';
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
  const { groups } = shortcutTexts;
  const possible = (keys: string | undefined, menuKeys: string | undefined): string[] => [
    ...(shell === 'electron' && menuKeys !== undefined ? [menuKeys] : []),
    ...(keys !== undefined && (singleStrokes || keys.startsWith('Mod+')) ? [keys] : []),
  ];
  const all: ShortcutGroup[] = [
    {
      group: 'window',
      title: message('Everywhere'),
      shortcuts: windowCommandNames.map((command) => {
        const { keys, menuKeys } = windowCommands[command];
        return { meaning: windowCommandTitle(command), keys: possible(keys, menuKeys) };
      }),
    },
    {
      group: 'pages',
      title: message('Go to a page'),
      shortcuts: pagesThere(isInTeam).map(({ page, title }) => ({
        meaning: title,
        keys: possible(pageKeys[page], menuKeysOfPage(page)),
      })),
    },
    {
      group: 'list',
      title: message('In the list of submissions'),
      shortcuts: [
        { meaning: message('Go up and down'), keys: ['↑', '↓'] },
        { meaning: message('First and last submission'), keys: ['Home', 'End'] },
        { meaning: message('Show or hide the batches'), keys: ['→', '←'] },
        { meaning: message('Open the submission'), keys: ['Enter'] },
        { meaning: message('Select, or select no longer'), keys: ['Space'] },
        { meaning: message('Select as far as here'), keys: ['Shift+Space', 'Shift+↓'] },
        { meaning: message('Select all that are shown'), keys: ['Mod+A'] },
        { meaning: message('All that can be done with it'), keys: ['Shift+F10'] },
        { meaning: message('Clear the selection'), keys: ['Escape'] },
        { meaning: message('Bring back what was just removed'), keys: ['Mod+Z'] },
      ],
    },
    {
      group: 'actions',
      title: message('With a submission, in the list or on its page'),
      shortcuts: [
        { meaning: message('Cancel it, or remove it once it has ended'), keys: ['Delete'] },
        ...listed.map((action) => ({ meaning: wordsOf(action), keys: singleStrokes ? [actionKeys[action]] : [] })),
      ],
    },
    { group: 'preparing', title: groups.preparing, shortcuts: preparingKeys() },
    {
      group: 'correcting',
      title: message('While correcting a file'),
      shortcuts: [
        { meaning: message('Next and previous kind of faults'), keys: ['Alt+↓', 'Alt+↑'] },
        { meaning: message('Undo'), keys: ['Mod+Z'] },
        { meaning: message('Redo'), keys: ['Mod+Shift+Z'] },
        { meaning: message('Correct and send'), keys: ['Mod+Enter'] },
      ],
    },
    {
      group: 'editor',
      title: message('While correcting a line'),
      shortcuts: lineKeys().map(({ keys, meaning }) => ({ meaning: asTitle(meaning), keys: [keys] })),
    },
  ];
  return all
    .map((one) => ({ ...one, shortcuts: one.shortcuts.filter(({ keys }) => keys.length > 0) }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
}

/** The actions that have a key of their own; those that share one are listed once. */
const listed = [
  'send',
  'pause',
  'retry',
  'tryNow',
  'correct',
  'seeErrors',
  'seeWarnings',
  'readReport',
  'seeBatches',
  'seeEarlier',
  'openConnection',
  'openNetwork',
  'allowHost',
] as const satisfies readonly Action[];

function wordsOf(action: (typeof listed)[number]): string {
  if (action === 'pause') return message('Pause, or resume');
  if (action === 'tryNow') return message('Try now, or send now');
  return isWay(action) ? wayWords[action].label : stepWords[action].label;
}

const asTitle = (meaning: string): string => `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`;

/** Of the table in which a person decides which column makes which field. */
export const preparingKeys = (): { meaning: string; keys: readonly string[] }[] => {
  return [
    { meaning: message('Go up and down'), keys: ['↑', '↓'] },
    { meaning: message('Choose the field; letters find it'), keys: ['Enter'] },
    { meaning: message('How it is read'), keys: ['F2'] },
    { meaning: message('Next finding'), keys: ['F8'] },
    { meaning: message('Undo the last step'), keys: ['Mod+Z'] },
    { meaning: message('Prepare'), keys: ['Mod+Enter'] },
  ];
};
