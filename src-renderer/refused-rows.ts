/** @file Of which preparations refused rows are open, as the rows of the queue tell it. Pure. */

import type { SubmissionRow } from '../src-shared/contract.ts';
import type { RefusedRows } from '../src-shared/refused-rows.ts';

/** A preparation, with the first of its files in the list. */
export interface RefusingPreparation {
  row: SubmissionRow;
  refusedRows: RefusedRows;
}

/** Each preparation once. */
export function refusingPreparations(rows: Iterable<SubmissionRow>): RefusingPreparation[] {
  const found = new Map<string, RefusingPreparation>();
  for (const row of [...rows].sort((one, other) => one.id - other.id)) {
    const { refusedRows } = row;
    if (refusedRows === undefined || found.has(refusedRows.manifest)) continue;
    found.set(refusedRows.manifest, { row, refusedRows });
  }
  return [...found.values()];
}
