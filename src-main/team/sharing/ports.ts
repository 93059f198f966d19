/** @file What those that carry and follow parts need. */

import type { Queue } from '../../send/queue.ts';
import type { TeamLink } from '../connection/team-link.ts';
import type { PartsLedger } from '../parts-ledger.ts';

export type SharedQueue = Pick<Queue, 'shared' | 'subscribe'>;

/** The ledger as it is used here; a test may take its place. */
export interface LedgerUse {
  /** @throws AppError team.*: nothing is tried again in here */
  use<Result>(work: (ledger: Ledger) => Promise<Result>): Promise<Result>;
  /** Whether its server went away and was not heard of since. */
  readonly isAway: boolean;
  /** Hears when that changes. */
  subscribe(listener: () => void): () => void;
}

export type Ledger = Pick<
  PartsLedger,
  'isAwaited' | 'tellParts' | 'share' | 'take' | 'keep' | 'write' | 'decide' | 'file' | 'partsOf' | 'news' | 'open'
>;

/** The ledger of a link; its client is loaded with the first use. */
export function ledgerOf(link: TeamLink): LedgerUse {
  return {
    use: async (work) => {
      const { PartsLedger } = await import('../parts-ledger.ts');
      return await link.use((connection) => work(new PartsLedger(connection, link.desk)));
    },
    get isAway() {
      return link.away !== undefined;
    },
    subscribe: (listener) => link.subscribe(listener),
  };
}
