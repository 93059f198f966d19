/** @file Reads from a pre-signed address how long it lasts. */

const LIFETIME_PARAMETERS = ['X-Amz-Expires', 'X-Goog-Expires'];

/**
 * Until when an address issued at `issuedAt` can be used, in ms by our own clock: the lifetime counts from when we got
 * it, so that a clock which differs from the storage's does no harm. Undefined when the address does not tell.
 */
export function addressEnd(address: string, issuedAt: number): number | undefined {
  const parameters = new URL(address).searchParams;
  for (const name of LIFETIME_PARAMETERS) {
    const seconds = Number(parameters.get(name) ?? Number.NaN);
    if (Number.isFinite(seconds) && seconds >= 0) return issuedAt + seconds * 1000;
  }
  return undefined;
}
