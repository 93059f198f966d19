/**
 * @file How much a test does: the usual amount, or the full one of `npm run test:night`. The only place that reads the
 * switch.
 */

export const isNight = process.env['TRANSHIP_TESTS'] === 'night';

/** The part of the full amount that a night does; less than all of it only where the night itself is tried. */
const share = Number(process.env['TRANSHIP_NIGHT_SHARE'] ?? 1);

/** How many times something is tried, in the suite and at night. */
export function runs(usual: number, atNight: number): number {
  return isNight ? Math.ceil(atNight * share) : usual;
}

/** The rows of a table: all of them at night, and by day so many of them, from the first to the last at even distances. */
export function fewerByDay<const Row>(rows: readonly Row[], usual: number): Row[] {
  const step = usual > 1 ? (rows.length - 1) / (usual - 1) : rows.length;
  const places = new Set(Array.from({ length: usual }, (_, at) => Math.round(at * step)));
  return rows.filter((_, place) => isNight || places.has(place));
}

/** `atNight(it)('…', …)`: a test, or a group of tests, that only a night has. By day there is none, rather than one that is skipped. */
export function atNight<Define>(define: Define): Define | ((...of: unknown[]) => void) {
  return isNight ? define : () => {};
}
