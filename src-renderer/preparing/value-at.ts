/** @file A value of a field in a line as it is written there. Pure. */

import { jsonIn } from '../../src-shared/json-in.ts';

/** Undefined where the line has none. */
export function valueAt(text: string | undefined, path: string): string | undefined {
  if (text === undefined) return undefined;
  let value = jsonIn(text);
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  if (value === undefined) return undefined;
  return typeof value === 'string' ? value : numberAsWritten(text, path, value);
}

/** JavaScript would shorten a long number: it is shown as it stands in the line. */
function numberAsWritten(text: string, path: string, value: unknown): string {
  if (typeof value !== 'number') return JSON.stringify(value);
  const key = path.split('.').at(-1) ?? '';
  const found = [...text.matchAll(new RegExp(`"${key}":\\s*(-?\\d[\\d.eE+-]*)`, 'g'))].map(([, digits]) => digits);
  return found.find((digits) => Number(digits) === value) ?? String(value);
}
