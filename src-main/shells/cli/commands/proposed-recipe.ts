/** @file A recipe for what was found, to be completed by a person where only a person knows the right value. Pure. */

import type { SuggestedStep } from '../../../../src-shared/contract.ts';

/** No value of a recipe, so that nothing is done before a person has written one. */
export const FILL_IN = '["?"]';
const MOST_STEPS = 10;

export interface ProposedRecipe {
  lines: string[];
  isOfFindings: boolean;
  /** Whether a person has to write values into it. */
  isToFill: boolean;
}

/** @param suggested what would help, the most frequent first; without any, the recipe is an example */
export function proposedRecipe(suggested: readonly SuggestedStep[]): ProposedRecipe {
  // Dropping what stays faulty is for a person to want.
  const helping = suggested.filter(({ step }) => step !== 'drop-refused').slice(0, MOST_STEPS);
  const isOfFindings = helping.length > 0;
  const example = [{ step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' }];
  const written = (isOfFindings ? helping.map(completed) : example).map((step) => `    ${JSON.stringify(step)}`);
  const steps = written.map((step, at) => (at + 1 < written.length ? `${step},` : step));
  const isToFill = written.some((step) => step.includes(FILL_IN));
  return { lines: ['{', '  "version": 1,', '  "steps": [', ...steps, '  ]', '}'], isOfFindings, isToFill };
}

function completed({ count: _, ...step }: SuggestedStep) {
  const open = JSON.parse(FILL_IN);
  switch (step.step) {
    case 'replace':
      return { ...step, to: open };
    case 'set-missing':
      return { ...step, value: open };
    case 'strip-zone':
      return { ...step, zone: open };
    case 'keep-one':
      return { ...step, by: 'modification-id', keep: 'first' };
    default:
      return step;
  }
}
