/**
 * @file Whether a request comes from Tranship's own page on this machine. The port is open to every program and every web
 * page here; the headers that a browser sets by itself tell whose a request is. Pure.
 */

import type { IncomingHttpHeaders } from 'node:http';

export interface CheckedRequest {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/**
 * Why a request is refused, in one sentence; undefined when it may be answered.
 * @param port that the shell listens on
 */
export function refusalOf({ method = '', headers }: CheckedRequest, port: number): string | undefined {
  const { host, origin } = headers;
  const page = ownOrigins(port).find((own) => host === new URL(own).host);
  // A foreign name that was made to lead to this machine (DNS rebinding) still stands in the Host header.
  if (page === undefined) return 'Tranship answers only at the address that it printed.';
  const mayLackOrigin = headers.upgrade === undefined && (method === 'GET' || method === 'HEAD');
  if (origin === undefined ? !mayLackOrigin : origin !== page)
    return 'This request does not come from the page of Tranship.';
  const site = headers['sec-fetch-site'];
  // Cookies are shared between ports, so a page of another port counts as “same-site”: that is not enough.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return 'Another page led here. Copy the address that Tranship printed into the address bar.';
  }
  return undefined;
}

function ownOrigins(port: number): string[] {
  return [`http://127.0.0.1:${port}`, `http://localhost:${port}`];
}
