/**
 * @file Why a text is not JSON, in the language that is spoken. V8 says it in English, in a few forms. What is not among them
 * stays as it came.
 */

import { message } from '../languages/message.ts';

/** What V8 says before “in JSON at position 7 (line 1 column 8)”, and what it means. */
const faults: readonly (readonly [form: RegExp, tell: () => string])[] = [
  [/^Expected ',' or '\}' after property value$/, () => message('a comma or a closing brace is missing')],
  [/^Expected ',' or '\]' after array element$/, () => message('a comma or a closing bracket is missing')],
  [
    /^Expected (?:property name or '\}'|double-quoted property name)$/,
    () => message('the name of a field in double quotation marks is missing'),
  ],
  [/^Expected ':' after property name$/, () => message('a colon is missing after the name of a field')],
  [/^Bad control character in string literal$/, () => message('a text contains a control character')],
  [/^Unterminated string$/, () => message('a text has no quotation mark at its end')],
  [
    /^Bad (?:escaped character|Unicode escape)$/,
    () => message('a backslash is followed by what must not stand after one'),
  ],
  [/^Unexpected string$/, () => message('a text stands where none belongs')],
  [
    /^(?:Unexpected number|Unterminated fractional number|No number after minus sign|Exponent part is missing a number)$/,
    () => message('a number is not written as JSON allows it'),
  ],
  [/^Unexpected non-whitespace character after$/, () => message('something follows after the end')],
];

/** With the position in the text, and where it has several lines, its line and the character there. */
const PLACED = /^(.{1,60}?)(?: in)? JSON at position (\d{1,10})(?: \(line (\d{1,10}) column (\d{1,10})\))?$/;
const TOKEN = /^Unexpected token '(.{1,2})', (.{1,120}) is not valid JSON$/su;

/** The message of a SyntaxError of `JSON.parse`, in words. Characters are counted from 1. */
export function jsonFaultInWords(reason: string): string {
  if (reason === 'Unexpected end of JSON input') return message('the end is missing');
  const token = TOKEN.exec(reason);
  if (token !== null) {
    const [, sign = '', excerpt = ''] = token;
    return message('“{sign}” does not belong where it stands in {excerpt}', { sign, excerpt });
  }
  const [, said = '', position = '', line, column] = PLACED.exec(reason) ?? [];
  const fault = faults.find(([form]) => form.test(said))?.[1]();
  if (fault === undefined) return reason;
  return line === undefined || column === undefined
    ? message('{fault} (character {at, number})', { fault, at: Number(position) + 1 })
    : message('{fault}, line {line, number}, character {at, number}', {
        fault,
        line: Number(line),
        at: Number(column),
      });
}
