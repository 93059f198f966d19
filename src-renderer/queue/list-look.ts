/** @file How the list looks: its rows, and whether a submission opens beside it. Stored with the settings. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { Settings } from '../../src-shared/contract.ts';
import { DETAILS_WIDTH, usualListLook } from '../../src-shared/list-look.ts';

type Look = Settings['list'];

export interface ListLook extends Look {
  /** Takes what is stored. */
  know(look: Look): void;
  /** Shows it at once, and stores it. */
  change(look: Partial<Look>): void;
  /** As wide as wanted, within its limits; stored only with `change`, at the end of a drag. */
  widen(detailsWidth: number): void;
}

export function createListLook(bridge: Bridge): StoreApi<ListLook> {
  return createStore<ListLook>((set, get) => ({
    ...usualListLook,
    know: (look) => set(look),
    change(look) {
      set(look);
      const { rows, grouping, details, detailsWidth } = get();
      // A failure is only a forgotten look; settings that cannot be written are told on their own page.
      void bridge.invoke['settings.change']({ list: { rows, grouping, details, detailsWidth } });
    },
    widen: (detailsWidth) => set({ detailsWidth: within(detailsWidth) }),
  }));
}

const within = (width: number): number =>
  Math.round(Math.min(DETAILS_WIDTH.most, Math.max(DETAILS_WIDTH.least, width)));
