/** @file The receipt of one payment, in the terminal. */

import { connectionInWords } from '../../../../src-shared/connection-words.ts';
import { AppError } from '../../../../src-shared/errors.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import { leftOutLineInWords } from '../../../../src-shared/left-out.ts';
import { becameInWords, paymentInWords } from '../../../../src-shared/payment-words.ts';
import { linkedInWords, notSearchedInWords } from '../../../../src-shared/place-words.ts';
import type { SavableReceipt } from '../../../../src-shared/receipt-asked.ts';
import { practiceInWords } from '../../../../src-shared/statement-words.ts';
import { lineInWords } from '../../../../src-shared/value-words.ts';
import type { Call } from '../../../actions/calls.ts';
import type { Session } from '../session.ts';
import { grouped } from '../wording.ts';
import { labelled, type PaymentProof, showProof, tellDoubt } from './receipt-lines.ts';

/** More than any payment has. */
const MOST_PLACES = 10_000;

/**
 * What an id means that is no number: a batch, else a payment, by the newest line that has it.
 * @throws AppError queue.unknown-payment
 */
export async function batchOrPayment(call: Call<'receipt.read' | 'queue.find'>, id: string): Promise<SavableReceipt> {
  try {
    await call('receipt.read', { batch: id });
    return { kind: 'receipt', batch: id };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.code !== 'queue.unknown-id') throw thrown;
  }
  const { places } = await call('queue.find', { ids: [id], thorough: false, beginnings: false, most: MOST_PLACES });
  const newest = places.findLast(({ line }) => line !== undefined);
  if (newest?.line === undefined) throw new AppError('queue.unknown-payment', { id });
  return { kind: 'payment-receipt', of: { submission: newest.submission, line: newest.line, id } };
}

/** What became of it, the line, each place where it went, and what proves it. */
export function showPayment({ output }: Session, { receipt: proof, doubts }: PaymentProof): void {
  const { places, payment, source, unsearched } = proof;
  tellDoubt(output, proof);
  const practice = practiceInWords([source]);
  if (practice !== undefined) output.say(practice);
  output.say(message('Receipt for the payment {id}', { id: proof.modificationId }));
  output.say(paymentInWords(places, ({ fileName }) => fileName));
  for (const { name, value } of (payment && lineInWords(payment)) || []) output.say(labelled(name, value));
  output.table(
    [
      ...[message('file'), message('line'), message('batch id'), message('what became of it'), message('connection')],
      message('SHA-256 of the line'),
    ],
    places.map((place) => [
      ...[place.fileName, grouped(place.line), place.batch?.batchId ?? ''],
      [
        becameInWords(place),
        ...(place.leftOut === undefined ? [] : [leftOutLineInWords(place.leftOut)]),
        ...linkedInWords(place, places),
      ].join('; '),
      ...[connectionInWords(place.connection), place.bytes?.sha256 ?? message('not known')],
    ]),
  );
  if (unsearched > 0) output.say(notSearchedInWords(unsearched));
  showProof(output, proof, doubts.map(inWords));
}
