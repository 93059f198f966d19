/** @file A workplace whose variables lead to its own practice tenant. */

import { type PracticeOptions, type PracticeTenant, startPracticeTenant } from '../../src-main/practice/tenant.ts';
import { environmentOf, openWorkplace, type Workplace } from './tranship.ts';

export interface PracticePlace extends AsyncDisposable {
  readonly tenant: PracticeTenant;
  readonly workplace: Workplace;
}

export async function openPracticePlace(options: PracticeOptions = {}): Promise<PracticePlace> {
  const tenant = await startPracticeTenant({ pace: 0, ...options });
  const workplace = await openWorkplace(environmentOf(tenant));
  return {
    tenant,
    workplace,
    [Symbol.asyncDispose]: async () => {
      await workplace[Symbol.asyncDispose]();
      await tenant.close();
    },
  };
}
