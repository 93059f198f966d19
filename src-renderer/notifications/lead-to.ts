/** @file Leads from a notification to the first submission that it was about. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { isDialogOpen } from '../dialog.tsx';
import { queueRoute } from '../queue/use-queue-address.ts';
import type { Stores } from '../stores.ts';
import { goTo } from '../use-route.ts';

/** @param ids the most urgent first; one that is no longer in the queue leads only to the queue */
export function leadTo(
  { queue, queueView }: Pick<Stores, 'queue' | 'queueView'>,
  ids: readonly SubmissionRow['id'][],
): void {
  const rows = queue.getState().list?.rows;
  const id = ids.find((one) => rows === undefined || rows.has(one));
  if (id !== undefined) queueView.getState().seek(id);
  // What a person is doing in a dialog comes first; the row waits in the queue.
  if (!isDialogOpen()) goTo(queueRoute(queueView.getState()));
}
