/** @file The page's copy of the rule runs, updated by the app while it follows them. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { Result, RuleRun, RuleRunRequest } from '../src-shared/contract.ts';
import type { ErrorRecord } from '../src-shared/errors.ts';
import { hasMissedChanges } from './browser-connection.ts';

export interface RuleRunsStore {
  /** Newest first; undefined until they are loaded. */
  runs: readonly RuleRun[] | undefined;
  /** Why they could not be loaded. */
  error: ErrorRecord | undefined;
  /** Follows the runs from now on; returns a function that ends this. */
  follow(): () => void;
  /** Asks the service to run rules. The list of runs shows the result. */
  start(request: RuleRunRequest): Promise<Result<RuleRun>>;
  stopFollowing(id: RuleRun['id']): Promise<void>;
}

export function createRuleRunsStore(bridge: Bridge): StoreApi<RuleRunsStore> {
  return createStore<RuleRunsStore>((set) => {
    /** The number of events received: an event that arrives during a request is newer than its answer. */
    let told = 0;
    const refresh = async () => {
      const before = told;
      const result = await bridge.invoke['rules.list']();
      if (told !== before) return;
      set(result.ok ? { runs: result.value, error: undefined } : { error: result.error });
    };
    return {
      runs: undefined,
      error: undefined,
      follow() {
        const unfollow = bridge.on['rules.changed']((runs) => {
          told += 1;
          set({ runs, error: undefined });
        });
        const unwatch = bridge.on['queue.changed']((change) => {
          if (hasMissedChanges(change)) void refresh();
        });
        void refresh();
        return () => {
          unfollow();
          unwatch();
        };
      },
      start: (request) => bridge.invoke['rules.start'](request),
      async stopFollowing(id) {
        const result = await bridge.invoke['rules.stopFollowing']({ id });
        if (!result.ok) set({ error: result.error });
      },
    };
  });
}
