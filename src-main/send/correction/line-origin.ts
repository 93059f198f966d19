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
export const originOf = (store: OriginStore, { submission, line }: LinePlace): LineOrigin | undefined =>
  originsOf(store, submission)(line);

/** The same for many lines of one submission. */
export function originsOf(store: OriginStore, submission: SubmissionId): (line: number) => LineOrigin | undefined {
  const corrects = store.submission(submission)?.corrects;
  const before = corrects === undefined ? undefined : store.submission(corrects);
  if (before === undefined) return () => undefined;
  const map = store.lines.map(submission);
  const further = originsOf(store, before.id);
  return (number) => {
    const line = map?.originalOf(number);
    if (line === undefined) return undefined;
    return further(line) ?? { submission: before.id, line, fileName: fileNameOf(before.name) };
  };
}
