/** @file `tranship team history`: who did what at which desk, as far as the team ledger lets this person read it. */

import type { TeamHappening, TeamHistoryFilter } from '../../../../src-shared/team-history-shapes.ts';
import { teamHappeningInWords } from '../../../../src-shared/team-history-words.ts';
import type { Call } from '../call.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { withLedger } from './team.ts';

export interface TeamHistoryOptions {
  desk?: string;
  person?: string;
  /** Milliseconds since the epoch. */
  since?: number;
  limit: number;
}

export async function showTeamHistory(
  call: Call,
  { desk, person, since, limit }: TeamHistoryOptions,
): Promise<ExitCode> {
  const { output } = call;
  const filter: TeamHistoryFilter = { desk, person, from: since };
  const { happenings, olderThan } = await withLedger(call, (ledger) => ledger.history(filter, { limit }));
  const shown = happenings.toReversed();
  output.table(['time', 'person', 'desk', 'what happened', 'file'], shown.map(rowOf));
  for (const { at, ...happening } of shown)
    output.emit('entry', { at: new Date(at).toISOString(), ...happening, words: teamHappeningInWords(happening) });
  if (olderThan !== undefined) output.say('There are earlier ones: see --limit.');
  output.emit('summary', { entries: shown.length, hasMore: olderThan !== undefined });
  return exitCodes.done;
}

function rowOf({ at, person, desk, kind, detail }: TeamHappening): string[] {
  const words = teamHappeningInWords({ kind, detail });
  const { reason, file = '' } = detail;
  return [new Date(at).toISOString(), person, desk, reason === undefined ? words : `${words} (${reason})`, file];
}
