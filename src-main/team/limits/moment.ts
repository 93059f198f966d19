/** @file Moments of this desk, by two clocks, so that neither a laptop that sleeps nor a clock that is set misleads. Pure. */

/** In ms. */
export interface Moment {
  /** The time of day: continues while the computer sleeps, but may be set. */
  wall: number;
  /** Since the program started: never set, but may stand still while the computer sleeps. */
  steady: number;
}

/** How long ago a moment was: at least and at most. */
export function elapsed(since: Moment, now: Moment): { least: number; most: number } {
  const least = now.steady - since.steady;
  return { least, most: Math.max(least, now.wall - since.wall) };
}
