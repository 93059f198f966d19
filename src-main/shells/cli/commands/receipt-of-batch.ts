/** @file The receipt of one batch, in the terminal. */

import { happeningInWords } from '../../../../src-shared/history-words.ts';
import { inWords, message } from '../../../../src-shared/languages/message.ts';
import type { Session } from '../session.ts';
import { size } from '../wording.ts';
import { type BatchProof, carriedInWords, labelled, partialLines, showProof, tellDoubt } from './receipt-lines.ts';

/** What became of the batch, and every entry of its history. */
export function showBatch({ output }: Session, { receipt: proof, doubts }: BatchProof, batchId: string): void {
  const {
    file,
    fileSha256,
    connection,
    start,
    end,
    bytes,
    lines,
    sha256,
    state,
    remoteState,
    attempts,
    abandoned,
    doubled,
    reason,
  } = proof;
  tellDoubt(output, proof);
  output.say(message('Receipt for batch {id}', { id: proof.batchId ?? batchId }));
  output.say(labelled(message('file'), file));
  output.say(labelled(message('file SHA-256'), fileSha256 ?? message('not known')));
  output.say(labelled(message('connection'), `${connection}, ${proof.serviceHost}`));
  if (proof.storageHost !== undefined) output.say(labelled(message('storage'), proof.storageHost));
  output.say(
    labelled(
      message('bytes'),
      message('{start} to {end} ({size}, {lines, number} lines)', { start, end, size: size(bytes), lines }),
    ),
  );
  if (proof.account !== undefined)
    output.say(
      labelled(
        message('lines'),
        message('{accepted, number} accepted, {rejected, number} rejected', {
          accepted: proof.account.accepted,
          rejected: proof.account.rejected,
        }),
      ),
    );
  output.say(labelled('SHA-256', sha256));
  output.say(
    labelled(
      message('state'),
      message('{state}, uploads started: {attempts}', {
        state: carriedInWords({ state, remoteState }),
        attempts,
      }),
    ),
  );
  output.sayLines(partialLines(proof.source));
  if (proof.replacedBy !== undefined) output.say(labelled(message('replaced by'), proof.replacedBy));
  if (proof.acceptedAt !== undefined)
    output.say(labelled(message('arrived'), message('proven at {at}', { at: proof.acceptedAt })));
  if (reason !== undefined) output.say(labelled(message('reason'), reason));
  if (abandoned.length > 0) output.say(labelled(message('abandoned'), abandoned.join(', ')));
  if (doubled !== undefined)
    output.say(
      labelled(message('DOUBLED'), message('processed as {ids}', { ids: doubled.join(` ${message('and as')} `) })),
    );
  showProof(output, proof, doubts.map(inWords));
  output.table(
    [message('time'), message('what happened'), message('state'), message('the service says'), message('by')],
    proof.history.map(({ at, kind, user, machine, ...event }) => {
      const [state, remoteState] = [String(event.state ?? ''), String(event.remoteState ?? '')];
      const by = user === undefined ? '' : `${user}@${machine}`;
      return [at, happeningInWords({ kind, state, remoteState }), state, remoteState, by];
    }),
  );
}
