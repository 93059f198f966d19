/** @file `tranship team find ID…`: who of the team sent transactions, as far as the team ledger lets this person see it. */

import { message } from '../../../../src-shared/languages/message.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { counted, iso } from '../wording.ts';
import { type IdsOfCall, idsOfCall, notFoundInWords } from './ids-of-call.ts';
import { withLedger } from './team.ts';

/** More than anybody reads. */
const MOST_PLACES = 1_000_000;

/** @throws AppError team.*, file.* */
export async function findInTeam(session: Session, given: readonly string[], options: IdsOfCall): Promise<ExitCode> {
  const { output } = session;
  const ids = await idsOfCall(given, options, session.call);
  const { places, unsearched } = await withLedger(session, 'find', ({ call }, ledger) =>
    call('team.find', { ledger, ids, most: MOST_PLACES }),
  );
  const rows = places.map(({ counts, at, announcedLater, withdrawnAt, modificationId, sending, sha256, ...place }) => ({
    modificationId,
    sending,
    fileName: place.fileName,
    person: place.person,
    desk: place.desk,
    at: iso(at),
    destination: place.destination,
    announcedLater: isoOrNull(announcedLater),
    sha256,
    withdrawnAt: isoOrNull(withdrawnAt),
    state: counts ? 'announced' : 'refused',
  }));
  if (rows.length > 0) {
    output.table(
      [
        message('id'),
        message('sent by'),
        message('desk'),
        message('announced'),
        message('file'),
        message('destination'),
        message('state'),
      ],
      rows.map(({ modificationId, person, desk, at, fileName, destination, state }) => [
        ...[modificationId, person, desk, at, fileName, destination],
        state === 'refused' ? message('rejected by the service, does not count') : message('announced, counts as sent'),
      ]),
    );
    output.say(
      message(
        'Of each id the ledger has 64 enciphered bits: a hit is as good as certain, but no proof. “tranship find” at the desk that sent it tells the line, the batch and what became of it.',
      ),
    );
  }
  for (const { modificationId, fileName, ...found } of rows)
    output.emit('sending', { id: modificationId, file: fileName, ...found });
  const known = new Set(rows.map(({ modificationId }) => modificationId));
  const notFound = ids.filter((id) => !known.has(id));
  if (notFound.length > 0) output.say(notFoundInWords(notFound, unsearched > 0));
  if (unsearched > 0)
    output.say(
      message('{files} of the team went without ids in the ledger, so these were not searched.', {
        files: counted(unsearched, 'file'),
      }),
    );
  output.emit('summary', { sendings: rows.length, notFound, unsearched });
  return notFound.length === 0 ? exitCodes.done : exitCodes.refused;
}

const isoOrNull = (at: number | undefined): string | null => (at === undefined ? null : iso(at));
