/** @file What the window remembers of how a person uses it: the tour, single keys, recent commands, the own country. Stored with the settings. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../src-preload/bridge.ts';
import type { Settings } from '../src-shared/contract.ts';
import { withUse } from './palette/ranking.ts';

type WindowUse = Settings['window'];

export interface WindowUseStore extends WindowUse {
  /** Takes what is stored. */
  know(use: WindowUse): void;
  useSingleKeys(singleStrokes: boolean): void;
  noteTourSeen(): void;
  noteCommand(id: string): void;
  noteOwnCountry(country: string): void;
}

/** Until it is known what is stored, nothing is offered that may already be known. */
const unknown: WindowUse = { hasSeenTour: true, singleStrokes: true, recentCommands: [] };

export function createWindowUseStore(bridge: Bridge): StoreApi<WindowUseStore> {
  return createStore<WindowUseStore>((set, get) => {
    const change = (part: Partial<WindowUse>) => {
      set(part);
      const { hasSeenTour, singleStrokes, recentCommands, ownCountry } = get();
      // A failure is only forgotten use; settings that cannot be written are told on their own page.
      void bridge.invoke['settings.change']({
        window: { hasSeenTour, singleStrokes, recentCommands, ...(ownCountry !== undefined && { ownCountry }) },
      });
    };
    return {
      ...unknown,
      know: (use) => set(use),
      useSingleKeys: (singleStrokes) => change({ singleStrokes }),
      noteTourSeen: () => {
        if (!get().hasSeenTour) change({ hasSeenTour: true });
      },
      noteCommand: (id) => change({ recentCommands: withUse(get().recentCommands, id) }),
      noteOwnCountry: (ownCountry) => change({ ownCountry }),
    };
  });
}
