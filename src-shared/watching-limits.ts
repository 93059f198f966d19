/** @file When a file of a watched folder is complete: what can be asked for, without zod, for the start of the command line. */

export const DEFAULT_SETTLE_SECONDS = 60;
/** Less would take a file between two writes of a slow program. */
export const LEAST_SETTLE_SECONDS = 0.1;
export const MOST_SETTLE_SECONDS = 86_400;

/** What the name of a second file has at its end, such as `.done`. */
export const MARKER_ENDING = /^\.[\p{L}\p{N}._-]{1,40}$/u;
