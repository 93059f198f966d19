/** @file The limit of the line in the unit that providers of lines use. Pure. */

const BITS_PER_BYTE = 8;
const MEGA = 1_000_000;

/** The smallest limit that the app takes. */
export const LEAST_BYTES_PER_SECOND = 1000;

export const toMegabits = (bytesPerSecond: number): number => (bytesPerSecond * BITS_PER_BYTE) / MEGA;

export const toBytesPerSecond = (megabits: number): number =>
  Math.max(LEAST_BYTES_PER_SECOND, Math.round((megabits * MEGA) / BITS_PER_BYTE));
