/** @file The new names of columns in a kept template that is in use: all at once, and all at once back. Pure. */

import type { Preparation, PreparationDraft, Template, TemplateDifference } from '../../src-shared/contract.ts';
import { withRenamedColumns } from '../../src-shared/renamed-columns.ts';
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

/**
 * What the last step is taken back to: the draft before it; for a template that was taken with its new names, itself with the old
 * ones. Undefined where there is nothing to take back.
 */
export function stepBack({
  past,
  draft,
  preparation,
}: {
  past: readonly PreparationDraft[];
  draft: PreparationDraft | undefined;
  preparation: Pick<Preparation, 'source'> | undefined;
}): PreparationDraft | undefined {
  const before = past.at(-1);
  const { recognised, differences = [] } = preparation?.source ?? {};
  if (before !== undefined || draft === undefined || recognised === undefined) return before;
  if (namesOf(draft.template, differences) !== 'new') return undefined;
  const back = renamedIn(differences).map((one) => ({ ...one, column: one.before, before: one.column }));
  return { ...draft, template: withRenamedColumns(draft.template, back) };
}
