/** @file How people write the values of a line. Pure. */

import { amountOfJson } from './amounts.ts';
import { isAmount } from './money-change.ts';

/** A text without its quotation marks, and an amount as a number of the language. @param json as `fieldsOf` spells it */
export const valueInWords = (json: string, path: string): string =>
  isAmount(path) && !json.startsWith('"') ? amountOfJson(json) : textInWords(json);

/** A text without its quotation marks. */
export const textInWords = (json: string): string => (json.startsWith('"') ? String(JSON.parse(json)) : json);
