/** @file Whether a submission has progress to show. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { factsOf } from '../../src-shared/states.ts';

/** Whether it still has stages to show; at the end its account says more. */
export function hasStages({ state, whole, waitsForCheck }: SubmissionRow): boolean {
  if (state === 'checking') return waitsForCheck !== true;
  return whole.bytes > 0 && factsOf(state).phase !== 'ended';
}
