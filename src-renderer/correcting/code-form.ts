/** @file The form of codes that a person types. Pure. */

import type { FaultKind } from '../../src-shared/contract.ts';

/** Codes have one form: what has another is not decided upon, and then refused by the check. */
export const hasForm = (holds: FaultKind['holds'], said: string): boolean =>
  said === '' || (codeForms.get(holds ?? '')?.test(said) ?? true);

const codeForms: ReadonlyMap<string, RegExp> = new Map([
  ['country', /^[A-Z]{2}$/],
  ['currency', /^[A-Z]{3}$/],
]);
