/** @file Whether the page hears from the app. On the desktop it always does: the window ends with the app. */

import { createStore, type StoreApi } from 'zustand/vanilla';

/** Calls `listener` when the connection breaks and when it is back. */
export type OnConnection = (listener: (isConnected: boolean) => void) => void;

export interface LinkStore {
  isConnected: boolean;
}

/** @param onConnection absent where the connection cannot break */
export function createLinkStore(onConnection?: OnConnection): StoreApi<LinkStore> {
  const store = createStore<LinkStore>(() => ({ isConnected: true }));
  onConnection?.((isConnected) => store.setState({ isConnected }));
  return store;
}
