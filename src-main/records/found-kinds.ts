/** @file What the check found wrong with a file, by kinds: for paper, which has no room for each line. */

import type { SubmissionId } from '../send/batch.ts';
import type { FoundKind } from '../send/receipts/submission-receipt.ts';
import type { QueueStore } from '../send/storage/store.ts';

/** Beyond these, kinds are only counted. */
const MOST_KINDS = 12;
/** Values by which kinds are told apart in the store. */
const MOST_GROUPS = 10_000;

/** The most frequent kinds of errors first; none where what the check found is not kept any more. @throws the reason of the signal */
export async function foundKinds(
  { findings }: Pick<QueueStore, 'findings'>,
  id: SubmissionId,
  signal: AbortSignal,
): Promise<FoundKind[]> {
  const { groups } = await findings.groups(id, { severity: 'error' }, { offset: 0, limit: MOST_GROUPS }, signal);
  const kinds = Map.groupBy(groups, ({ rule, path }) => `${rule} ${path}`);
  return [...kinds.values()]
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const { rule, path } = first;
      const count = own.reduce((sum, group) => sum + group.count, 0);
      return [{ rule, ...(path !== '' && { field: path }), findings: count }];
    })
    .toSorted((one, other) => other.findings - one.findings)
    .slice(0, MOST_KINDS);
}
