/** @file What every receipt in the terminal says: what it is about, and what proves it. */

import type { CommandOutput } from '../../../../src-shared/contract.ts';
import { message } from '../../../../src-shared/languages/message.ts';
import { checkUnsignedInWords } from '../../../../src-shared/receipt-words.ts';
import type { Session } from '../session.ts';
import { batchInWords } from '../wording.ts';

export type Proof = CommandOutput<'receipt.read'>;
export type BatchProof = Extract<Proof, { kind: 'batch' }>;
export type SubmissionProof = Extract<Proof, { kind: 'submission' }>;

export type PaymentProof = Extract<Proof, { kind: 'payment' }>;

type Carried = Pick<BatchProof['receipt'], 'state' | 'remoteState'> &
  Partial<Pick<BatchProof['receipt'], 'batchId' | 'doubled'>>;

/** The state of a batch, or that its id was given up. */
export const carriedInWords = ({ state, ...batch }: Carried): string =>
  state === 'abandoned' ? message('abandoned') : batchInWords({ ...batch, state });

/** A fact of the receipt beside its name. */
export const labelled = (name: string, words: string): string => `  ${name.padEnd(12)} ${words}`;

/** Before anything that a receipt says. */
export function tellDoubt(output: Session['output'], { historyIntact, contradictions }: Proof['receipt']): void {
  if (contradictions.length > 0)
    output.say(message('ANOTHER PROGRAM HAS CHANGED THE QUEUE: this is what the history says'));
  else if (!historyIntact) output.say(message('THE HISTORY DOES NOT HOLD: do not rely on this receipt'));
}

export function showProof(output: Session['output'], proof: Proof['receipt'], doubts: readonly string[]): void {
  output.say(labelled(message('history'), historyInWords(proof)));
  for (const doubt of doubts) output.say(labelled('', doubt));
  if (proof.contradictions.length > 0)
    output.say(
      labelled(
        '',
        message('the queue says something else than the history: {contradictions}', {
          contradictions: proof.contradictions.join(', '),
        }),
      ),
    );
  if (proof.lastEntry !== undefined)
    output.say(labelled(message('last entry'), `${proof.lastEntry.position}, ${proof.lastEntry.hash}`));
  if (proof.head !== undefined)
    output.say(labelled(message('history up to'), `${proof.head.position}, ${proof.head.hash}`));
  output.say(
    proof.publicKey === undefined
      ? labelled(message('not signed'), checkUnsignedInWords())
      : labelled(message('signed with'), proof.publicKey),
  );
}

/** A batch of which the service took the valid lines counts as processed, too: its report names the others. */
export function partialLines({ ingestValid }: { ingestValid: boolean }): string[] {
  return ingestValid
    ? [
        labelled(
          message('faulty lines'),
          message('the service accepts the valid lines of a batch; its report names the others'),
        ),
      ]
    : [];
}

function historyInWords({ historyIntact, contradictions, publicKey }: Proof['receipt']): string {
  if (!historyIntact)
    return contradictions.length > 0 ? message('CONTRADICTED BY THE QUEUE') : message('DOES NOT HOLD');
  return publicKey === undefined
    ? message('intact as far as its links show: no key has sealed or checked it here')
    : message('intact');
}
