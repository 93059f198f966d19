/**
 * @file The kernel of the last small file that this thread has checked, for the next one: of ten thousand small files, to make a
 * kernel for each, with memory and tables, takes longer than to check them.
 */

import type { RuleSet } from '../rules/rule-set.ts';
import { Kernel } from './kernel.ts';

let kept: { kernel: Kernel; ruleSet: RuleSet } | undefined;

/** One that nothing else works with. @param now milliseconds since the epoch @throws what the compiler says */
export function takeKernel(ruleSet: RuleSet, now: number): Kernel {
  const last = kept;
  kept = undefined;
  if (last === undefined || !isSame(last.ruleSet, ruleSet)) return new Kernel(ruleSet, now);
  last.kernel.beginAgain(now);
  return last.kernel;
}

/** All that it has read was taken, and nothing works with it any more. */
export function keepKernel(kernel: Kernel, ruleSet: RuleSet): void {
  kept = { kernel, ruleSet };
}

const isSame = (one: RuleSet, other: RuleSet): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
