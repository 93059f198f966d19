/**
 * @file How long tests wait. These limits end what hangs; nothing that only takes its time on a busy machine may come near
 * them. No test has limits of its own.
 */

const MINUTE = 60_000;

/** For something that is expected to come about. */
export const WAIT_MS = 3 * MINUTE;
/** For a whole test, and for what comes before and after it. */
export const HANG_MS = 5 * MINUTE;
