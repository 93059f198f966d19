/** @file The lines of a submission that went again, although they had gone before with another one: each as it is, and as it was. */

import { AppError, toAppError } from '../../src-shared/errors.ts';
import type { SentAgain } from '../../src-shared/sent-again.ts';
import { namedPaymentOf } from '../fixing/line-payment.ts';
import { textIn } from '../fixing/new-values.ts';
import type { SubmissionId } from '../send/batch.ts';
import { type OriginStore, WayBack } from '../send/correction/line-origin.ts';
import type { SentIds } from '../send/sent-before/same-ids.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { comparedWithSent, textsOf } from './sent-otherwise.ts';

/** Paper has room for so many. */
const MOST_NAMED = 200;

interface Ports {
  store: OriginStore & Pick<QueueStore, 'submission' | 'history'>;
  /** What of a file went before, by the ids of its lines. */
  sentBefore: (submission: Submission, signal: AbortSignal, mostNamed: number) => Promise<SentIds | undefined>;
  signal: AbortSignal;
}

/** Undefined where none went again. @throws the reason of the signal */
export async function sentAgain(
  { store, sentBefore, signal }: Ports,
  submission: Submission,
): Promise<SentAgain | undefined> {
  const approved = approvedAt(store, submission.id);
  const lines = approved?.detail['linesBefore'];
  if (approved === undefined || typeof lines !== 'number' || lines === 0) return undefined;
  const known = await sentBefore(submission, signal, MOST_NAMED).catch(toAppError);
  signal.throwIfAborted();
  // That they went again is known all the same.
  const found = known instanceof AppError ? [] : (known?.told?.named ?? []);
  // What went later is no reason that a person knew.
  const earlier = found.filter((one) => (approvedAt(store, one.submission)?.position ?? Infinity) < approved.position);
  const compared = await comparedWithSent(store, submission, earlier);
  const texts = await textsOf(
    submission,
    compared.map(({ line }) => line),
  );
  const way = new WayBack(store, submission.id);
  const named = compared.map(({ line, submission: of, there, differing = [] }) => {
    const text = texts.get(line);
    const payment = text === undefined ? undefined : namedPaymentOf(text);
    const origin = way.originOf(line);
    const sent = (field: 'amount' | 'currency') => {
      const other = differing.find(({ path }) => path === `modification.${field}`);
      return other === undefined ? payment?.[field] : other.sent && (textIn(other.sent) ?? other.sent);
    };
    const [amount, currency] = [sent('amount'), sent('currency')];
    return {
      ...{ line, submission: of, there },
      ...(origin !== undefined && { origin }),
      ...(payment !== undefined && { payment }),
      before: { ...(amount !== undefined && { amount }), ...(currency !== undefined && { currency }) },
      differing: differing.map(({ path }) => path).filter((path) => !paid.has(path)),
    };
  });
  return { lines, named };
}

const paid: ReadonlySet<string> = new Set(['modification.amount', 'modification.currency']);

const approvedAt = (store: Pick<QueueStore, 'history'>, id: SubmissionId) =>
  store.history(id).findLast(({ kind }) => kind === 'approved');
