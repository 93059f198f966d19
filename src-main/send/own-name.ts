/**
 * @file Has errors name a file as people know it. Its bytes may lie elsewhere under another name: in the inbox where it came
 * through a browser, or where a link leads. Pure.
 */

import type { ErrorRecord } from '../../src-shared/errors.ts';

/** The error with the name of the file wherever it names the place of its bytes. */
export function underOwnName<Known extends Pick<ErrorRecord, 'params'>>(
  error: Known,
  { name, content }: { name: string; content: string },
): Known {
  if (name === content) return error;
  const params = Object.entries(error.params).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.replaceAll(content, name) : value,
  ]);
  return { ...error, params: Object.fromEntries(params) };
}
