/** @file Reads a transaction's amount, currency and date for the totals of the file. */

import { type Buffer, isUtf8 } from 'node:buffer';
import { COLON, closes, endOfString, keyOf, opens, QUOTE } from '../../ground/json/tokens.ts';
import { isJsonObject, type JsonObject, valueAt } from './json-object.ts';
import { jsonValueOf } from './json-value.ts';

/** Values of `modification`; undefined where one is missing or has another type. They are not judged here. */
export interface Figures {
  /** As spelled in the line, because JSON.parse would round it. */
  amount: string | undefined;
  currency: string | undefined;
  createdAt: string | undefined;
}

/** The figures of a transaction, from the line's text and its parsed value; undefined if it has no modification. */
export function figuresOf(text: string, transaction: JsonObject): Figures | undefined {
  const modification = valueAt(transaction, 'modification');
  if (!isJsonObject(modification)) return undefined;
  const hasAmount = typeof valueAt(modification, 'amount') === 'number';
  return {
    amount: hasAmount ? amountIn(text) : undefined,
    currency: textAt(modification, 'currency'),
    createdAt: textAt(modification, 'created_at'),
  };
}

/** A line that the check counts as a transaction, valid or not; undefined for any other. */
export function transactionIn(bytes: Buffer): { figures: Figures | undefined } | undefined {
  const text = bytes.toString('utf8');
  if (text.includes('\uFFFD') && !isUtf8(bytes)) return undefined;
  try {
    const value = jsonValueOf(text);
    return isJsonObject(value) ? { figures: figuresOf(text, value) } : undefined;
  } catch {
    return undefined;
  }
}

function textAt(object: JsonObject, key: string): string | undefined {
  const value = valueAt(object, key);
  return typeof value === 'string' ? value : undefined;
}

/** The number under modification.amount, which must exist. */
function amountIn(text: string): string | undefined {
  NUMBER.lastIndex = startOfAmount(text);
  return NUMBER.exec(text)?.[1];
}

const KEY = '"amount"';

/** Where the value of modification.amount begins, or the blanks before it. */
function startOfAmount(text: string): number {
  const only = text.indexOf(KEY);
  // Without escapes, these quotes enclose a key or a string value; if the text contains them only once, that is the
  // key.
  const isOnly = only !== -1 && !text.includes('\\') && text.indexOf(KEY, only + 1) === -1;
  return isOnly ? text.indexOf(':', only) + 1 : startOfLastAmount(text);
}

/** As startOfAmount, by walking through the line: of several it finds the last one, as JSON.parse keeps it. */
function startOfLastAmount(text: string): number {
  let depth = 0;
  let isInModification = false;
  let start = 0;
  let opened = 0;
  let closed = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      opened = at;
      closed = endOfString(text, at);
      at = closed;
    } else if (opens(code)) depth++;
    else if (closes(code)) depth--;
    else if (code === COLON) {
      // Outside a string, a colon follows a key.
      if (depth === 1) isInModification = keyOf(text.slice(opened, closed + 1)) === 'modification';
      else if (depth === 2 && isInModification && keyOf(text.slice(opened, closed + 1)) === 'amount') start = at + 1;
    }
  }
  return start;
}

const NUMBER = /[ \t\r\n]*([-+.\deE]+)/y;
