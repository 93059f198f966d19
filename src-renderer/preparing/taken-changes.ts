/** @file What a kept template in use has to take over of an export that has changed: new names, and what stands in for a column. Pure. */

import { replacedColumns } from '../../src-shared/changed-columns.ts';
import type { Template, TemplateDifference } from '../../src-shared/contract.ts';
import { usedColumns } from './mapping.ts';

/** Whether the template has taken these changes over: `open` where it still reads what was before; undefined where there are none. */
export function changesOf(
  template: Template,
  differences: readonly TemplateDifference[],
): 'taken' | 'open' | undefined {
  const replaced = replacedColumns(differences);
  if (replaced.length === 0) return undefined;
  const used = usedColumns(template);
  return replaced.some((column) => used.has(column)) ? 'open' : 'taken';
}
