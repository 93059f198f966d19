/** @file What a kept template in use has to take over of an export that has changed: new names, and what stands in for a column. Pure. */

import type { Template, TemplateDifference } from '../../src-shared/contract.ts';
import { usedColumns } from './mapping.ts';

/** The columns that the template reads and that are there no more under that name, where it is known what to read instead. */
const replacedIn = (differences: readonly TemplateDifference[]): string[] =>
  differences.flatMap((one) => {
    if (one.kind === 'renamed' && one.isRead) return [one.before];
    return one.kind === 'gone' && one.instead !== undefined ? [one.column] : [];
  });

/** Whether the template has taken these changes over: `open` where it still reads what was before; undefined where there are none. */
export function changesOf(
  template: Template,
  differences: readonly TemplateDifference[],
): 'taken' | 'open' | undefined {
  const replaced = replacedIn(differences);
  if (replaced.length === 0) return undefined;
  const used = usedColumns(template);
  return replaced.some((column) => used.has(column)) ? 'open' : 'taken';
}
