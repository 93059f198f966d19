/** @file What a person has chosen about the team, as far as it counts. Pure. */

import type { SendOptions, SharingWay } from '../../src-shared/contract.ts';

/** The options as they are sent: what was chosen for another connection counts only where it is possible. */
export function possibleOptions({ forTeam, ...options }: SendOptions, way: SharingWay): SendOptions {
  return forTeam === true && way !== 'none' ? { ...options, forTeam } : options;
}
