/**
 * @file What a recipe is: the steps that turn an export with faults into a new file without them. Pure.
 *
 * A recipe is a set: the order in which it lists its steps does not matter, but among steps of one kind. What runs after
 * what is fixed, so that the same recipe always makes the same file:
 *
 * 1. drop-bom, drop-blank: what is no line of a transaction;
 * 2. replace: values as they stand in the source, which is how findings show them;
 * 3. trim, upper-case: what is left of them;
 * 4. number-from-text, date-from-text, uuid-from-text, strip-zone: other forms of the same value;
 * 5. drop-field and keep-form, then set-missing, which so can put something else in the place of a field;
 * 6. drop-with-value, of the source, and drop-with-fault: what a person leaves out;
 * 7. drop-refused: what is still faulty after all that;
 * 8. keep-one: so that the line that is kept is never one that was just dropped. Only by the id alone it comes before, since the
 *    others do not count then, even where the one that does is left out or stays faulty. Which of the
 *    lines that say the same as that one stays, the step that compares the content as well decides.
 */

import type { DecimalMark } from '../../src-shared/written-number.ts';

/** A value that a recipe can write or look for. */
export type Scalar = string | number | boolean | null;

/** A dotted path of keys, such as `modification.amount`. */
type Field = string;

export type FieldStep =
  | { step: 'replace'; field: Field; from: Scalar; to: Scalar; reason?: string | undefined }
  | { step: 'trim'; field: Field }
  | { step: 'upper-case'; field: Field }
  | { step: 'number-from-text'; field: Field; decimal: DecimalMark; ambiguous?: 'left' | DecimalMark | undefined }
  | { step: 'date-from-text'; field: Field; format: string; zone: string; offset?: 'left' | undefined }
  | { step: 'uuid-from-text'; field: Field }
  | { step: 'strip-zone'; field: Field; zone: string }
  | { step: 'drop-field'; field: Field }
  | { step: 'keep-form'; field: Field; form: 'known' | 'unknown' }
  | {
      step: 'set-missing';
      field: Field;
      value: Scalar;
      beside?: string | undefined;
      without?: string[] | undefined;
      object?: 'missing' | undefined;
      reason?: string | undefined;
    };

/** `id`: of each modification id, the version that the first or last line says; copies of that stay. */
export type DuplicateStep = {
  step: 'keep-one';
  by: 'modification-id' | 'line' | 'id';
  keep: 'first' | 'last';
  reason?: string | undefined;
};

export type ValueDrop = { step: 'drop-with-value'; field: Field; value: Scalar; reason?: string | undefined };
export type FaultDrop = {
  step: 'drop-with-fault';
  rule: string;
  field: string;
  message?: string | undefined;
  /** Of lines that share an id. */
  ids?: string[] | undefined;
  reason?: string | undefined;
};

export type RecipeStep = (
  | { step: 'drop-bom' }
  | { step: 'drop-blank' }
  | FieldStep
  | ValueDrop
  | FaultDrop
  | { step: 'drop-refused'; reason?: string | undefined }
  | DuplicateStep
) & {
  /** When a person decided it, in ISO 8601. */
  at?: string | undefined;
};
export type StepKind = RecipeStep['step'];

export interface Recipe {
  version: 1;
  name?: string | undefined;
  steps: readonly RecipeStep[];
}

/** In the order in which they run. */
export const stepKinds = [
  'drop-bom',
  'drop-blank',
  'replace',
  'trim',
  'upper-case',
  'number-from-text',
  'date-from-text',
  'uuid-from-text',
  'strip-zone',
  'drop-field',
  'keep-form',
  'set-missing',
  'drop-with-value',
  'drop-with-fault',
  'drop-refused',
  'keep-one',
] as const satisfies readonly StepKind[];

/** Steps that change fields within a line. */
export function isFieldStep(step: RecipeStep): step is FieldStep {
  return 'field' in step && step.step !== 'drop-with-value' && step.step !== 'drop-with-fault';
}

/** Nothing is changed, and nothing dropped. */
export const emptyRecipe: Recipe = { version: 1, steps: [] };

/** The steps in the order in which they run. */
export function inOrder({ steps }: Pick<Recipe, 'steps'>): RecipeStep[] {
  return steps.toSorted((one, other) => stepKinds.indexOf(one.step) - stepKinds.indexOf(other.step));
}

/** Whether what the check finds matters to this recipe. */
export function needsFindings({ steps }: Recipe): boolean {
  return steps.some(({ step }) => step === 'drop-refused' || step === 'drop-with-fault');
}

/** Whether duplicate modification ids are dealt with, so that sharing one is no reason to drop a line. */
export function keepsOneOfEachId({ steps }: Pick<Recipe, 'steps'>): boolean {
  return steps.some((step) => step.step === 'keep-one' && step.by === 'modification-id');
}
