/** @file From what is suggested and what a person says to the steps of a recipe. Pure. */

import type { RecipeStep, SuggestedStep } from '../../src-shared/contract.ts';
import { isZone } from '../../src-shared/zones.ts';

/** A suggested step as the person has it: taken or not, with what only a person can say. */
export interface Choice {
  suggestion: SuggestedStep;
  isTaken: boolean;
  /** The new value, or the zone. */
  said: string;
}

/** What a person must say of a step, if anything. */
export type Need = 'value' | 'zone' | undefined;

export function needOf({ step }: Pick<SuggestedStep, 'step'>): Need {
  if (step === 'replace' || step === 'set-missing') return 'value';
  return step === 'strip-zone' ? 'zone' : undefined;
}

/** Taken at first is what needs no word of a person, and loses nothing. */
export function firstChoices(suggestions: readonly SuggestedStep[]): Choice[] {
  const harmless = new Set<SuggestedStep['step']>(['drop-bom', 'drop-blank', 'trim', 'upper-case', 'number-from-text']);
  return suggestions.map((suggestion) => ({ suggestion, isTaken: harmless.has(suggestion.step), said: '' }));
}

/** Whether it is said what has to be said. */
export function isComplete({ suggestion, isTaken, said }: Choice): boolean {
  if (!isTaken) return true;
  const need = needOf(suggestion);
  if (need === 'zone') return said.trim() !== '' && isZone(said.trim());
  return need === undefined || said !== '';
}

/** The steps that are taken; undefined while something is not said. */
export function stepsOf(choices: readonly Choice[]): RecipeStep[] | undefined {
  if (!choices.every(isComplete)) return undefined;
  return choices.filter(({ isTaken }) => isTaken).map(stepOf);
}

function stepOf({ suggestion, said }: Choice): RecipeStep {
  const { step, field = '', from = null } = suggestion;
  switch (step) {
    case 'replace':
      return { step, field, from, to: said };
    case 'set-missing':
      return { step, field, value: said };
    case 'strip-zone':
      return { step, field, zone: said.trim() };
    case 'number-from-text':
      return { step, field, decimal: '.' };
    case 'trim':
    case 'upper-case':
    case 'drop-field':
      return { step, field };
    case 'keep-one':
      return { step, by: 'modification-id', keep: 'first' };
    case 'drop-bom':
    case 'drop-blank':
    case 'drop-refused':
      return { step };
  }
}
