/** @file `tranship team history`: who did what at which desk, as far as the team ledger lets this person read it. */

import { message } from '../../../../src-shared/languages/message.ts';
import type { TeamHappening, TeamHistoryFilter } from '../../../../src-shared/team-history-shapes.ts';
import { teamHappeningInWords } from '../../../../src-shared/team-history-words.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Session } from '../session.ts';
import { iso } from '../wording.ts';
import { withLedger } from './team.ts';

export interface TeamHistoryOptions {
  desk?: string;
  person?: string;
  /** Milliseconds since the epoch. */
  since?: number;
  limit: number;
}

export async function showTeamHistory(
  session: Session,
  { desk, person, since, limit }: TeamHistoryOptions,
): Promise<ExitCode> {
  const { output } = session;
  const filter: TeamHistoryFilter = { desk, person, from: since };
  const { happenings, olderThan } = await withLedger(session, 'history', ({ call }, ledger) =>
    call('team.history', { ledger, filter, limit }),
  );
  const shown = happenings.toReversed();
  output.table(
    [message('time'), message('person'), message('desk'), message('what happened'), message('file')],
    shown.map(rowOf),
  );
  for (const { at, ...happening } of shown)
    output.emit('entry', { at: iso(at), ...happening, words: teamHappeningInWords(happening) });
  if (olderThan !== undefined) output.say(message('There are earlier ones: see --limit.'));
  output.emit('summary', { entries: shown.length, hasMore: olderThan !== undefined });
  return exitCodes.done;
}

function rowOf({ at, person, desk, kind, detail }: TeamHappening): string[] {
  const words = teamHappeningInWords({ kind, detail });
  const { reason, file = '' } = detail;
  return [iso(at), person, desk, reason === undefined ? words : `${words} (${reason})`, file];
}
