/** @file Where a line of a correction came from, through all corrections before it. */

import type { LineOrigin } from '../../../src-shared/line-origin.ts';
import type { SubmissionId } from '../batch.ts';
import { fileNameOf } from '../receipts/source-facts.ts';
import type { QueueStore } from '../storage/store.ts';

/** A line of a submission, counted from 1. */
export interface LinePlace {
  submission: SubmissionId;
  line: number;
}

export type OriginStore = Pick<QueueStore, 'submission' | 'lines'>;

/** The line of the first file; undefined for a submission that corrects none, and where the way back is not known. */
export function originOf(store: OriginStore, { submission, line: number }: LinePlace): LineOrigin | undefined {
  const corrects = store.submission(submission)?.corrects;
  const before = corrects === undefined ? undefined : store.submission(corrects);
  const line = before && store.lines.map(submission)?.originalOf(number);
  if (before === undefined || line === undefined) return undefined;
  const place = { submission: before.id, line };
  return originOf(store, place) ?? { ...place, fileName: fileNameOf(before.name) };
}
