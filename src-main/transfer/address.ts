/** @file Reads from a pre-signed address how long it lasts. */

const LIFETIME_PARAMETERS = ['X-Amz-Expires', 'X-Goog-Expires'];

/** The lifetime of an address in ms, as its own parameters tell it; undefined when they do not. */
export function addressLifetime(address: string): number | undefined {
  const parameters = new URL(address).searchParams;
  for (const name of LIFETIME_PARAMETERS) {
    const seconds = Number(parameters.get(name) ?? Number.NaN);
    if (Number.isFinite(seconds) && seconds >= 0) return Math.round(seconds * 1000);
  }
  return undefined;
}
