/** @file The keys of the editor, as each system has them. */

import type { AppInfo } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { keysAsText, type Pressed } from '../shortcuts/keys.ts';

/** Whether a key is pressed with that of commands. */
export function isCommand(event: Pick<Pressed, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey;
}

/** Ctrl+S, or Ctrl+Enter. */
export const isSave = (event: Pick<Pressed, 'ctrlKey' | 'metaKey' | 'altKey' | 'key'>): boolean =>
  isCommand(event) && (event.key.toLowerCase() === 's' || event.key === 'Enter');

export interface Shortcut {
  keys: string;
  meaning: string;
}

/** On the page of a line, as keys are written. */
export const lineKeys = (): Shortcut[] => [
  { keys: 'Mod+S', meaning: message('save') },
  { keys: 'Alt+↓', meaning: message('next faulty line') },
  { keys: 'Alt+↑', meaning: message('previous faulty line') },
  { keys: 'Mod+Z', meaning: message('undo') },
  { keys: 'Mod+Delete', meaning: message('remove the field') },
  { keys: 'F8', meaning: message('next finding') },
];

/** On the page of a line. */
export function shortcutsOf(platform: AppInfo['platform']): Shortcut[] {
  return shownOn(platform, lineKeys());
}

/** Where a line is corrected beside the faults of its file. */
export function shortcutsByHand(platform: AppInfo['platform']): Shortcut[] {
  return shownOn(platform, [
    { keys: 'Mod+S', meaning: message('save') },
    { keys: 'Mod+Enter', meaning: message('save, then the next line') },
    { keys: 'Mod+Z', meaning: message('undo') },
    { keys: 'Mod+Delete', meaning: message('remove the field') },
    { keys: 'Escape', meaning: message('save, then back to the values') },
  ]);
}

const shownOn = (platform: AppInfo['platform'], all: readonly Shortcut[]): Shortcut[] =>
  all.map(({ keys, meaning }) => ({ keys: keysAsText(keys, platform), meaning }));
