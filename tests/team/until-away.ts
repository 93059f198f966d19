/** @file Waits for a link to the team ledger. */

import type { TeamLink } from '../../src-main/team/connection/team-link.ts';

/** Resolves when the link is, or is no longer, away. */
export const untilAway = (link: TeamLink, isAway: boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if ((link.away !== undefined) !== isAway) return;
      end();
      resolve();
    };
    const end = link.subscribe(look);
    look();
  });
