/**
 * @file How long tests wait. These limits end what hangs; nothing that only takes its time on a busy machine may come near
 * them. No test has limits of its own.
 */

import { isNight } from './harness/night.ts';

const MINUTE = 60_000;

/** For something that is expected to come about. */
export const WAIT_MS = 3 * MINUTE;
/** For a whole test, and for what comes before and after it; at night, one does up to fifty times as much. */
export const HANG_MS = (isNight ? 120 : 5) * MINUTE;
