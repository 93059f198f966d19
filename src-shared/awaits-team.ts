/** @file Which submissions only wait for the team ledger: once it gives its word, they are sent. */

import type { ErrorCode } from './errors.ts';

/** Whether a submission that is held for this is looked at again without a person. */
export function awaitsTeam({ code }: { code: ErrorCode }): boolean {
  return code === 'submission.not-released' || code === 'folder.may-be-copy' || code.startsWith('team.');
}
