/** @file Rows that preparations refused, as a command tells of them. */

import { type RefusedRows, refusedRowsInWords, wayToRefusedInWords } from '../../../src-shared/refused-rows.ts';
import type { Output } from './output.ts';

/** Of each preparation once. */
export function sayRefusedRows(output: Pick<Output, 'sayLines'>, all: readonly RefusedRows[]): void {
  const preparations = new Map(all.map((refused) => [refused.manifest, refused])).values();
  for (const refused of preparations)
    output.sayLines([refusedRowsInWords(refused), ...wayToRefusedInWords(refused).map((way) => `  ${way}`)]);
}
