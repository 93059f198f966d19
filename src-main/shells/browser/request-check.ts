/**
 * @file Checks that a request comes from Tranship's own page on this machine. Every program and web page on the machine
 * can reach the port; the headers that only a browser sets show the origin of a request. Pure.
 */

import type { IncomingHttpHeaders } from 'node:http';
import { type Fact, fact } from '../../../src-shared/languages/fact.ts';

export interface CheckedRequest {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request is refused, in one sentence; undefined when it is allowed.
 * @param port that the shell listens on
 */
export function refusalOf({ method = '', headers }: CheckedRequest, port: number): Fact | undefined {
  const { host, origin } = headers;
  const page = `http://127.0.0.1:${port}`;
  // A foreign name that was made to lead to this machine (DNS rebinding) still stands in the Host header.
  // So does “localhost”, under which another user's program may listen on [::1], with the same port: one origin for both.
  if (host !== new URL(page).host) return fact('Tranship answers only at the address that it printed.');
  const mayLackOrigin = headers.upgrade === undefined && (method === 'GET' || method === 'HEAD');
  if (origin === undefined ? !mayLackOrigin : origin !== page)
    return fact('This request does not come from the page of Tranship.');
  const site = headers['sec-fetch-site'];
  // “same-site” is not enough: a page on another port of this host counts as such.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return fact('Another page led here. Copy the address that Tranship printed into the address bar.');
  }
  return undefined;
}
