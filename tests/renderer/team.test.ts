/** @file What the page of the team shows of what it is told. */

import { describe, expect, it } from 'vitest';
import { withOlder } from '../../src-renderer/team/older-offers.ts';
import { filterOfTeam, nothingAsked } from '../../src-renderer/team/team-look-up.ts';
import { createTeamStore, hasTeam } from '../../src-renderer/team/team-store.ts';
import type { OfferRow, OffersPage } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { teamHappeningInWords } from '../../src-shared/team-history-words.ts';
import { bridgeTo } from '../shells/page-bridge.ts';

const figures = {
  bytes: 1,
  lines: 1,
  transactions: 1,
  valid: 1,
  errors: 0,
  warnings: 0,
  byRule: {},
  totals: { sums: [], days: 0 },
};
const offer = (id: number): OfferRow => ({
  id,
  state: 'open',
  fileName: `${id}.jsonl`,
  figures,
  sha256: 'a1',
  destination: 'https://tm.example',
  reason: 'The export of November.',
  offeredBy: 'mara',
  isOwn: false,
  desk: 'desk-7',
  offeredAt: 0,
});
const page = (ids: readonly number[], before?: number): OffersPage => ({
  roles: ['checker'],
  offers: ids.map(offer),
  ...(before !== undefined && { before }),
});
const idsOf = ({ offers }: OffersPage) => offers.map(({ id }) => id);

describe('Offers that are asked for again', () => {
  it('are the first page alone while nothing older was asked for', () => {
    expect(withOlder(undefined, page([9, 8], 8))).toEqual(page([9, 8], 8));
  });

  it('keep the older ones below, and where these end', () => {
    const shown = withOlder(page([9, 8, 7, 6], 6), page([10, 9], 9));
    expect([idsOf(shown), shown.before]).toEqual([[10, 9, 8, 7, 6], 6]);
  });

  it('lose those that are no longer among them', () => {
    expect(idsOf(withOlder(page([9, 8, 7]), page([9])))).toEqual([9]);
  });
});

describe('What is looked for in the history of the team', () => {
  it('is everything at first', () => {
    expect(filterOfTeam(nothingAsked)).toEqual({});
  });

  it('is a person, a desk, and days from midnight to midnight', () => {
    const asked = { person: ' mara ', desk: 'desk-7', from: '2026-11-20', to: '2026-11-20' };
    const from = new Date(2026, 10, 20).getTime();
    const before = new Date(2026, 10, 21).getTime();
    expect(filterOfTeam(asked)).toEqual({ person: 'mara', desk: 'desk-7', from, before });
  });

  it('is no day while that is not typed to its end', () => {
    expect(filterOfTeam({ ...nothingAsked, from: '2026-1' })).toEqual({});
  });
});

describe('What happened in a team', () => {
  it('has words for what was done in the ledger itself', () => {
    expect(teamHappeningInWords({ kind: 'offer-released', detail: { offer: 12 } })).toBe('Released (offer 12)');
    expect(teamHappeningInWords({ kind: 'role-given', detail: { role: 'maker', whom: 'mara' } })).toBe(
      'Gave mara a role: maker',
    );
  });

  it('has the words of the history for what a desk tells, and stands as it is where it is not known', () => {
    expect(teamHappeningInWords({ kind: 'approved', detail: {} })).toBe('Approved for sending');
    expect(teamHappeningInWords({ kind: 'of-a-later-version', detail: {} })).toBe('of-a-later-version');
  });
});

describe('The page of the team', () => {
  const loaded = async (hasLedger: boolean) => {
    const ledger = { ledger: 'cem@ledger', name: 'ledger', person: 'cem', desk: 'desk-7', connections: ['Nordbank'] };
    const store = createTeamStore(bridgeTo({ 'team.ledgers': () => ({ ledgers: hasLedger ? [ledger] : [] }) }));
    await store.getState().refresh();
    return store.getState();
  };

  it('is there as soon as a ledger is named', async () => {
    expect(hasTeam(await loaded(true))).toBe(true);
    expect(hasTeam(await loaded(false))).toBe(false);
  });

  it('is there where a ledger is named that cannot be used, to say why', () => {
    const problem = new AppError('team.address', { problem: 'It is not said who you are.' }).toRecord();
    expect(hasTeam({ ledgers: [], problem })).toBe(true);
  });
});
