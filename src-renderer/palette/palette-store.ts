/** @file Whether the list of commands or that of shortcuts is open, and what the last command reports. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { PaletteCommand } from './palette-command.ts';

export interface PaletteStore {
  open: 'commands' | 'shortcuts' | undefined;
  /** What a command has done that no page shows, in a sentence; empty for nothing. */
  outcome: string;
  /** What each part of the page that is shown offers as commands. */
  offers: Map<string, readonly PaletteCommand[]>;
  show(what: 'commands' | 'shortcuts'): void;
  close(): void;
  report(outcome: string): void;
}

export function createPaletteStore(): StoreApi<PaletteStore> {
  return createStore<PaletteStore>((set) => ({
    open: undefined,
    outcome: '',
    offers: new Map(),
    show: (open) => set({ open }),
    close: () => set({ open: undefined }),
    report: (outcome) => set({ outcome }),
  }));
}
