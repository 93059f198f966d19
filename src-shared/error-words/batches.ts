/** @file Errors of a batch: its upload (§2.1, §4), and what the service says of it (§2.5). */

import { type Fact, fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { duration, size, speed } from '../quantities.ts';
import { type Refusals, whyRefused } from './refusals.ts';
import { kind, triesAgain } from './wording.ts';
import { clockRemedy, type WrongClock } from './wrong-clock.ts';

/** What was seen: of the storage how it refused, where it did, and of the service what it has said. */
function unproven({ minutes, state, ...refused }: { minutes: number; state: string } & Refusals): Fact {
  const refusals = whyRefused(refused);
  if (refusals === undefined)
    return state === ''
      ? fact(
          'The last part of the batch was sent, but the storage never confirmed it, and the upload address is no longer valid. For {minutes} min the service has not known the batch.',
          { minutes },
        )
      : fact(
          'The last part of the batch was sent, but the storage never confirmed it, and the upload address is no longer valid. For {minutes} min the service has said no more than {state}, which does not prove that it has the file.',
          { minutes, state },
        );
  return state === ''
    ? fact(
        'The last part of the batch was sent, but the storage never confirmed it. {refusals} For {minutes} min the service has not known the batch.',
        { refusals, minutes },
      )
    : fact(
        'The last part of the batch was sent, but the storage never confirmed it. {refusals} For {minutes} min the service has said no more than {state}, which does not prove that it has the file.',
        { refusals, minutes, state },
      );
}

export const batchErrors = {
  'upload.address-expired': kind<WrongClock>(
    true,
    () => message('The upload address has expired'),
    (wrongClock) => ({
      detail: fact('The storage no longer accepts the address that the service had issued.'),
      remedy: clockRemedy(wrongClock, 'by-itself') ?? message('Tranship asks the service for a new address by itself.'),
    }),
  ),
  'upload.refused': kind<{ status: number; reason: Said }>(
    false,
    () => message('The storage refused the upload'),
    ({ status, reason }) => ({
      detail: fact('The storage answered {status}: {reason}', { status, reason }),
      remedy: message(
        'Tranship has tried several times, also with new upload addresses. Send the sentence above to the provider, then try again.',
      ),
    }),
  ),
  'upload.declined': kind<{ status: number; reason: Said }>(
    true,
    () => message('The storage refused the upload'),
    ({ status, reason }) => ({
      detail: fact('The storage answered {status}: {reason}', { status, reason }),
      remedy: message(
        'Tranship tries this upload address a few more times by itself. Then it checks what arrived, or asks for a new address.',
      ),
    }),
  ),
  'upload.conflict': kind(
    false,
    () => message('The storage already has another object'),
    () => ({
      detail: fact('At a new upload address, the storage already had an object before anything was sent.'),
      remedy: message(
        'Try again: Tranship then asks for a new upload address. If it happens again, tell the provider.',
      ),
    }),
  ),
  'upload.redirected': kind<{ host: string }>(
    false,
    () => message('The storage redirected the upload'),
    ({ host }) => ({
      detail: fact(
        'The storage redirected the upload to {host}. Tranship follows one redirect, and only within the same storage.',
        { host },
      ),
      remedy: message('Try again later. If it happens again, send the sentence above to the provider.'),
    }),
  ),
  'upload.unsafe-address': kind<{ host: string; danger: Said }>(
    false,
    () => message('The service named an address that is not safe'),
    ({ host, danger }) => ({
      detail: fact(
        'The service wants the file sent to an address at {host, select, none {no host} other {{at}}}, which {danger}. Nothing was sent there.',
        { host: host === '' ? 'none' : 'some', at: host, danger },
      ),
      remedy: message(
        'Tell the provider the sentence above. If the storage really is in the bank’s own network, IT can allow that for this connection.',
      ),
      remedyInTerminal: message(
        'Tell the provider the sentence above. If the storage really is in the bank’s own network, allow that with “tranship connection hosts NAME --private”.',
      ),
    }),
  ),
  'upload.other-host': kind<{ connection: string; host: string; kept: string }>(
    false,
    () => message('The service named another storage host'),
    ({ connection, host, kept }) => ({
      detail:
        kept === ''
          ? fact(
              'The service wants the file sent to {host}. So far, the files of “{connection}” went to no host that was confirmed. Nothing was sent to the other host.',
              { host, connection },
            )
          : fact(
              'The service wants the file sent to {host}. So far, the files of “{connection}” went to {kept}. Nothing was sent to the other host.',
              { host, connection, kept },
            ),
      remedy: message('Ask the provider whether this host is theirs. If it is, allow it, and what waits is sent.'),
      remedyInTerminal: message(
        'Ask the provider whether this host is theirs. If it is, allow it with “tranship connection hosts "{connection}" --allow {host}”.',
        { connection, host },
      ),
    }),
  ),
  'upload.unconfirmed-host': kind<{ connection: string; host: string }>(
    false,
    () => message('The storage host must be confirmed'),
    ({ connection, host }) => ({
      detail: fact(
        'The service wants the file sent to {host}. This host was kept for “{connection}” without the key of this data folder, such as before there was a passphrase, so another program may have written it. Nothing is sent there until you confirm it once.',
        { host, connection },
      ),
      remedy: message('Ask the provider whether this host is theirs. If it is, confirm it, and what waits is sent.'),
      remedyInTerminal: message(
        'Ask the provider whether this host is theirs. If it is, confirm it with “tranship connection hosts "{connection}" --allow {host}”.',
        { connection, host },
      ),
    }),
  ),
  'upload.host-refused': kind<{ connection: string; host: string; kept: string }>(
    false,
    () => message('The storage hosts of this connection are fixed'),
    ({ connection, host, kept }) => ({
      detail:
        kept === ''
          ? fact(
              'The service wants the file sent to {host}. The files of “{connection}” may go only to no host at all. Nothing was sent to the other host.',
              { host, connection },
            )
          : fact(
              'The service wants the file sent to {host}. The files of “{connection}” may go only to {kept}. Nothing was sent to the other host.',
              { host, connection, kept },
            ),
      remedy: message('Tell the provider. Only IT can change the list.'),
      remedyInTerminal: message(
        'Tell the provider. The list is changed with “tranship connection hosts "{connection}" --allow {host}”.',
        { connection, host },
      ),
    }),
  ),
  'upload.busy': kind<{ status: number; reason: Said; retryAfter?: number }>(
    true,
    () => message('The storage is busy'),
    ({ status, reason, retryAfter = 0 }) => ({
      detail: fact('The storage answered {status}: {reason}', { status, reason }),
      remedy: triesAgain(retryAfter),
    }),
  ),
  'upload.stalled': kind<{ seconds: number }>(
    true,
    () => message('The upload stalled'),
    ({ seconds }) => ({
      detail: fact('No data was transferred for {seconds} s.', { seconds }),
      remedy: message('Tranship starts this batch again by itself.'),
    }),
  ),
  'upload.too-slow': kind<{ bytes: number; bytesPerSecond: number; lifetimeSeconds: number }>(
    true,
    () => message('The network is too slow for a batch of this size'),
    ({ bytes, bytesPerSecond, lifetimeSeconds }) => ({
      detail: fact(
        'At {bytesPerSecond}, the {bytes} of this batch would take longer than an upload address is valid ({lifetimeSeconds}), so the upload was not started.',
        {
          bytesPerSecond: speed(bytesPerSecond),
          bytes: size(bytes),
          lifetimeSeconds: duration(1000 * lifetimeSeconds),
        },
      ),
      remedy: message(
        'Tranship starts the upload by itself when the network is faster. If it stays slow, send the file again in smaller batches.',
      ),
    }),
  ),
  'upload.interrupted': kind(
    true,
    () => message('The upload was interrupted'),
    () => ({
      detail: fact('Tranship was closed or stopped while it was sending this batch.'),
      remedy: message('Tranship checks what arrived and continues by itself.'),
    }),
  ),
  'batch.repeated-id': kind<{ batchId: string }>(
    true,
    () => message('The service gave a batch id twice'),
    ({ batchId }) => ({
      detail: fact(
        'For this batch the service gave the id {batchId}, which belongs to another upload. Nothing was sent to it.',
        { batchId },
      ),
      remedy: message(
        'Tranship asks for another id a few times by itself. If the service keeps giving one that is in use, send the sentence above to the provider, then try again.',
      ),
      remedyOnceEnded: message(
        'Send the sentence above to the provider. Once the service gives new ids, send the batch again with “tranship queue retry”.',
      ),
    }),
  ),
  'batch.repeated-address': kind<{ batchId: string }>(
    true,
    () => message('The service gave an upload address twice'),
    ({ batchId }) => ({
      detail: fact(
        'For the batch id {batchId} the service gave an upload address that it had given before, for another upload. Nothing was sent to it.',
        { batchId },
      ),
      remedy: message(
        'Tranship asks for another address a few times by itself. If the service keeps giving one that was used, send the sentence above to the provider, then try again.',
      ),
      remedyOnceEnded: message(
        'Send the sentence above to the provider. Once the service gives new addresses, send the batch again with “tranship queue retry”.',
      ),
    }),
  ),
  'batch.refused': kind<{ reason: Said }>(
    false,
    () => message('The service found invalid transactions'),
    ({ reason }) => ({
      detail:
        reason === ''
          ? fact('The batch did not pass the validation.')
          : fact('The batch did not pass the validation: {reason}', { reason }),
      remedy: message('Open the report, correct the lines it names and send them again.'),
    }),
  ),
  'batch.failed': kind<{ reason: Said }>(
    false,
    () => message('The service could not process the batch'),
    ({ reason }) => ({
      detail:
        reason === ''
          ? fact('The service reports an error without a reason.')
          : fact('The service reports: {reason}', { reason }),
      remedy: message('Try again, or send the sentence above to the provider.'),
    }),
  ),
  'batch.unknown': kind<{ hours: number }>(
    false,
    () => message('The service does not know the batch'),
    ({ hours }) => ({
      detail: fact('The storage accepted the batch, but for {hours} h the service has not known it.', { hours }),
      remedy: message('Ask the provider about this batch id, or try again.'),
    }),
  ),
  /** No longer written; queues of earlier versions hold batches that ended with it. */
  'batch.doubtful': kind<{ hours: number; state: string }>(
    false,
    () => message('It is not known whether the batch arrived'),
    ({ hours, state }) => ({
      detail: fact('The storage’s answer was lost, and for {hours} h the service has said no more than {state}.', {
        hours,
        state,
      }),
      remedy: message('Ask the provider about this batch id first. Trying again sends the same lines under a new id.'),
    }),
  ),
  'batch.unproven': kind<{ batchId: string; minutes: number; state: string } & Refusals>(
    false,
    () => message('It is not known whether the batch arrived'),
    ({ batchId, minutes, state, ...refusals }) => ({
      detail: unproven({ minutes, state, ...refusals }),
      remedy: message(
        'Ask the provider whether batch {batchId} arrived. If it did, wait: Tranship keeps asking the service and continues by itself. If it did not, send it again: it gets a new id. If the first upload did arrive, its transactions are then at the service twice.',
        { batchId },
      ),
      remedyInTerminal: message(
        'Ask the provider whether batch {batchId} arrived. If it did, wait: “tranship work” keeps asking the service and continues by itself. If it did not, send it again with “tranship queue retry”: it gets a new id. If the first upload did arrive, its transactions are then at the service twice.',
        { batchId },
      ),
    }),
  ),
  'batch.arrived-after-all': kind<{ batchId: string; state: string; replacedBy: string }>(
    false,
    () => message('An abandoned batch did arrive'),
    ({ batchId, state, replacedBy }) => ({
      detail:
        replacedBy === ''
          ? fact(
              'The service now says {state} of batch {batchId}. Its transactions were to be sent again, so they may be at the service twice.',
              { state, batchId },
            )
          : fact(
              'The service now says {state} of batch {batchId}. Its transactions were sent again as batch {replacedBy}, so they may be at the service twice.',
              { state, batchId, replacedBy },
            ),
      remedy: message('Tell the provider both batch ids, and ask which of them counts.'),
    }),
  ),
  'batch.doubled': kind<{ batches: number; lines: number }>(
    false,
    () => message('DOUBLED: lines are at the service twice'),
    ({ batches, lines }) => ({
      detail: fact(
        'The service has processed {batches, plural, one {# batch} other {# batches}} under two batch ids, so that up to {lines, plural, one {# line is} other {# lines are}} at the service twice: fewer, if a report on the earlier id, which Tranship does not read, names some of them.',
        { batches, lines },
      ),
      remedy: message(
        'Tell the provider both batch ids, which the table of batches and the receipt have, and ask which of them counts.',
      ),
      remedyInTerminal: message(
        'Tell the provider both batch ids, which “tranship receipt” shows, and ask which of them counts.',
      ),
    }),
  ),
};
