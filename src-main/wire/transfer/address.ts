/** @file Reads from a pre-signed address which place in the storage it is for, how long it lasts, and whether it has ended. */

import { createHash } from 'node:crypto';
import { readS3Object } from './redirection.ts';

const LIFETIME_PARAMETERS = ['X-Amz-Expires', 'X-Goog-Expires'];
const ISSUE_PARAMETERS = ['X-Amz-Date', 'X-Goog-Date'];

/**
 * A digest of where an address leads, whatever its signature and its spelling: two addresses with the same one are for the same
 * object. It can be stored where the address must not be.
 */
export function placeOf(address: string): string {
  const url = new URL(address);
  const object = readS3Object(url);
  const place =
    object === undefined ? `${url.origin}${url.pathname}` : `${object.domain} ${object.bucket}${object.key}`;
  return createHash('sha256').update(withoutEscapes(place)).digest('base64url');
}

/** `%61` and `a` are the same key. */
function withoutEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The lifetime of an address in ms, from its own parameters; undefined when they do not give it. */
export function addressLifetime(address: string): number | undefined {
  const parameters = new URL(address).searchParams;
  for (const name of LIFETIME_PARAMETERS) {
    const seconds = Number(parameters.get(name) ?? Number.NaN);
    if (Number.isFinite(seconds) && seconds >= 0) return Math.round(seconds * 1000);
  }
  return undefined;
}

/**
 * Whether an address had ended when the storage replied, by its own parameters and the storage's own clock.
 * @param date the header `Date` of the reply. False without it, and where the address does not give its end
 */
export function hasEnded(address: string, date: string | undefined): boolean {
  const lifetime = addressLifetime(address);
  const parameters = new URL(address).searchParams;
  const issued = ISSUE_PARAMETERS.map((name) => parameters.get(name)).find((value) => value !== null);
  if (lifetime === undefined || issued === undefined || date === undefined) return false;
  // 20260105T090000Z is ISO 8601, but not in the form that Date reads.
  const issuedAt = Date.parse(issued.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'));
  return Date.parse(date) >= issuedAt + lifetime;
}
