/** @file One payment, by a line that has it: its modification id, and all lines where that went. */

import { AppError } from '../../src-shared/errors.ts';
import type { PaymentAsked } from '../../src-shared/payment-shapes.ts';
import { isPractice } from '../practice/practice-client.ts';
import type { FoundPayment } from '../send/receipts/payment-receipt.ts';
import { idIn } from '../send/sent-before/one-transaction.ts';
import { findPlaces, lineText } from '../send/sent-before/places.ts';
import { shownName } from './file-name.ts';
import { asPeopleKnowThem, type FindPorts } from './find.ts';

type Ports = Pick<FindPorts['app'], 'store'> &
  Partial<Pick<FindPorts['app'], 'keepsIds' | 'idIndexes'>> &
  Pick<FindPorts, 'signal'>;

/** More than any payment has. */
const MOST_LINES = 10_000;

/**
 * What is real is never told together with what a person has practised: only the lines that went as the one that was asked for.
 * @throws AppError queue.unknown-payment, queue.damaged, and the signal's reason
 */
export async function findPayment(
  { store, keepsIds = false, idIndexes: indexes, signal }: Ports,
  asked: PaymentAsked,
): Promise<FoundPayment> {
  const submission = store.submission(asked.submission);
  const index = submission && store.lines.index(submission.id);
  const text = index && lineText(submission.content, index, asked.line);
  const ownId = text && idIn(text);
  const modificationId = ownId ?? asked.id;
  const name = modificationId ?? `${shownName(submission?.name ?? '')}:${asked.line}`;
  if (submission === undefined || modificationId === undefined)
    throw new AppError('queue.unknown-payment', { id: name });
  const ports = { store, signal, most: MOST_LINES, mayRepair: false };
  const found = keepsIds && indexes ? await findPlaces([modificationId], { ...ports, indexes }) : undefined;
  const isAsked = (place: { submission: number; line: number }) =>
    place.submission === asked.submission && place.line === asked.line;
  const wasFound = found?.places.some(isAsked) === true;
  // Without the line itself, the index must know it.
  if (ownId === undefined && !wasFound) throw new AppError('queue.unknown-payment', { id: name });
  const unsearched = found?.repairs.map((repair) => repair.submission) ?? store.checkedContents().map(({ id }) => id);
  const practises = isPractice(submission.destination);
  const places = (found?.places ?? []).filter(({ submission: id }) => {
    const other = store.submission(id);
    return other !== undefined && isPractice(other.destination) === practises;
  });
  return {
    modificationId,
    lines: wasFound ? places : [...places, { submission: submission.id, line: asked.line }],
    unsearched: unsearched.filter((id) => id !== submission.id).length,
    asKnown: (told) => asPeopleKnowThem(store, told),
  };
}
