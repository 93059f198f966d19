/** @file What is missing of a submission: which of its batches the service has taken, and which it has not. Pure. */

import { assertNever } from '../../src-shared/errors.ts';
import { isEndState } from '../../src-shared/states.ts';
import type { Batch } from './batch.ts';
import type { SubmissionView } from './submission-view.ts';

/**
 * taken: processed · missing: certainly not · doubtful: it may have arrived, so a person decides about the batch itself ·
 * under-way: that is not known yet
 */
export type Arrival = 'taken' | 'missing' | 'doubtful' | 'under-way';

export interface WhatIsMissing {
  taken: Batch[];
  missing: Batch[];
  doubtful: Batch[];
  underWay: Batch[];
}

/** Of a submission that was not approved, everything is missing, and there are no batches. */
export function whatIsMissing({ batches }: Pick<SubmissionView, 'batches'>): WhatIsMissing {
  const by = Map.groupBy(batches, arrivalOf);
  return {
    taken: by.get('taken') ?? [],
    missing: by.get('missing') ?? [],
    doubtful: by.get('doubtful') ?? [],
    underWay: by.get('under-way') ?? [],
  };
}

export function arrivalOf(batch: Batch): Arrival {
  const { state, delivery, error, watched } = batch;
  // An id that was given up has arrived after all.
  if (state !== 'processed' && watched.some(({ movedAt }) => movedAt !== undefined)) return 'doubtful';
  switch (state) {
    case 'processed':
      return 'taken';
    case 'rejected':
      return 'missing';
    case 'failed':
    case 'cancelled':
      // The service has said that it could not process it.
      if (error?.code === 'batch.failed') return 'missing';
      return delivery?.mayHaveArrived === true ? 'doubtful' : 'missing';
    case 'unknown':
      return 'doubtful';
    case 'waiting':
    case 'reserving':
    case 'uploading':
    case 'verifying':
    case 'processing':
      return 'under-way';
    default:
      return assertNever(state);
  }
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
      const { missing, taken, underWay } = whatIsMissing(view);
      // Of a batch of which the service took the valid lines, the report tells those that it did not take.
      const hasRest = taken.some(({ ingestValid, report }) => ingestValid && report === 'kept');
      const isWanted = batches.some(({ state, report }) => isEndState(state) && report === 'wanted');
      if (underWay.length > 0 || isWanted) return 'under-way';
      return missing.length === 0 && !hasRest ? 'nothing-missing' : undefined;
    }
    default:
      return assertNever(submission);
  }
}
