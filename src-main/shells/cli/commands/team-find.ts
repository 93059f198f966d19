/** @file `tranship team find ID…`: who of the team sent transactions, as far as the team ledger lets this person see it. */

import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { counted } from '../wording.ts';
import { type IdsOfCall, idsOfCall, notFoundInWords } from './ids-of-call.ts';
import { withLedger } from './team.ts';

/** @throws AppError team.*, file.* */
export async function findInTeam(call: Call, given: readonly string[], options: IdsOfCall): Promise<ExitCode> {
  const { output } = call;
  const ids = await idsOfCall(given, options, call);
  const { sendings, unsearched } = await withLedger(call, (ledger) => ledger.findSent(ids));
  const rows = sendings.map(({ counts, deskId: _, submission: __, ...found }) => ({
    ...found,
    state: counts ? 'announced' : 'refused',
  }));
  if (rows.length > 0) {
    output.table(
      ['id', 'sent by', 'desk', 'announced', 'file', 'destination', 'state'],
      rows.map(({ modificationId, person, desk, at, fileName, destination, state }) => [
        ...[modificationId, person, desk, at, fileName, destination],
        state === 'refused' ? 'refused by the service, does not count' : 'announced, counts as sent',
      ]),
    );
    output.say(
      'Of each id the ledger has 64 enciphered bits: a hit is as good as certain, but no proof. “tranship find” at the desk that sent it tells the line, the batch and what became of it.',
    );
  }
  for (const { id, modificationId, fileName, ...found } of rows)
    output.emit('sending', { id: modificationId, sending: id, file: fileName, ...found });
  const known = new Set(rows.map(({ modificationId }) => modificationId));
  const notFound = ids.filter((id) => !known.has(id));
  if (notFound.length > 0) output.say(notFoundInWords(notFound, unsearched > 0));
  if (unsearched > 0)
    output.say(
      `${counted(unsearched, 'file')} of the team went without ids in the ledger, so these were not searched.`,
    );
  output.emit('summary', { sendings: rows.length, notFound, unsearched });
  return rows.length > 0 ? exitCodes.done : exitCodes.refused;
}
