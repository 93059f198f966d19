/** @file The keys of the editor, as each system has them. */

import type { AppInfo } from '../../src-shared/contract.ts';
import { lineEditorTexts } from '../texts/line-editor.ts';

/** Whether a key is pressed with that of commands. */
export function isCommand(event: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey;
}

export function shortcutsOf(platform: AppInfo['platform']) {
  return platform === 'macos' ? lineEditorTexts.keys('⌘', '⌥') : lineEditorTexts.keys('Ctrl', 'Alt');
}
