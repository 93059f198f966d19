/** @file A correction: previewed, and made, through the app. A preview counts only while no other is wished for. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { CorrectionOutcome, CorrectionRequest, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';

export type Wish = Omit<CorrectionRequest, 'id' | 'withEdits'>;
type Id = SubmissionRow['id'];

export interface Correction {
  /** What the last preview has found, also while the next one is under way; undefined once the wish has changed. */
  outcome: CorrectionOutcome | undefined;
  error: ErrorRecord | undefined;
  isBusy: boolean;
  preview(wish: Wish): Promise<void>;
  /** Makes the file and adds it. Returns the new submission; undefined where that failed. */
  make(wish: Wish): Promise<Id | undefined>;
  /** The wish has changed. */
  forget(): void;
}

export function createCorrection(bridge: Pick<Bridge, 'invoke'>, id: Id): StoreApi<Correction> {
  const ask = (name: 'submission.correct' | 'submission.previewCorrection', wish: Wish) =>
    bridge.invoke[name]({ id, ...wish, withEdits: true });
  return createStore<Correction>((set) => {
    let latestPreview: object | undefined;
    let isMaking = false;
    return {
      outcome: undefined,
      error: undefined,
      isBusy: false,
      preview: async (wish) => {
        const own = {};
        latestPreview = own;
        set({ error: undefined, isBusy: true });
        const result = await ask('submission.previewCorrection', wish);
        if (latestPreview !== own) return;
        set({
          isBusy: isMaking,
          ...(result.ok ? { outcome: result.value } : { outcome: undefined, error: result.error }),
        });
      },
      make: async (wish) => {
        isMaking = true;
        set({ error: undefined, isBusy: true });
        const result = await ask('submission.correct', wish);
        isMaking = false;
        set({ isBusy: false, ...(!result.ok && { error: result.error }) });
        return result.ok ? result.value.added : undefined;
      },
      forget: () => {
        latestPreview = undefined;
        set({ outcome: undefined, error: undefined, isBusy: isMaking });
      },
    };
  });
}
