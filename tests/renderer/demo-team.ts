/** @file A team ledger in memory with two offers: one of another person, and an own one. */

import type { OfferDetails, OfferRow, TeamLedgers } from '../../src-shared/contract.ts';

const ledger = 'cem@ledger.bank.example:5432/tranship';

export const demoLedgers: TeamLedgers = {
  ledgers: [
    {
      ...{ ledger, name: 'ledger.bank.example:5432/tranship', person: 'cem', desk: 'desk-7' },
      connections: ['Nordbank'],
    },
  ],
};

function offerOf(id: number, offeredBy: string): OfferDetails {
  const counts = { bytes: 1_004_000_000, transactions: 1_236_000, errors: 12, warnings: 3 };
  return {
    ...{ id, state: 'open', fileName: `payments-${id}.jsonl`, ...counts, offeredBy, isOwn: offeredBy === 'cem' },
    ...{ desk: 'desk-4', offeredAt: Date.now() - 3_600_000, sha256: 'ab'.repeat(32), connection: 'Nordbank' },
    destination: 'https://api.nordbank.example/tm https://id.nordbank.example/token client tenant/one',
    reason: 'The export of November.',
    figures: {
      ...{ ...counts, lines: 1_236_000, valid: 1_235_988, byRule: { 'field.format': 12, 'field.unknown': 3 } },
      totals: {
        sums: [{ currency: 'EUR', amount: '84120311.5' }],
        ...{ firstDay: '2026-11-01', lastDay: '2026-11-30', days: 30 },
      },
      manifest: { sha256: 'cd'.repeat(32), template: 'konten 3', differences: 1 },
    },
    ...{ roles: ['checker', 'maker'], isProved: false },
  };
}

export class DemoTeam {
  readonly #offers = new Map([1, 2].map((id) => [id, offerOf(id, id === 1 ? 'mara' : 'cem')]));

  offers(isOpen: boolean): OfferRow[] {
    return [...this.#offers.values()].filter(({ state }) => (state === 'open') === isOpen).map(rowOf);
  }

  offer(id: number): OfferDetails {
    return this.#offers.get(id) ?? offerOf(id, 'mara');
  }

  change(id: number, change: Partial<OfferDetails>): OfferDetails {
    const changed = { ...this.offer(id), ...change };
    this.#offers.set(id, changed);
    return changed;
  }
}

function rowOf({ sha256: _, destination: __, reason: ___, figures: ____, ...offer }: OfferDetails): OfferRow {
  const { roles: _____, isProved: ______, connection: _______, ...row } = offer;
  return row;
}
