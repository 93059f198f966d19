/** @file The keys of the editor, as each system has them. */

import type { AppInfo } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { keysAsText } from '../shortcuts/keys.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';

/** Whether a key is pressed with that of commands. */
export function isCommand(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey;
}

/** Ctrl+S, or Ctrl+Enter. */
export const isSave = (event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'key'>): boolean =>
  isCommand(event) && (event.key.toLowerCase() === 's' || event.key === 'Enter');

export interface Shortcut {
  keys: string;
  meaning: string;
}

/** On the page of a line. */
export function shortcutsOf(platform: AppInfo['platform']): Shortcut[] {
  return lineEditorTexts.keys(keysAsText('Mod', platform), platform === 'macos' ? '⌥' : 'Alt');
}

/** Where a line is corrected beside the faults of its file. */
export function shortcutsByHand(platform: AppInfo['platform']): Shortcut[] {
  const command = keysAsText('Mod', platform);
  return [
    { keys: `${command}+S`, meaning: message('save') },
    { keys: `${command}+Enter`, meaning: message('save, then the next line') },
    { keys: 'Esc', meaning: message('back to the values') },
  ];
}
