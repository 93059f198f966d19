/** @file What a person looks for in the history, as the fields hold it, and the filter that it makes. Pure. */

import type { HistoryFilter } from '../../src-shared/contract.ts';
import { type SubmissionState, submissionStateNames } from '../../src-shared/states.ts';

export interface LookUp {
  fileName: string;
  batchId: string;
  modificationId: string;
  /** Days (2026-11-21); empty for no limit. */
  from: string;
  to: string;
  /** Empty for any. */
  state: string;
  person: string;
  isRemoved: boolean;
}

export const everything: LookUp = {
  fileName: '',
  batchId: '',
  modificationId: '',
  from: '',
  to: '',
  state: '',
  person: '',
  isRemoved: false,
};

/** What was taken out of the queue. */
export const removedOnly: LookUp = { ...everything, isRemoved: true };

export const isEverything = (lookUp: LookUp): boolean => JSON.stringify(lookUp) === JSON.stringify(everything);

/** Empty fields ask for nothing. Days begin and end at midnight in the person's own zone. */
export function filterOf({
  fileName,
  batchId,
  modificationId,
  from,
  to,
  state,
  person,
  isRemoved,
}: LookUp): HistoryFilter {
  const [start, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  const known = submissionStateNames.find((name): name is SubmissionState => name === state);
  return {
    ...(fileName.trim() !== '' && { named: fileName.trim() }),
    ...(batchId.trim() !== '' && { batchId: batchId.trim() }),
    ...(modificationId.trim() !== '' && { modificationId: modificationId.trim() }),
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { before: end }),
    ...(known !== undefined && { state: known }),
    ...(person !== '' && { person }),
    ...(isRemoved && { isRemoved }),
  };
}

/** The first moment of a day, or of one some days later; undefined for what is no day yet. */
export function startOfDay(day: string, later: number): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.map(Number) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  return new Date(year, month - 1, date + later).getTime();
}
