/** @file The rules that a call judges files by. */

import { rulesFor } from '../../actions/offline-check.ts';
import type { Session } from './session.ts';

/** Those of `--rules`; without it those of the organisation, or the default ones. @throws as `rulesFor` */
export async function rulesOfCall({ policy }: Pick<Session, 'policy'>, path: string | undefined) {
  return (await rulesFor(policy, path)).ruleSet;
}
