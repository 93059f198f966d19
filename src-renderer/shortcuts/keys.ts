/** @file Keys as they are written (`Mod+K`, `?`, `G Q`), as they are shown, and as they are pressed. Pure. */

import type { AppInfo } from '../../src-shared/contract.ts';
import { shortcutTexts } from '../texts/shortcuts.ts';

type Platform = AppInfo['platform'];

/** The keys of each stroke, in the words of the platform: `G Q` → [["G"], ["Q"]], `Mod+K` → [["Ctrl", "K"]]. */
export function shownKeys(keys: string, platform: Platform): string[][] {
  return keys.split(' ').map((stroke) => partsOf(stroke).map((part) => shownKey(part, platform)));
}

/** As one text for a tooltip: “Ctrl+K”, “G Q”. */
export function keysAsText(keys: string, platform: Platform): string {
  return shownKeys(keys, platform)
    .map((stroke) => stroke.join(platform === 'macos' ? '' : '+'))
    .join(' ');
}

/** As `aria-keyshortcuts` has them; undefined for keys one after the other, which it cannot say. */
export function ariaKeys(keys: string, platform: Platform): string | undefined {
  if (keys.includes(' ')) return undefined;
  return keys.replace('Mod', platform === 'macos' ? 'Meta' : 'Control');
}

const partsOf = (stroke: string): string[] => (stroke === '+' ? ['+'] : stroke.split('+'));

function shownKey(part: string, platform: Platform): string {
  const isMac = platform === 'macos';
  if (part === 'Mod') return isMac ? '⌘' : shortcutTexts.keys.Ctrl;
  if (part === 'Alt') return isMac ? '⌥' : part;
  if (part === 'Shift') return isMac ? '⇧' : shortcutTexts.keys.Shift;
  const names: Readonly<Record<string, string>> = shortcutTexts.keys;
  return names[part] ?? part;
}

/** What the page looks at in a key that was pressed. */
export interface Pressed {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Ctrl+Z. */
export const isUndo = (pressed: Omit<Pressed, 'code'> & { shiftKey: boolean }): boolean =>
  (pressed.ctrlKey || pressed.metaKey) && !pressed.altKey && !pressed.shiftKey && pressed.key.toLowerCase() === 'z';

/**
 * The stroke that a key means, as keys are written; undefined with keys that no shortcut has. On a keyboard without Latin
 * letters, the place of the key counts.
 */
export function strokeOf({ key, code, ctrlKey, metaKey, altKey }: Pressed, platform: Platform): string | undefined {
  if (altKey) return undefined;
  const [command, other] = platform === 'macos' ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  if (other) return undefined;
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  const isLetter = /^\p{L}$/u.test(key);
  const isLatin = /^[a-z]$/i.test(key);
  const name = isLetter && !isLatin && place !== undefined ? place : key.length === 1 ? key.toUpperCase() : key;
  return command ? `Mod+${name}` : name;
}
