import { expect, it } from 'vitest';
import { firstChoices, stepsOf } from '../../src-renderer/fixing/chosen-steps.ts';
import { recipeStepSchema, suggestedStepSchema } from '../../src-shared/contract.ts';

const suggestions = suggestedStepSchema.shape.step.options.map((step) => ({ step, field: 'a.b', from: 'x', count: 1 }));

it('At first, only what needs no word of a person and loses nothing is taken', () => {
  expect(stepsOf(firstChoices(suggestions))?.map(({ step }) => step)).toEqual([
    'drop-bom',
    'drop-blank',
    'trim',
    'upper-case',
    'number-from-text',
  ]);
});

it('Every suggested step becomes one that a recipe can have', () => {
  const choices = firstChoices(suggestions).map((choice) => ({ ...choice, isTaken: true, said: 'UTC' }));
  const steps = stepsOf(choices) ?? [];
  expect(steps).toHaveLength(suggestions.length);
  for (const step of steps) expect(recipeStepSchema.safeParse(step).success).toBe(true);
});

it.each([
  ['replace', ''],
  ['set-missing', ''],
  ['strip-zone', ''],
  ['strip-zone', 'Mars'],
] as const)('Nothing is done while %s is to do with “%s”', (step, said) => {
  expect(stepsOf([{ suggestion: { step, field: 'a', count: 1 }, isTaken: true, said }])).toBeUndefined();
});
