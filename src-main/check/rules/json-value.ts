/**
 * @file JSON.parse with the keys that the text spells. V8 confuses keys: once an object with the key `\` was parsed, the
 * key `\u0061` of an object of the same form becomes `\` too, since the first characters of its spelling are compared and
 * not what it spells (nodejs/node#63785). So an escaped key is parsed under a name without escapes.
 */

import { afterSpace, COLON, endOfString, keyOf } from '../../ground/json/tokens.ts';

/** For text that others wrote, whose keys may be anything. Throws what JSON.parse throws. */
export function jsonValueOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!text.includes('\\')) return value;
  const { respelled, keys } = withoutEscapedKeys(text);
  return keys.size === 0 ? value : withKeys(JSON.parse(respelled), keys);
}

/**
 * A valid text with a name for each escaped key, and for each that spells the same without escapes, since the last of them counts;
 * and the key that each name stands for.
 */
function withoutEscapedKeys(text: string): { respelled: string; keys: ReadonlyMap<string, string> } {
  const escaped = new Set<string>();
  for (const { open, end } of keysIn(text, text.indexOf('\\')))
    if (text.slice(open, end).includes('\\')) escaped.add(keyOf(text.slice(open, end)));
  const prefix = textNotIn(text);
  const keys = new Map<string, string>();
  const pieces: string[] = [];
  let copied = 0;
  for (const { open, end } of escaped.size === 0 ? [] : keysIn(text)) {
    const key = keyOf(text.slice(open, end));
    if (!escaped.has(key)) continue;
    const name = `${prefix}${keys.size}`;
    keys.set(name, key);
    pieces.push(text.slice(copied, open), `"${name}"`);
    copied = end;
  }
  return { respelled: pieces.join('') + text.slice(copied), keys };
}

/** Where each key begins and ends, with its quotes. @param least keys that end before this position are left out */
function* keysIn(text: string, least = 0): Generator<{ open: number; end: number }> {
  for (let open = text.indexOf('"'); open !== -1; ) {
    const end = endOfString(text, open) + 1;
    // Only after a key comes a colon.
    if (end > least && text.charCodeAt(afterSpace(text, end)) === COLON) yield { open, end };
    open = text.indexOf('"', end);
  }
}

/** Some characters of private use, which no key of the text can begin with. */
function textNotIn(text: string): string {
  let tried = '\ue000';
  while (text.includes(tried)) tried += tried;
  return tried;
}

/** Gives the objects in a parsed value their keys, in the order of the text. Does not recurse: values may be nested deeply. */
function withKeys(value: unknown, keys: ReadonlyMap<string, string>): unknown {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const found = open.pop();
    if (typeof found !== 'object' || found === null) continue;
    const members = Object.entries(found);
    for (const [, member] of members) if (typeof member === 'object') open.push(member);
    if (Array.isArray(found) || !members.some(([key]) => keys.has(key))) continue;
    for (const [key] of members) Reflect.deleteProperty(found, key);
    for (const [key, member] of members) {
      // Assigning to `__proto__` would add no key.
      const property = { value: member, enumerable: true, configurable: true, writable: true };
      Object.defineProperty(found, keys.get(key) ?? key, property);
    }
  }
  return value;
}
