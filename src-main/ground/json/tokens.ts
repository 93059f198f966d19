/**
 * @file The tokens of JSON text, for all that walks through it because JSON.parse would lose a spelling or a place. The positions in the
 * bytes of a line are those in its text as latin1. Pure.
 */

export const QUOTE = 0x22;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_LIST = 0x5d;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;

/** The sources of regular expressions. Neither goes back, so that a long text takes no longer than its length. */
export const TEXT = String.raw`"[^"\\]*(?:\\.[^"\\]*)*"`;
export const NUMERAL = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;

/** The position of the quote that closes the string opened at `open`; behind the text where none does. */
export function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** The key that a quoted string spells. */
export function keyOf(quoted: string): string {
  return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
}

export const opens = (code: number | undefined): boolean => code === OPEN_OBJECT || code === OPEN_LIST;
export const closes = (code: number | undefined): boolean => code === CLOSE_OBJECT || code === CLOSE_LIST;

/** What JSON takes for space. */
export function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}

export function afterSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** The position behind the object or list opened at `open`; undefined where it is not closed. */
export function afterBrackets(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (opens(code)) depth++;
    else if (closes(code) && --depth === 0) return at + 1;
  }
  return undefined;
}
