/** @file The time of a file as it is set: what reads it back must come to the same millisecond. Pure. */

/**
 * For `utimes`, in seconds. In the middle of the millisecond: seconds as a double may fall short of a whole one by some
 * nanoseconds, which one reader rounds up and another one down.
 */
export function fileTime(milliseconds: number): number {
  return (Math.floor(milliseconds) + 0.5) / 1000;
}
