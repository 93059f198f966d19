/** @file The upload limit in the unit that network providers use. Pure. */

const BITS_PER_BYTE = 8;
const MEGA = 1_000_000;

/** The smallest limit that the app accepts. */
export const LEAST_BYTES_PER_SECOND = 1000;

export const toMegabits = (bytesPerSecond: number): number => (bytesPerSecond * BITS_PER_BYTE) / MEGA;

export const toBytesPerSecond = (megabits: number): number =>
  Math.max(LEAST_BYTES_PER_SECOND, Math.round((megabits * MEGA) / BITS_PER_BYTE));
