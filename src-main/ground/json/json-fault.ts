/** @file Why a text is not JSON. V8 says it in English, in a few forms; what is not among them stays as it came. Pure. */

import { type Fact, fact, type Said } from '../../../src-shared/languages/fact.ts';

/** What V8 says before “in JSON at position 7 (line 1 column 8)”, and what it means. */
const faults: readonly (readonly [form: RegExp, fault: Fact])[] = [
  [/^Expected ',' or '\}' after property value$/, fact('a comma or a closing brace is missing')],
  [/^Expected ',' or '\]' after array element$/, fact('a comma or a closing bracket is missing')],
  [
    /^Expected (?:property name or '\}'|double-quoted property name)$/,
    fact('the name of a field in double quotation marks is missing'),
  ],
  [/^Expected ':' after property name$/, fact('a colon is missing after the name of a field')],
  [/^Bad control character in string literal$/, fact('a text contains a control character')],
  [/^Unterminated string$/, fact('a text has no quotation mark at its end')],
  [/^Bad (?:escaped character|Unicode escape)$/, fact('a backslash is followed by what must not stand after one')],
  [/^Unexpected string$/, fact('a text stands where none belongs')],
  [
    /^(?:Unexpected number|Unterminated fractional number|No number after minus sign|Exponent part is missing a number)$/,
    fact('a number is not written as JSON allows it'),
  ],
  [/^Unexpected non-whitespace character after$/, fact('something follows after the end')],
];

/** With the position in the text, and where it has several lines, its line and the character there. */
const PLACED = /^(.{1,60}?)(?: in)? JSON at position (\d{1,10})(?: \(line (\d{1,10}) column (\d{1,10})\))?$/;
const TOKEN = /^Unexpected token '(.{1,2})', (.{1,120}) is not valid JSON$/su;

/** What a failed `JSON.parse` says: the rest of a sentence. Characters are counted from 1. */
export function jsonFault(thrown: unknown): Said {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  if (reason === 'Unexpected end of JSON input') return fact('the end is missing');
  const token = TOKEN.exec(reason);
  if (token !== null) {
    const [, sign = '', excerpt = ''] = token;
    return fact('“{sign}” does not belong where it stands in {excerpt}', { sign, excerpt });
  }
  const [, said = '', position = '', line, column] = PLACED.exec(reason) ?? [];
  const fault = faults.find(([form]) => form.test(said))?.[1];
  if (fault === undefined) return reason;
  return line === undefined || column === undefined
    ? fact('{fault} (character {at, number})', { fault, at: Number(position) + 1 })
    : fact('{fault}, line {line, number}, character {at, number}', {
        fault,
        line: Number(line),
        at: Number(column),
      });
}
