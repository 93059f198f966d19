/** @file How long is waited for hosts that do not answer. Pure. */

import { MINUTE, SECOND } from './clock.ts';

/** A host that has never answered is probably the wrong one; one that has will come back. */
const PATIENCE_WITH_STRANGERS = 20 * SECOND;
export const PATIENCE = 10 * MINUTE;

/** How many milliseconds. */
export function patience(everAnswered: boolean): number {
  return everAnswered ? PATIENCE : PATIENCE_WITH_STRANGERS;
}
