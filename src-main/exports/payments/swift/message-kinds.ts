/** @file Which messages of SWIFT MT have transactions. Pure. */

export const swiftTitles: Readonly<Record<string, string>> = {
  '103': 'Credit transfer',
  '940': 'Bank statement',
  '942': 'Account report',
};

/** The blocks in front of a message, with its type in the second one. */
const HEADER = /^\s*\{1:[^}]*\}\s*(?:\{2:[IO](\d{3})[^}]*\})?/;
/** A statement that a bank hands out without blocks: its reference, and its account behind that. */
const BARE_STATEMENT = /^(?::20:[^\r\n]*\r?\n)(?::21:[^\r\n]*\r?\n)?:25P?:/m;
const BARE_TRANSFER = /^:20:[^\r\n]*\r?\n(?::1[35]\w?:[^\r\n]*\r?\n)*:23B:/m;
const WITHIN = 4096;
const MOST_MARKS = 16;

/** The type of the first message of a text, such as 940; undefined where it is none of SWIFT MT. */
export function swiftTypeOf(text: string): string | undefined {
  // A file of FIN may have a mark in front of its first message.
  const first = text.slice(0, MOST_MARKS).indexOf('{1:');
  const start = text.slice(Math.max(0, first), WITHIN);
  const header = HEADER.exec(start);
  if (header?.[1] !== undefined) return header[1];
  if (BARE_TRANSFER.test(start)) return '103';
  if (BARE_STATEMENT.test(start)) return /^:(?:34F|13D):/m.test(start) ? '942' : '940';
  return header === null ? undefined : '';
}
