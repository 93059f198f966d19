/**
 * @file Finds keys that occur twice in an object of a line. JSON.parse keeps the last one silently, so the keys in the
 * text are counted against the keys in the parsed value, and searched for only where the counts differ. Nothing here
 * recurses: a line may be nested deeper than the stack.
 */

import { fact } from '../../../src-shared/languages/fact.ts';
import {
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  endOfString,
  keyOf,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from '../../ground/json/tokens.ts';
import { type Complaint, shorten, shown } from '../findings/finding.ts';

/** How many duplicate keys of one line are reported individually. */
const MOST_NAMED = 10;
/** Outer and inner keys shown of a deeply nested path. */
const SHOWN_OUTER = 8;
const SHOWN_INNER = 2;

/**
 * Complains about duplicate keys of a line. `text` must have been accepted by JSON.parse, and `value` be its result:
 * then each colon outside a string belongs to one key.
 */
export function duplicateKeys(text: string, value: unknown): Complaint[] {
  return countKeysInText(text) === countKeysInValue(value) ? [] : nameDuplicates(text);
}

function countKeysInText(text: string): number {
  let keys = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COLON) keys++;
    else if (code === QUOTE) at = endOfString(text, at);
  }
  return keys;
}

/**
 * Remembers a place for each level, not each value: a line may have millions of values, for which a thread that judges
 * has no room besides the values themselves.
 */
function countKeysInValue(value: unknown): number {
  let keys = 0;
  const open: Children[] = [];
  let children: Children | undefined = { values: [value], next: 0 };
  while (children !== undefined) {
    if (children.next === children.values.length) {
      children = open.pop();
      continue;
    }
    const child = children.values[children.next++];
    if (typeof child !== 'object' || child === null) continue;
    // The last child needs no place to come back to, which keeps the list short for lines that are nested deeply.
    if (children.next < children.values.length) open.push(children);
    const values: readonly unknown[] = Array.isArray(child) ? child : Object.values(child);
    if (!Array.isArray(child)) keys += values.length;
    children = { values, next: 0 };
  }
  return keys;
}

/** The values of an object or list, and which of them comes next. */
interface Children {
  values: readonly unknown[];
  next: number;
}

/** An object or list of the text that is still open. */
interface Level {
  /** The keys seen so far; undefined in a list. */
  keys: Set<string> | undefined;
  /** The key, or the index in the list, that is being read. */
  current: string | number;
  /** True where a string is a key, not a value. */
  expectsKey: boolean;
}

function nameDuplicates(text: string): Complaint[] {
  const complaints: Complaint[] = [];
  let more = 0;
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const level = levels.at(-1);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (level?.keys !== undefined && level.expectsKey) {
        const key = keyOf(text.slice(at, end + 1));
        level.current = key;
        level.expectsKey = false;
        if (level.keys.has(key)) {
          if (complaints.length < MOST_NAMED) complaints.push(complaint(levels, key));
          else more++;
        }
        level.keys.add(key);
      }
      at = end;
    } else if (code === OPEN_OBJECT) levels.push({ keys: new Set(), current: '', expectsKey: true });
    else if (code === OPEN_LIST) levels.push({ keys: undefined, current: 0, expectsKey: false });
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) levels.pop();
    else if (code === COMMA && level !== undefined) {
      if (typeof level.current === 'number') level.current++;
      else level.expectsKey = true;
    }
  }
  return more === 0 ? complaints : [...complaints, furtherOnes(more)];
}

function furtherOnes(count: number): Complaint {
  const message = fact(
    '{count, plural, one {# more key appears} other {# more keys appear}} more than once in an object of this line.',
    { count },
  );
  return { rule: 'json.duplicate-key', path: '', message };
}

function complaint(levels: readonly Level[], key: string): Complaint {
  const deep = levels.length > SHOWN_OUTER + SHOWN_INNER;
  const shownLevels = deep ? [...levels.slice(0, SHOWN_OUTER), ...levels.slice(-SHOWN_INNER)] : levels;
  const keys = shownLevels.map((level) => String(level.current));
  if (deep) keys.splice(SHOWN_OUTER, 0, '…');
  const message = fact('The key {key} appears more than once in one object; only its last value counts.', {
    key: shown(key),
  });
  return { rule: 'json.duplicate-key', path: shorten(keys.join('.'), 200), message };
}
