/** @file What was removed from the queue and can be brought back, as the entries of the history say it. Pure. */

import type { HistoryEntry } from '../../src-shared/contract.ts';

/** A file that was removed, and can still be restored. */
export interface Removal {
  submission: NonNullable<HistoryEntry['submission']>;
  fileName: string;
  restorableUntil: number | undefined;
}

/** The removal of which this entry tells; undefined where it tells of something else. */
export function removalOf({
  kind,
  isRemoved,
  submission,
  fileName,
  restorableUntil,
}: HistoryEntry): Removal | undefined {
  if (kind !== 'removed' || !isRemoved || submission === undefined || fileName === undefined) return undefined;
  return { submission, fileName, restorableUntil };
}

/** Each file once that can be restored now, although it may have been removed several times. */
export function removalsIn(entries: readonly HistoryEntry[], now: number): Removal[] {
  const removals = new Map<Removal['submission'], Removal>();
  for (const entry of entries) {
    const removal = removalOf(entry);
    if (removal !== undefined && (removal.restorableUntil ?? 0) > now) removals.set(removal.submission, removal);
  }
  return [...removals.values()];
}

/** How many files entries tell of. */
export const filesIn = (entries: readonly Pick<HistoryEntry, 'submission'>[]): number =>
  new Set(entries.flatMap(({ submission }) => submission ?? [])).size;
