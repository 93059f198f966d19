/** @file How long a line may be. */

/** A longer line is reported, not parsed, and never held in memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** The longest line end. */
export const LINE_END_BYTES = 2;
