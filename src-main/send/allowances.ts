/** @file What the organisation allows of what is sent from this computer, as the queue has to obey it. Pure. */

import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { RuleSet } from '../check/rules/rule-set.ts';
import type { Submission } from './submission.ts';

export interface Allowances {
  /** Whether files with errors may be sent without a person; true by default. */
  serviceMayDecide?: boolean | undefined;
  /** Throws AppError policy.managed for rules by which nothing may be judged here; any may by default. */
  requireRules?: ((ruleSet: RuleSet) => void) | undefined;
  /** Whether files of watched folders may be sent without a person; false by default. */
  mayReleaseItself?: boolean | undefined;
  /** Whether what goes there waits for a person in any case; false by default. */
  mustConfirm?: ((bound: Pick<Submission, 'connection' | 'destination'>) => boolean) | undefined;
}

/** The options as they count now: what was chosen when the file was added may have been forbidden since. */
export function optionsAsAllowed(
  { serviceMayDecide, mayReleaseItself, mustConfirm }: Allowances,
  submission: Pick<Submission, 'options' | 'connection' | 'destination'>,
): Submission['options'] {
  const { onInvalid, awaitRelease, ...others } = submission.options;
  return {
    ...others,
    ...(mustConfirm?.(submission) === true && { awaitConfirmation: true }),
    onInvalid: serviceMayDecide === false ? 'stop' : onInvalid,
    ...(awaitRelease !== undefined && {
      awaitRelease: mayReleaseItself === true ? awaitRelease : { ...awaitRelease, when: 'always' },
    }),
  };
}

/** Whether what passed by these rules may be sent; those of a file that was added earlier may be refused now. */
export function mayJudgeBy({ requireRules }: Allowances, ruleSet: RuleSet): boolean {
  try {
    requireRules?.(ruleSet);
    return true;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'policy.managed') return false;
    throw thrown;
  }
}

/** @throws AppError policy.managed for what may not be chosen at all */
export function requireAllowed({ serviceMayDecide, requireRules }: Allowances, wanted: Submission['options']): void {
  if (wanted.onInvalid === 'service-decides' && serviceMayDecide === false)
    throw new AppError('policy.managed', { what: fact('what the check finds faulty is not sent') });
  requireRules?.(wanted.ruleSet);
}
