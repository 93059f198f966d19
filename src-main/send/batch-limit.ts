/** @file How large a batch may be. */

/** §2.1: at most 2 GB a batch, read as the smaller of the two meanings of GB. */
export const DEFAULT_MAX_BATCH_BYTES = 2_000_000_000;
