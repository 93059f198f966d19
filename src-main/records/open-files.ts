/**
 * @file What is open, anywhere: each file in the queue of which not every line was accepted or left out, with its corrections; and of
 * the others, how many of their lines were left out, so that these are not taken for accepted.
 */

import { type Account, isAllAccepted, isWhole } from '../../src-shared/account.ts';
import type { LeftOut } from '../../src-shared/left-out.ts';
import type { RefusedRows } from '../../src-shared/refused-rows.ts';
import { accountOf } from '../send/account.ts';
import type { SubmissionId } from '../send/batch.ts';
import type { StoredStanding } from '../send/storage/standing-document.ts';
import type { QueueStore } from '../send/storage/store.ts';
import { correctionsOf } from '../send/submission.ts';
import { type SubmissionView, viewInQueue } from '../send/submission-view.ts';
import { fileAccount } from './file-account.ts';
import { leftOutReasonsOf } from './left-out.ts';
import { openRefusedRowsIn } from './refused-rows.ts';
import { isCountedWithFirst } from './statement.ts';

export interface OpenFile {
  file: SubmissionView;
  /** With what became of its lines in its corrections; undefined until they are counted. */
  account: Account | undefined;
  /** Where the next step is taken: the file itself, or the latest of its corrections that is open. */
  at: SubmissionView;
}

export interface OpenFiles {
  open: OpenFile[];
  /** Of each preparation once, with the first of its files in the queue. */
  refusedRows: (RefusedRows & { id: SubmissionId })[];
  /** Of files that are not open. */
  leftOut: ({ file: SubmissionView } & Pick<LeftOut, 'lines' | 'reasons'>)[];
}

export async function openFiles(store: QueueStore): Promise<OpenFiles> {
  const open: OpenFile[] = [];
  const leftOut: OpenFiles['leftOut'] = [];
  for (const file of viewsToAsk(store)) {
    const { submission } = file;
    if (await isPartOfAnother(store, file)) continue;
    const isCorrected = submission.corrected !== undefined;
    const { corrected } = (isCorrected ? await fileAccount({ store, sumUp: async () => [] }, submission) : {}) ?? {};
    const account = corrected?.account ?? file.account;
    if (!isOpen(file, account)) {
      const lines = account?.leftOut ?? 0;
      if (lines > 0) leftOut.push({ file, ...leftOutReasonsOf(store, submission, lines) });
      continue;
    }
    const corrections = (corrected?.steps ?? []).flatMap((step) => {
      const isThere = store.submission(step.submission)?.removedAt === undefined;
      return isThere ? [viewInQueue(store, String(step.submission))] : [];
    });
    open.push({ file, account, at: corrections.findLast((one) => isOpen(one, one.account)) ?? file });
  }
  return { open, refusedRows: refusedInQueue(store), leftOut };
}

/** Of most files every line was accepted, as their standings say without a look at a batch: neither open nor left out. */
function viewsToAsk(store: QueueStore): SubmissionView[] {
  const isSettled = ({ submission, sums }: StoredStanding) => {
    if (sums === undefined || submission.corrected !== undefined || sums.doubled !== undefined) return false;
    const account = accountOf(submission, sums.account);
    return account !== undefined && isWhole(account);
  };
  const others = store.standings().filter((standing) => !isSettled(standing));
  return others.map(({ submission }) => viewInQueue(store, String(submission.id)));
}

function refusedInQueue(store: QueueStore): OpenFiles['refusedRows'] {
  const inQueue = new Set(store.submissions().map(({ id }) => id));
  const own = [...openRefusedRowsIn(store)].filter(([id]) => inQueue.has(id));
  const firsts = Map.groupBy(own, ([, { manifest }]) => manifest).values();
  return [...firsts].flatMap(([first]) => (first === undefined ? [] : [{ ...first[1], id: first[0] }]));
}

/** What is at the service twice is open: which of the two counts, a person finds out. What was only to be checked, and what a person has given up as a whole, is not open. */
function isOpen({ state, doubled, submission: { stage } }: SubmissionView, account: Account | undefined): boolean {
  if (doubled.batches > 0) return true;
  if (state === 'checked' || stage === 'cancelled') return false;
  return account === undefined || !isAllAccepted(account);
}

/** Whether its lines are told of with those of the file that it corrects, which is in the queue. */
async function isPartOfAnother(store: QueueStore, { submission }: SubmissionView): Promise<boolean> {
  const { corrects } = submission;
  const first = corrects === undefined ? undefined : store.submission(corrects);
  if (first === undefined || first.removedAt !== undefined) return false;
  return correctionsOf(first).includes(submission.id) && (await isCountedWithFirst(store, submission));
}
