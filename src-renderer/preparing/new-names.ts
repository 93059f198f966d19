/** @file The new names of columns in a kept template that is in use: whether they are taken. Pure. */

import type { Template, TemplateDifference } from '../../src-shared/contract.ts';
import { usedColumns } from './mapping.ts';

type Renamed = Extract<TemplateDifference, { kind: 'renamed' }>;

const renamedIn = (differences: readonly TemplateDifference[]): Renamed[] =>
  differences.flatMap((one) => (one.kind === 'renamed' && one.isRead ? [one] : []));

/** Whether the template has the new names of what it reads: `open` where it still reads an old one; undefined where none is renamed. */
export function namesOf(template: Template, differences: readonly TemplateDifference[]): 'new' | 'open' | undefined {
  const renamed = renamedIn(differences);
  if (renamed.length === 0) return undefined;
  const used = usedColumns(template);
  return renamed.some(({ before }) => used.has(before)) ? 'open' : 'new';
}
