/** @file What the lines of a file pay, as its row says it. Pure. */

import { amountIn, sumsInWords } from '../../src-shared/amounts.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { addedUp } from '../../src-shared/exact-amount.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';

/** What is known of it. */
export type Paid = Pick<SubmissionRow, 'sums' | 'errors' | 'unsummed'>;

/** Lines whose amount cannot be read are faulty, but not every fault is in the amount. */
const isPartial = ({ errors, unsummed }: Paid): boolean => errors > 0 && unsummed !== 0;

/** “4,421,234.45 EUR”, of several currencies the largest sum and how many there are besides; empty where it is not known: what can be read of faulty lines is no sum. */
export function sumInWords(paid: Paid): string {
  const { sums = [] } = paid;
  const [first, ...others] = sums.toSorted((one, other) => Number(other.amount) - Number(one.amount));
  if (first === undefined || isPartial(paid)) return '';
  const sum = amountIn(first.amount, first.currency);
  return others.length === 0 ? sum : message('{sum} +{count, number}', { sum, count: others.length });
}

/** Of files that came together, each once, as it was added; none as long as one of them has none. */
export function sumsOfFiles(rows: readonly (Paid & Pick<SubmissionRow, 'story'>)[]): Paid {
  const added = rows.filter(({ story }) => story?.corrects === undefined);
  const areKnown = added.every(({ sums = [] }) => sums.length > 0);
  const errors = added.filter(isPartial).reduce((total, row) => total + row.errors, 0);
  return { errors, ...(areKnown && { sums: addedUp(added.flatMap(({ sums = [] }) => sums)) }) };
}

/** All of them, for a tooltip; undefined where none is known. */
export function allSumsInWords(paid: Paid): string | undefined {
  const { sums = [] } = paid;
  if (sums.length === 0) return undefined;
  return labelled(
    isPartial(paid) ? message('Sums of the file as it came, as far as they can be read') : message('Sums'),
    sumsInWords(sums),
  );
}
