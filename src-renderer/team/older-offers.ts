/** @file What is shown of a list of offers that is asked for again and again. Pure. */

import type { OfferRow, OffersPage } from '../../src-shared/contract.ts';

/** The first page, read again, and below it the older ones that a person has asked for. */
export function withOlder(before: OffersPage | undefined, { before: next, ...fresh }: OffersPage): OffersPage {
  const older: OfferRow[] =
    next === undefined || before === undefined ? [] : before.offers.filter(({ id }) => id < next);
  const last = older.length === 0 ? next : before?.before;
  return { ...fresh, offers: [...fresh.offers, ...older], ...(last !== undefined && { before: last }) };
}
