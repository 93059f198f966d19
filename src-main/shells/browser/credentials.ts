/** @file Where a request carries its secret: in a header, never in its address. Pure. */

import type { IncomingHttpHeaders } from 'node:http';

/** The first WebSocket protocol that the page names; the second one is its secret. */
export const SOCKET_PROTOCOL = 'tranship';

/** The secret in `Authorization: Bearer …`. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | undefined {
  return /^Bearer ([\w-]+)$/.exec(authorization ?? '')?.[1];
}

/** The secret of a WebSocket; a page cannot set other headers for it. */
export function socketSecretOf(headers: IncomingHttpHeaders): string | undefined {
  const [protocol, secret, ...more] = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return protocol === SOCKET_PROTOCOL && more.length === 0 ? secret : undefined;
}
