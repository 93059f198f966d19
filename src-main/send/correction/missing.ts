/** @file What is missing of a submission: which of its batches the service has accepted lines of, and which not. Pure. */

import { assertNever } from '../../../src-shared/errors.ts';
import { isEndState } from '../../../src-shared/states.ts';
import type { Batch } from '../batch.ts';
import { arrivalOf } from '../batch-outcome.ts';
import type { SubmissionView } from '../submission-view.ts';

export interface WhatIsMissing {
  accepted: Batch[];
  missing: Batch[];
  doubtful: Batch[];
  underWay: Batch[];
}

/** Of a submission that was not approved, everything is missing, and there are no batches. */
export function whatIsMissing({ batches }: Pick<SubmissionView, 'batches'>): WhatIsMissing {
  const by = Map.groupBy(batches, arrivalOf);
  return {
    accepted: by.get('accepted') ?? [],
    missing: by.get('missing') ?? [],
    doubtful: by.get('doubtful') ?? [],
    underWay: by.get('under-way') ?? [],
  };
}

/** What keeps a correction from standing for what is missing. */
export type CorrectionObstacle = 'under-way' | 'corrected' | 'nothing-missing';

/** Why what is missing of a submission cannot be sent by another one; undefined where it can. */
export function correctionObstacle(view: SubmissionView): CorrectionObstacle | undefined {
  const { submission, batches } = view;
  if (submission.corrected !== undefined) return 'corrected';
  switch (submission.stage) {
    case 'checking':
      return 'under-way';
    case 'held':
    case 'checked':
    case 'check-failed':
    case 'cancelled':
      return undefined;
    case 'approved': {
      const { missing, accepted, underWay } = whatIsMissing(view);
      const hasRest = accepted.some(({ named = 0 }) => named > 0);
      const isWanted = batches.some(({ state, report }) => isEndState(state) && report === 'wanted');
      if (underWay.length > 0 || isWanted) return 'under-way';
      return missing.length === 0 && !hasRest ? 'nothing-missing' : undefined;
    }
    default:
      return assertNever(submission);
  }
}
