/** @file What the lines of a file pay, as its row says it. Pure. */

import { sumsInWords } from '../../src-shared/account-words.ts';
import { amountIn } from '../../src-shared/amounts.ts';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { labelled } from '../../src-shared/languages/labelled.ts';
import { message } from '../../src-shared/languages/message.ts';

type Row = Pick<SubmissionRow, 'sums' | 'errors'>;

/** “4,421,234.45 EUR”; empty where it is not known. Several currencies have no sum, and what can be read of faulty lines is none. */
export function sumInWords({ sums = [], errors }: Row): string {
  const [first, ...others] = sums;
  if (first === undefined || errors > 0) return '';
  return others.length === 0 ? amountIn(first.amount, first.currency) : message('Several currencies');
}

/** All of them, for a tooltip; undefined where none is known. */
export function allSumsInWords({ sums = [], errors }: Row): string | undefined {
  if (sums.length === 0) return undefined;
  return labelled(errors > 0 ? message('Sums, as far as they can be read') : message('Sums'), sumsInWords(sums));
}
