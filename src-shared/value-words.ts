/** @file How people write the values of a line. Pure. */

import { amountOfJson } from './amounts.ts';
import { fieldInFull } from './field-words.ts';
import { fieldsOf } from './json-fields.ts';
import { isAmount } from './money-change.ts';

/** A text without its quotation marks, and an amount as a number of the language. @param json as `fieldsOf` spells it */
export const valueInWords = (json: string, path: string): string =>
  isAmount(path) && !json.startsWith('"') ? amountOfJson(json) : textInWords(json);

/** Each field of a line in words beside its value; undefined for what has no fields that can be told apart. */
export function lineInWords(line: string): { path: string; name: string; value: string }[] | undefined {
  const fields = fieldsOf(line);
  return (
    fields && [...fields].map(([path, json]) => ({ path, name: fieldInFull(path), value: valueInWords(json, path) }))
  );
}

/** A text without its quotation marks. */
export const textInWords = (json: string): string => (json.startsWith('"') ? String(JSON.parse(json)) : json);
