/** @file The lines of a submission that went again, although they had gone before with another one: each as it is, and as it was. */

import { AppError, toAppError } from '../../src-shared/errors.ts';
import type { SentAgain } from '../../src-shared/sent-again.ts';
import { namedPaymentOf } from '../fixing/line-payment.ts';
import { textIn } from '../fixing/new-values.ts';
import { type OriginStore, WayBack } from '../send/correction/line-origin.ts';
import type { QueueStore } from '../send/storage/store.ts';
import type { Submission } from '../send/submission.ts';
import { comparedWithSent, textsOf } from './sent-otherwise.ts';
import { type AskSentBefore, approvalOf } from './went-before.ts';

/** Paper has room for so many. */
export const MOST_NAMED = 200;

interface Ports {
  store: OriginStore & Pick<QueueStore, 'submission' | 'history'>;
  sentBefore: AskSentBefore;
  signal: AbortSignal;
}

/** Undefined where none went again. @throws the reason of the signal */
export async function sentAgain(
  { store, sentBefore, signal }: Ports,
  submission: Submission,
): Promise<SentAgain | undefined> {
  const { position, repeat: { linesBefore: lines } = {} } = approvalOf(store, submission.id);
  if (position === undefined || lines === undefined) return undefined;
  const known = await sentBefore(submission, signal, MOST_NAMED).catch(toAppError);
  signal.throwIfAborted();
  // That they went again is known all the same.
  const found = known instanceof AppError ? [] : (known?.told?.named ?? []);
  // What went later is no reason that a person knew.
  const earlier = found.filter((one) => (approvalOf(store, one.submission).position ?? Infinity) < position);
  const compared = await comparedWithSent(store, submission, earlier);
  const texts = await textsOf(
    submission,
    compared.map(({ line }) => line),
  );
  const way = new WayBack(store, submission.id);
  const named = compared.map(({ line, submission: of, there, content, differing = [] }) => {
    const text = texts.get(line);
    const payment = text === undefined ? undefined : namedPaymentOf(text);
    const origin = way.originOf(line);
    const sent = (field: 'amount' | 'currency') => {
      // Of a line that cannot be read any more, it is not known what it paid.
      if (content === undefined) return undefined;
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
