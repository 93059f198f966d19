/** @file By what a person leaves lines out at once: they are blank, a value stands in them, or what is wrong with them. Pure. */

import type { Buffer } from 'node:buffer';
import { isFact } from '../../src-shared/languages/fact.ts';
import type { Complaint } from '../check/findings/finding.ts';
import { isSpace } from '../ground/json/tokens.ts';
import { fieldToSay } from './field-to-say.ts';
import { LineEditor } from './line-editor.ts';
import type { FaultDrop, FieldStep, RecipeStep, ValueDrop } from './recipe.ts';
import { idIn } from './surviving-ids.ts';

type Wrong = Pick<Complaint, 'rule' | 'path' | 'message'>;

export function isDroppedBy({ rule, field, message }: FaultDrop, wrong: Wrong): boolean {
  if (wrong.rule !== rule || fieldToSay(wrong) !== field) return false;
  return message === undefined || (isFact(wrong.message) && wrong.message.fact === message);
}

/** Of lines that share an id, whether a step is about that of this one. */
export const isAboutId = ({ ids }: FaultDrop, line: Buffer): boolean =>
  ids === undefined || ids.some((id) => id.toLowerCase() === idIn(line));

/** A change of each line that has the value: it is the line that goes. */
export const valueChangeOf = ({ field, value }: ValueDrop): FieldStep => ({
  ...{ step: 'replace', field, from: value },
  to: value === '' ? ' ' : '',
});

/** Whether steps leave a line out. @param before as it was before the others @param wrong what is wrong with what they made of it */
export function isLeftOutBy(steps: readonly RecipeStep[], before: Buffer, wrong: readonly Wrong[]): boolean {
  if (steps.some(({ step }) => step === 'drop-blank') && before.every(isSpace)) return true;
  const values = steps.flatMap((step, index) =>
    step.step === 'drop-with-value' ? [{ step: valueChangeOf(step), index }] : [],
  );
  if (new LineEditor(values).edit(before) !== undefined) return true;
  return steps.some(
    (step) => step.step === 'drop-with-fault' && isAboutId(step, before) && wrong.some((one) => isDroppedBy(step, one)),
  );
}
