/** @file The team ledgers of this desk, as the page knows them: whether there are any decides whether there is a page for them. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { TeamLedgerRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { hasMissedChanges } from '../browser-connection.ts';

export interface TeamStore {
  /** Undefined until they are known. */
  ledgers: readonly TeamLedgerRow[] | undefined;
  /** Why a ledger that is named cannot be used. */
  problem: ErrorRecord | undefined;
  /** Grows whenever a ledger went away or is back. */
  changes: number;
  /** Follows them from now on; returns a function that ends this. */
  follow(): () => void;
  /** Asks again: a connection may name another ledger. */
  refresh(): Promise<void>;
}

export function createTeamStore(bridge: Bridge): StoreApi<TeamStore> {
  return createStore<TeamStore>((set, get) => ({
    ledgers: undefined,
    problem: undefined,
    changes: 0,
    follow() {
      const unfollow = bridge.on['team.changed'](({ ledgers, problem }) =>
        set({ ledgers, problem, changes: get().changes + 1 }),
      );
      const unwatch = bridge.on['queue.changed']((change) => {
        if (hasMissedChanges(change)) void get().refresh();
      });
      void get().refresh();
      return () => {
        unfollow();
        unwatch();
      };
    },
    async refresh() {
      const before = get().changes;
      const result = await bridge.invoke['team.ledgers']();
      // What was told meanwhile is newer.
      if (!result.ok || before !== get().changes) return;
      const { ledgers, problem } = result.value;
      set({ ledgers, problem });
    },
  }));
}

/** Whether there is anything to show on the page of the team. */
export const hasTeam = ({ ledgers, problem }: Pick<TeamStore, 'ledgers' | 'problem'>): boolean =>
  (ledgers?.length ?? 0) > 0 || problem !== undefined;
