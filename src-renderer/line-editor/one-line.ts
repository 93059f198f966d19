/**
 * @file Between a line of a file and the text that a person edits. Works on the text itself: the spelling of numbers, the
 * escapes and the order of the keys stay as they are. Pure.
 */

import { isJson } from '../../src-shared/json-in.ts';
import { layOut } from '../json-text/json-layout.ts';

/** The line as it is edited: laid out, or unchanged if it is no JSON. */
export function laidOut(line: string): string {
  const layout = layOut(line, '');
  if (layout.kind === 'raw') return line;
  return layout.rows.map(({ depth, text }) => '  '.repeat(depth) + text).join('\n');
}

/** A string, or what is blank between other tokens. */
const stringOrBlanks = /"[^"\\]*(?:\\.[^"\\]*)*"|[ \t\n\r]+/g;

/**
 * An edited text as a line: JSON without its blanks; of other text, only line breaks become tabs, since a string may not hold
 * either: what is no JSON does not become JSON.
 */
export function asOneLine(text: string): string {
  if (!isJson(text)) return text.replaceAll(/[\r\n]+[ \t]*/g, '\t');
  return text.replaceAll(stringOrBlanks, (token) => (token.startsWith('"') ? token : ''));
}
