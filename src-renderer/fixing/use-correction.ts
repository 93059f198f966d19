/** @file Previews a correction and makes it, through the app. */

import { useState } from 'react';
import type { CorrectionOutcome, CorrectionRequest, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { goTo } from '../use-route.ts';

export type Wish = Omit<CorrectionRequest, 'id' | 'isDryRun'>;

export interface Correction {
  /** What the last preview has found; undefined before, and once the wish has changed. */
  outcome: CorrectionOutcome | undefined;
  error: ErrorRecord | undefined;
  isBusy: boolean;
  preview: (wish: Wish) => Promise<void>;
  /** Makes the file and adds it; then the page of the new submission is shown to a person who still waits for it. */
  apply: (wish: Wish) => Promise<void>;
  /** The wish has changed. */
  forget: () => void;
}

export function useCorrection(id: SubmissionRow['id']): Correction {
  const bridge = useBridge();
  const [outcome, setOutcome] = useState<CorrectionOutcome>();
  const [error, setError] = useState<ErrorRecord>();
  const [isBusy, setBusy] = useState(false);
  const ask = async (wish: Wish, isDryRun: boolean) => {
    const from = location.hash;
    setBusy(true);
    setError(undefined);
    const result = await bridge.invoke['submission.correct']({ id, ...wish, isDryRun });
    setBusy(false);
    if (!result.ok) setError(result.error);
    else if (result.value.added === undefined) setOutcome(result.value);
    // A person who has gone elsewhere in the meantime is not called back.
    else if (location.hash === from) goTo({ page: 'submission', id: result.value.added });
  };
  return {
    ...{ outcome, error, isBusy },
    preview: (wish) => ask(wish, true),
    apply: (wish) => ask(wish, false),
    forget: () => {
      setOutcome(undefined);
      setError(undefined);
    },
  };
}
