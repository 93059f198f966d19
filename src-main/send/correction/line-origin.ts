/** @file Where a line of a correction came from, through all corrections before it. */

import type { SubmissionId } from '../batch.ts';
import type { QueueStore } from '../storage/store.ts';

/** A line of a submission, counted from 1. */
export interface LinePlace {
  submission: SubmissionId;
  line: number;
}

/** The line of the first file; undefined for a submission that corrects none, and where the way back is not known. */
export function originOf(store: Pick<QueueStore, 'submission' | 'lines'>, place: LinePlace): LinePlace | undefined {
  let found: LinePlace | undefined;
  for (let at = place; ; ) {
    const corrects = store.submission(at.submission)?.corrects;
    const line = corrects === undefined ? undefined : store.lines.map(at.submission)?.originalOf(at.line);
    if (corrects === undefined || line === undefined) return found;
    found = { submission: corrects, line };
    at = found;
  }
}
