/**
 * @file The one place where text from elsewhere is made harmless to look at. It comes from replies, file names and arguments; a
 * terminal obeys what is in it, a reader is shown it in another order, and a spreadsheet calculates with it. So everything
 * invisible is shown as what it is. Each way to a person's eyes goes through here: terminal, window, notifications, pages to
 * print, CSV, logs and syslog. JSON keeps its value. Pure.
 */

/**
 * What a person cannot see and a terminal may obey: controls (C0, C1), format characters (directions, joiners, zero width,
 * tags), line and paragraph separators, halves of surrogate pairs, and fillers that look like nothing.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text as one line in which everything can be seen: `\x1b`, `\u202e`, `\n`. */
export function visible(text: string): string {
  return text.replace(invisible, (character) => {
    const number = character.codePointAt(0) ?? 0;
    const digits = number.toString(16);
    if (number <= 0xff) return short[character] ?? `\\x${digits.padStart(2, '0')}`;
    return number <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\u{${digits}}`;
  });
}

/** Whether all of it can be seen already. */
export function isVisible(text: string): boolean {
  return text.search(invisible) === -1;
}

/** A text of our own that is laid out by line ends and tabs, which steer nothing, with all between them seen through the gate. */
export function visibleLines(text: string): string {
  return text
    .split(/(\r\n|[\n\t])/)
    .map((part) => (/^[\r\n\t]+$/.test(part) ? part : visible(part)))
    .join('');
}

/** A value as JSON on one line that is harmless to look at too, and reads as the same value. */
export function visibleJson(value: unknown): string {
  return visibleInJson(JSON.stringify(value));
}

/** The same for a text that is JSON already. */
export function visibleInJson(json: string): string {
  return json.replace(invisible, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}
