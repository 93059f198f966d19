/** @file The rules that a call judges files by. */

import { rulesFor } from '../../actions/offline-check.ts';
import { readUtf8 } from '../../ground/files/utf8-file.ts';
import type { Call } from './call.ts';

/** Those of `--rules`; without it those of the organisation, or the default ones. @throws as `rulesFor` */
export async function rulesOfCall(
  { policy, interrupted }: Pick<Call, 'policy' | 'interrupted'>,
  path: string | undefined,
) {
  return (await rulesFor(policy, path, interrupted)).ruleSet;
}

/** The text of `--rules`, for an action that judges by it. @throws AppError rules.unreadable, file.* */
export async function givenRules(
  { interrupted }: Pick<Call, 'interrupted'>,
  path: string | undefined,
): Promise<{ name: string; text: string } | undefined> {
  return path === undefined ? undefined : { name: path, text: await readUtf8(path, 'rules.unreadable', interrupted) };
}
