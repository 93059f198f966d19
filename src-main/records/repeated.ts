/** @file What of a file went before, where a person had it sent all the same: with what it pays now, and what it paid then. */

import { addedUp, exactAmount } from '../../src-shared/exact-amount.ts';
import type { SentAgain } from '../../src-shared/sent-again.ts';
import type { AcceptedTwice, Repeated } from '../../src-shared/statement-shapes.ts';
import { LineSet } from '../ground/line-set.ts';
import type { SubmissionId } from '../send/batch.ts';
import { type AccountStore, linkOf } from '../send/lines-in-the-end.ts';
import type { Submission } from '../send/submission.ts';
import { MOST_NAMED, sentAgain } from './sent-again.ts';
import { type RepeatPorts, wentBefore } from './went-before.ts';

/** What it paid then is known of so many lines as paper names, and of the same bytes. @throws the reason of the signal */
export async function repeatedOf(
  { store, sentBefore, signal, ...ports }: RepeatPorts & { store: AccountStore },
  submission: Submission,
): Promise<Repeated> {
  const repeated = await wentBefore({ store, sentBefore, signal, ...ports }, submission);
  const { linesBefore = 0, sumsBefore } = repeated;
  if (sumsBefore === undefined || sentBefore === undefined) return repeated;
  if (linesBefore > MOST_NAMED) return { ...repeated, ...asTheSame(store, submission, repeated) };
  const { named = [] } = (await sentAgain({ store, sentBefore, signal }, submission)) ?? {};
  const paid = named.flatMap(({ before }) => sumOf(before));
  if (paid.length !== linesBefore) return repeated;
  return { ...repeated, sumsAtFirst: addedUp(paid), acceptedTwice: acceptedTwice(store, submission, named) };
}

function sumOf({ amount = '', currency = '' }: SentAgain['named'][number]['before']) {
  return exactAmount(amount) === undefined || currency === '' ? [] : [{ currency, amount }];
}

/** Each version that was accepted, and after which a later one was accepted as well. */
function acceptedTwice(store: AccountStore, submission: Submission, named: SentAgain['named']): AcceptedTwice {
  const known = new Map<number, LineSet>();
  const accepted = (of: Submission | undefined) => {
    const lines = (of && (known.get(of.id) ?? acceptedBy(store, of))) ?? LineSet.none;
    if (of !== undefined) known.set(of.id, lines);
    return lines;
  };
  const own = accepted(submission);
  const twice = named.filter(
    // What is named is in the store.
    ({ line, submission: first, there }) =>
      own.has(line) && accepted(store.submission(first as SubmissionId)).has(there),
  );
  return {
    lines: twice.length,
    sums: addedUp(twice.flatMap(({ before }) => sumOf(before))),
    with: [...new Set(twice.map(({ submission: first }) => first))],
  };
}

/** The lines that the service has accepted of it, whatever corrects it. */
const acceptedBy = (store: AccountStore, submission: Submission): LineSet | undefined =>
  linkOf({ store, batchesOf: (id) => store.batches(id) }, submission)?.account?.accepted;

/** Of a whole file that went with the same bytes, and with no others: it paid the same. */
function asTheSame(
  store: AccountStore,
  { id, check }: Submission,
  { linesBefore, sumsBefore, wentBefore: files = [] }: Repeated,
): Partial<Repeated> {
  if (check === undefined || sumsBefore === undefined || linesBefore !== check.lines) return {};
  // Without a number of lines, others may have had some of them.
  const all = files.flatMap(({ submission, lines }) =>
    lines === undefined ? [] : (store.submission(submission as SubmissionId) ?? []),
  );
  if (all.length !== files.length || all.some((one) => one.check?.sha256 !== check.sha256)) return {};
  const own = store.submission(id);
  const areAccepted = [...all, ...(own ? [own] : [])].map((one) => acceptedBy(store, one)?.size === check.lines);
  const isAccepted = own !== undefined && areAccepted.every((each) => each);
  const [last] = all.map((one) => one.id).toSorted((a, b) => b - a);
  return {
    sumsAtFirst: sumsBefore,
    ...(isAccepted && last !== undefined && { acceptedTwice: { lines: check.lines, sums: sumsBefore, with: [last] } }),
  };
}
