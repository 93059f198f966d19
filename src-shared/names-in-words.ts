/** @file The first of some names, and how many more there are. Pure. */

import { message } from './languages/message.ts';

/** “a.jsonl, b.jsonl and 3 more” */
export function namesInWords(all: readonly string[], most: number): string {
  const names = all.slice(0, most).join(', ');
  const more = all.length - most;
  return more > 0 ? message('{names} and {more, number} more', { names, more }) : names;
}
