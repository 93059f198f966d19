/**
 * @file What a desk asks of a file of its team before it sends a part of it: it obeys its own policy and the rule of the ledger,
 * and takes the word of no other desk for it.
 */

import { AppError } from '../../src-shared/errors.ts';
import { fact } from '../../src-shared/languages/fact.ts';
import type { PolicyValues } from '../policy/policy-schema.ts';
import { requireAllowedRules, requireServiceMayDecide } from '../policy/rules.ts';
import type { TeamLink } from './connection/team-link.ts';
import { isReleased } from './ledger-gate.ts';
import { isAsNamed, type NamedBytes } from './sharing/file-proof.ts';
import type { FileToSend } from './sharing/files-here.ts';

export interface FileOfTeam {
  file: FileToSend;
  /** Where its bytes are here. */
  place: string;
  /** As the ledger names them. */
  parts: () => Promise<NamedBytes['parts']>;
}

/**
 * Why this desk must not send it; undefined where it may. Where a release is required, the bytes here are read once as a whole.
 * @throws AppError team.* where the ledger does not say whether it was released
 */
export async function objectionTo(
  { file, place, parts }: FileOfTeam,
  { policy, link, signal }: { policy: PolicyValues; link: TeamLink; signal: AbortSignal },
): Promise<AppError | undefined> {
  try {
    requireAllowedRules(policy, file.options.ruleSet);
    if (file.check.errors > 0) requireServiceMayDecide(policy);
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  if (policy.ledger?.release !== 'required' && !(await ledgerRequires(link, file.id))) return undefined;
  if (!(await isReleased(link, file))) return new AppError('submission.not-released', {});
  const named = { sha256: file.check.sha256, parts: await parts() };
  if (await isAsNamed(place, named, signal)) return undefined;
  return new AppError('file.changed', { path: place, how: fact('was written to after it had been checked') });
}

async function ledgerRequires(link: TeamLink, sharedFile: string): Promise<boolean> {
  const { mustBeReleased } = await import('./offers/release-rule.ts');
  return await link.use((connection) => mustBeReleased(connection, sharedFile));
}
