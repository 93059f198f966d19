/** @file What keeps a preparation from going on, in a sentence. Pure. */

import type { Plan, Template } from '../../src-shared/contract.ts';
import { barTexts, fieldOfSide } from '../texts/mapping.ts';
import { openFields } from './mapping-rows.ts';

interface Outcome extends Pick<Plan, 'transactions' | 'refused'> {
  processedBefore: Pick<Plan['processedBefore'], 'leftOut'>;
}

/** Why nothing can be prepared; undefined where something can. */
export function whyNot(plan: Outcome | undefined, template: Template): string | undefined {
  if (plan === undefined) return barTexts.why.counting;
  const { transactions, refused, processedBefore } = plan;
  if (transactions === 0 && refused === 0 && processedBefore.leftOut > 0) return barTexts.why.allBefore;
  // The check lets lines pass without some of it, such as a currency.
  const missing = openFields(template).map((path) => fieldOfSide(path, template));
  if (missing.length > 0) return barTexts.why.missing(missing);
  if (transactions > 0) return undefined;
  return refused === 0 ? barTexts.why.allLeftOut : barTexts.why.nothing;
}
