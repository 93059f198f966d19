/** @file A whole diagnosis in a word, the same in the window and on the command line: it contradicts no step. Pure. */

import type { DiagnosisStep } from './contract.ts';

/** `untested`: time was up before the service was asked. */
export type DiagnosisSummary = 'works' | 'may-work' | 'fails' | 'untested';

export function summaryOf(steps: readonly Pick<DiagnosisStep, 'step' | 'outcome'>[]): DiagnosisSummary {
  const outcomes = new Set(steps.map(({ outcome }) => outcome));
  if (outcomes.has('bad')) return 'fails';
  if (!steps.some(({ step, outcome }) => step === 'service' && outcome !== 'skipped')) return 'untested';
  return outcomes.has('doubtful') ? 'may-work' : 'works';
}
