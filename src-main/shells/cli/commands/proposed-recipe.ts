/** @file A recipe for what was found, to be completed by a person where only a person knows the right value. Pure. */

import type { FaultEntry, FaultKind, RecipeStep } from '../../../../src-shared/contract.ts';

/** No value of a recipe, so that nothing is done before a person has written one. */
export const FILL_IN = '["?"]';
const MOST_STEPS = 10;

export interface ProposedRecipe {
  lines: string[];
  isOfFindings: boolean;
  /** Whether a person has to write values into it. */
  isToFill: boolean;
}

/** @param kinds what was found, by kinds; where no step would help with any, the recipe is an example */
export function proposedRecipe(kinds: readonly FaultKind[]): ProposedRecipe {
  const found = kinds.flatMap((kind) => kind.entries.map((entry) => ({ entry, step: stepFor(kind, entry) })));
  const helping = found
    .toSorted((one, other) => other.entry.lines - one.entry.lines)
    .flatMap(({ step }) => step ?? [])
    .slice(0, MOST_STEPS);
  const isOfFindings = helping.length > 0;
  const example = [{ step: 'replace', field: 'payment_source_country', from: 'Sweden', to: 'SE' }];
  const written = (isOfFindings ? helping : example).map((step) => `    ${JSON.stringify(step)}`);
  const steps = written.map((step, at) => (at + 1 < written.length ? `${step},` : step));
  const isToFill = written.some((step) => step.includes(FILL_IN));
  return { lines: ['{', '  "version": 1,', '  "steps": [', ...steps, '  ]', '}'], isOfFindings, isToFill };
}

/** The likeliest step, with what only a person can say left open; undefined where no step of one kind would help. */
function stepFor({ field, holds }: FaultKind, { fault, ways: [way], isCertain }: FaultEntry): object | undefined {
  const open = JSON.parse(FILL_IN);
  if (way !== undefined) return isCertain ? way.step : { ...way.step, ...openParts(way.step, open) };
  // No value can be written in the place of an object.
  if (holds === undefined) return undefined;
  if (fault.kind === 'missing') {
    const { kind: _, ...where } = fault;
    return { step: 'set-missing', field, value: open, ...where };
  }
  if (fault.kind !== 'value' || fault.isShortened === true) return undefined;
  return { step: 'replace', field, from: fault.value, to: open };
}

function openParts({ step }: RecipeStep, open: unknown): object {
  switch (step) {
    case 'strip-zone':
      return { zone: open };
    case 'date-from-text':
      return { format: open };
    case 'number-from-text':
      return { decimal: open };
    default:
      return {};
  }
}
