/** @file The list of the queue: what is looked for; and as text, a few submissions at a time, since uploads continue in between. */

import { setImmediate } from 'node:timers/promises';
import type { SubmissionForPrograms } from '../../src-shared/contract.ts';
import { judgeOf } from '../../src-shared/queue-filter.ts';
import { SavedTable } from '../ground/saved-table.ts';
import { lastAccount } from '../records/file-account.ts';
import { openFiles } from '../records/open-files.ts';
import { openRefusedRowsIn } from '../records/refused-rows.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { AccountStore } from '../send/lines-in-the-end.ts';
import { columnsOfList, type ListedSubmission, listedSubmission, listLine } from '../send/list-export.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { submissionViews, viewInQueue, viewOf } from '../send/submission-view.ts';
import type { CommandHandlers } from './ports.ts';
import { hasNothingToSend, shownAs, submissionForPrograms } from './submission-row.ts';

/** Takes some ten milliseconds. */
const READ_AT_ONCE = 20;

export type ListFormat = 'csv' | 'jsonl';

export function queueListCommands({
  store,
}: {
  store: QueueStore;
}): Pick<CommandHandlers, 'queue.list' | 'queue.open'> {
  return {
    'queue.list': ({ ids, filter: { added, ...filter } }) =>
      store.atOneTime(() => {
        const named = ids.length === 0 ? submissionViews(store) : ids.map((id) => viewInQueue(store, id));
        const judge = judgeOf({ ...filter, added }, Date.now());
        const submissions: SubmissionForPrograms[] = [];
        let refused: ReturnType<typeof openRefusedRowsIn> | undefined;
        for (const view of named) {
          const { id, name, connection, addedAt, prepared } = view.submission;
          if (judge({ id, ...shownAs(name), connection, addedAt, state: view.state }) !== 0) continue;
          if (prepared !== undefined) refused ??= openRefusedRowsIn(store);
          submissions.push(submissionForPrograms(view, { refusedRows: refused?.get(id) }));
        }
        return { submissions, all: store.countInQueue() };
      }),
    'queue.open': async () => {
      const { open, refusedRows, leftOut } = await openFiles(store);
      return {
        refusedRows,
        open: open.map(({ file: { submission }, account, at }) => ({
          id: submission.id,
          file: submission.name,
          connection: submission.connection,
          ...(account !== undefined && { account }),
          at: { ...submissionForPrograms(at), isEmpty: hasNothingToSend(at) },
        })),
        leftOut: leftOut.map(({ file: { submission }, lines, reasons }) => ({
          id: submission.id,
          file: submission.name,
          lines,
          reasons,
        })),
      };
    },
  };
}

type ListStore = AccountStore & Pick<QueueStore, 'endOf'>;

/** The submissions in this order. What was removed meanwhile is left out. Rejects with the signal's reason. */
export async function* queueListPieces(
  store: ListStore,
  ids: readonly SubmissionId[],
  format: ListFormat,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const table = new SavedTable(columnsOfList);
  if (format === 'csv') yield table.head();
  const written = format === 'csv' ? (row: ListedSubmission) => table.row(row) : listLine;
  for (let first = 0; first < ids.length; first += READ_AT_ONCE) {
    signal.throwIfAborted();
    const listed = ids.slice(first, first + READ_AT_ONCE).map((id) => listedIn(store, id));
    const piece = listed.map((row) => (row === undefined ? '' : written(row))).join('');
    if (piece !== '') yield piece;
    await setImmediate();
  }
}

export function listedIn(store: ListStore, id: SubmissionId): ListedSubmission | undefined {
  const submission = store.submission(id);
  if (submission === undefined || submission.removedAt !== undefined) return undefined;
  const own = viewOf(submission, store.batches(id));
  // Lines that its corrections have left out are no longer open.
  const last = submission.corrected === undefined ? undefined : lastAccount(store, submission);
  const view = { ...own, account: last?.account ?? own.account };
  return listedSubmission(view, shownAs, store.endOf(id, view.state));
}
