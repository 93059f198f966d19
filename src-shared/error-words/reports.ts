/** @file Errors of the service’s reports on batches (§3). */

import { fact, type Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { size } from '../quantities.ts';
import { kind } from './wording.ts';

export const reportErrors = {
  'report.unsafe-address': kind<{ host: string; danger: Said }>(
    true,
    () => message('The report is at an address that is not safe'),
    ({ host, danger }) => ({
      detail: fact(
        'The service offers the report at {host, select, none {no host} other {{at}}}, an address which {danger}. It was not fetched.',
        { host: host === '' ? 'none' : 'some', at: host, danger },
      ),
      remedy: message('Tell the provider the sentence above. Tranship asks for another address once an hour.'),
    }),
  ),
  'report.other-host': kind<{ connection: string; host: string; kept: string }>(
    true,
    () => message('The report is at another host'),
    ({ connection, host, kept }) => ({
      detail:
        kept === ''
          ? fact(
              'The service offers the report at {host}. So far, the files of “{connection}” went to no host that was confirmed. The report was not fetched.',
              { host, connection },
            )
          : fact(
              'The service offers the report at {host}. So far, the files of “{connection}” went to {kept}. The report was not fetched.',
              { host, connection, kept },
            ),
      remedy: message(
        'Ask the provider whether this host is theirs. If it is, IT can allow it; the report then comes by itself.',
      ),
      remedyInTerminal: message(
        'Ask the provider whether this host is theirs. If it is, allow it with “tranship connection hosts "{connection}" --allow {host}”.',
        { connection, host },
      ),
    }),
  ),
  'report.unconfirmed-host': kind<{ connection: string; host: string }>(
    true,
    () => message('The host of the report must be confirmed'),
    ({ connection, host }) => ({
      detail: fact(
        'The service offers the report at {host}. This host was kept for “{connection}” without the key of this data folder, such as before there was a passphrase, so another program may have written it. The report is not fetched until you confirm it once.',
        { host, connection },
      ),
      remedy: message(
        'Ask the provider whether this host is theirs. If it is, IT can confirm it; the report then comes by itself.',
      ),
      remedyInTerminal: message(
        'Ask the provider whether this host is theirs. If it is, confirm it with “tranship connection hosts "{connection}" --allow {host}”.',
        { connection, host },
      ),
    }),
  ),
  'report.none': kind<{ id: string }>(
    false,
    () => message('There is no report'),
    ({ id }) => ({
      detail: fact('The service has not provided a report on the batch {id}.', { id }),
      remedy: message(
        'The service reports on the lines that it rejected. Where it accepted every line, there may be no report.',
      ),
    }),
  ),
  'report.no-room': kind<{ folder: string; bytes: number }>(
    true,
    () => message('There is no room for the report'),
    ({ folder, bytes }) => ({
      detail: fact('The report was not fetched, because less than {bytes} would have been left free in {folder}.', {
        bytes: size(bytes),
        folder,
      }),
      remedy: message('Free some space on this disk. Tranship then fetches the report by itself.'),
      remedyOnceEnded: message('Free some space on this disk, then try again.'),
    }),
  ),
  'report.too-large': kind<{ limit: number }>(
    false,
    () => message('The report is too large'),
    ({ limit }) => ({
      detail: fact('The report has more than {limit}, so it was not kept.', { limit: size(limit) }),
      remedy: message(
        'Ask the provider for it. Such a report usually names every line: correct what it says about the first ones, and send the file again.',
      ),
    }),
  ),
  'report.unreadable': kind<{ reason: Said }>(
    true,
    () => message('The report could not be read'),
    ({ reason }) => ({
      detail: fact('Reading the report broke off: {reason}. The report itself is kept as it came.', { reason }),
      remedy: message('Try again. If it happens again, save the report and ask your IT to look at it.'),
    }),
  ),
  'report.contrary': kind<{ state: string }>(
    false,
    () => message('The report contradicts the service'),
    ({ state }) => ({
      detail: fact('The state of the batch is {state}, and its report says that every line was accepted.', {
        state,
      }),
      remedy: message('Ask the provider what became of this batch before you send any of it again.'),
    }),
  ),
  'report.unclear': kind<{
    why: 'unknownShape' | 'cutOff' | 'broken' | 'otherLines' | 'unproven' | 'missingLines' | 'noLines';
  }>(
    false,
    () => message('The report does not say which lines were rejected'),
    ({ why }) => ({
      detail: fact(
        '{why, select, cutOff {Only a part of the report came} broken {Parts of the report cannot be read} otherLines {The report names lines that the batch does not have} unproven {The report leaves open which lines it means} missingLines {The report leaves out lines of the batch} noLines {The report names no lines} other {The report is in a form that Tranship cannot read}}. Which lines of the batch were accepted is therefore not known. The report itself is kept as it came.',
        { why },
      ),
      remedy: message(
        'Ask for the report again. If it stays so, save it and ask the provider which lines were accepted.',
      ),
      ...(why === 'unproven' && {
        remedyInTerminal: message(
          'Ask the provider from where its reports count lines, and set it: “tranship connection change NAME --report-lines-from 0”, or 1. The report is then read again.',
        ),
      }),
    }),
  ),
  'report.refused': kind<{ status: number }>(
    true,
    () => message('The storage did not deliver the report'),
    ({ status }) => ({
      detail: fact('The storage answered {status} instead of the report.', { status }),
      remedy: message('Tranship asks again a few times by itself. If no report comes, ask the provider for it.'),
      remedyOnceEnded: message('Try again in a few minutes. If no report comes, ask the provider for it.'),
    }),
  ),
};
