/** @file A team ledger, the desk at which a person uses it, and how its offers are told. */

import { AppError } from '../../src-shared/errors.ts';
import type { Said } from '../../src-shared/languages/fact.ts';
import type { OfferRow } from '../../src-shared/team-shapes.ts';
import type { TeamLink } from '../team/connection/team-link.ts';
import type { Offer } from '../team/offers/offer.ts';
import type { TeamLedger } from '../team/team-ledger.ts';

export interface UsedLedger {
  address: Pick<TeamLink['address'], 'name' | 'person'>;
  /** Its number is known where it has a data folder. */
  desk: { name: string; id?: string };
  /** @throws AppError team.* */
  use<Result>(work: (team: TeamLedger) => Promise<Result>): Promise<Result>;
}

/** What speaks with PostgreSQL is loaded only where there is a ledger. */
export function usedOver(link: TeamLink): UsedLedger {
  const { address, desk } = link;
  return {
    address,
    desk,
    use: async (work) => {
      const { TeamLedger } = await import('../team/team-ledger.ts');
      return await link.use(async (connection) => await work(new TeamLedger(connection)));
    },
  };
}

export const keyOf = ({ address }: Pick<UsedLedger, 'address'>): string => `${address.person}@${address.name}`;

export const refused = (reason: Said) => new AppError('team.refused', { reason });

export function offerRow({ offeredAt, decision, ...offer }: Offer, { address }: Pick<UsedLedger, 'address'>): OfferRow {
  return {
    ...offer,
    isOwn: offer.offeredBy === address.person,
    offeredAt: Date.parse(offeredAt),
    ...(decision && { decision: { ...decision, at: Date.parse(decision.at) } }),
  };
}
