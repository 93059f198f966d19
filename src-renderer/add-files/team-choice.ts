/** @file What a person has chosen about the team, as far as it counts. Pure. */

import type { SendOptions, SharingWay } from '../../src-shared/contract.ts';

/** The options as they are sent: what was chosen for another connection counts only where it is possible. */
export function possibleOptions({ forTeam, ...options }: SendOptions, way: SharingWay): SendOptions {
  return forTeam === true && way !== 'none' ? { ...options, forTeam } : options;
}

/**
 * What a dialog shows that hears `now` after it has offered `before`: who may have chosen the team is refused and told why, and
 * does not send from here with the same button instead.
 */
export function wayAfter(before: SharingWay | undefined, now: SharingWay): SharingWay {
  return now === 'none' && before !== undefined && before !== 'none' ? 'possible' : now;
}
