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
