/** @file The page's copy of the connections: every place that names one shows the kind of its tenant. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { ConnectionRow } from '../src-shared/contract.ts';

export interface ConnectionsStore {
  /** Undefined until they are loaded. */
  connections: readonly ConnectionRow[] | undefined;
  /** The name of the connection last used on the pages that ask the service directly. */
  asked: string | undefined;
  /** Loads them again. */
  refresh(): Promise<void>;
  /** Stores the result of a command. */
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
