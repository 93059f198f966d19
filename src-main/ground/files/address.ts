/** @file Addresses that are given in place of a file's path. Pure. */

import { fileURLToPath } from 'node:url';

/** With two slashes, and never the letter of a drive. */
const ADDRESS = /^[a-z][a-z\d+.-]+:\/\//i;

/** What may be shown of an address, without a query, which may be a signature; undefined for a path. */
export function addressIn(text: string): string | undefined {
  if (!ADDRESS.test(text)) return undefined;
  const url = URL.parse(text);
  return url === null ? text.replace(/[?#].*$/s, '') : `${url.protocol}//${url.host}${url.pathname}`;
}

/** The path of a file on this computer where its address was given, as some programs do; undefined for any other. */
export function fileAtAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 'file:' || url.hostname !== '') return undefined;
  try {
    return fileURLToPath(url);
  } catch {
    // A slash that is written as an escape, for example.
    return undefined;
  }
}
