/** @file Where the tour is. It is offered once, at the first start on the practice tenant, and again only when it is asked for. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WindowUseStore } from '../window-use-store.ts';
import { type TourStep, tourSteps } from './tour-steps.ts';

export interface TourStore {
  /** Undefined while there is no tour. */
  step: TourStep | undefined;
  /** Begins it, unless it was seen once. */
  offer(): void;
  /** Begins it from its first step. */
  begin(): void;
  /** Continues; after the last of these steps, the tour ends. */
  next(steps: readonly TourStep[]): void;
  back(steps: readonly TourStep[]): void;
  end(): void;
}

export function createTourStore(windowUse: StoreApi<WindowUseStore>): StoreApi<TourStore> {
  return createStore<TourStore>((set, get) => {
    const end = () => {
      set({ step: undefined });
      windowUse.getState().noteTourSeen();
    };
    const go = (steps: readonly TourStep[], by: number) => {
      const { step } = get();
      if (step === undefined) return;
      const next = steps[steps.indexOf(step) + by];
      if (next !== undefined) set({ step: next });
      else if (by > 0) end();
    };
    return {
      step: undefined,
      offer: () => {
        if (!windowUse.getState().hasSeenTour) set({ step: tourSteps[0] });
      },
      begin: () => set({ step: tourSteps[0] }),
      next: (steps) => go(steps, 1),
      back: (steps) => go(steps, -1),
      end,
    };
  });
}
