/** @file Navigates the text of a line that JSON.parse has accepted. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The position of the quote that closes the string opened at `open`. */
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
