/** @file Reads the short JSON body of a request about a session. */

import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

const LONGEST_BODY = 1000;

/** The parsed body; undefined when it is too long, of unknown length, or no JSON. */
export async function readSmallJson(request: IncomingMessage): Promise<unknown> {
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  if (!(length <= LONGEST_BODY)) return undefined;
  try {
    return JSON.parse(await text(request));
  } catch {
    return undefined;
  }
}
