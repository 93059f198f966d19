/** @file The page's copy of the connections: every place that names one shows which kind of tenant it leads to. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { ConnectionRow } from '../src-shared/contract.ts';

export interface ConnectionsStore {
  /** Undefined until they are there. */
  connections: readonly ConnectionRow[] | undefined;
  /** The name of the one that the service was asked over last, on the pages that ask it directly. */
  asked: string | undefined;
  /** Asks for them again. */
  refresh(): Promise<void>;
  /** Takes over what a command gave back. */
  show(connections: readonly ConnectionRow[]): void;
  ask(connection: string): void;
}

export function createConnectionsStore(bridge: Bridge): StoreApi<ConnectionsStore> {
  return createStore<ConnectionsStore>((set) => ({
    connections: undefined,
    asked: undefined,
    async refresh() {
      const result = await bridge.invoke['connections.list']();
      if (result.ok) set({ connections: result.value });
    },
    show: (connections) => set({ connections }),
    ask: (asked) => set({ asked }),
  }));
}
