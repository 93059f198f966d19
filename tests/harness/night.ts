/**
 * @file How much a test does: the usual amount, or the full one of `npm run test:night`. The only place that reads the
 * switch.
 */

export const isNight = process.env['TRANSHIP_TESTS'] === 'night';

/** How many times something is tried, in the suite and at night. */
export function runs(usual: number, atNight: number): number {
  return isNight ? atNight : usual;
}
