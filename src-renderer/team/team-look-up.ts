/** @file What a person looks for in the history of the team. Pure. */

import type { TeamHistoryFilter } from '../../src-shared/contract.ts';
import { startOfDay } from '../history/look-up.ts';

/** As typed; empty for anything. */
export interface Asked {
  person: string;
  desk: string;
  /** Days such as 2026-11-30. */
  from: string;
  to: string;
}

export const nothingAsked: Asked = { person: '', desk: '', from: '', to: '' };

/** Days begin and end at midnight in the person's own zone. */
export function filterOfTeam({ person, desk, from, to }: Asked): TeamHistoryFilter {
  const [first, end] = [startOfDay(from, 0), startOfDay(to, 1)];
  return {
    ...(person.trim() !== '' && { person: person.trim() }),
    ...(desk.trim() !== '' && { desk: desk.trim() }),
    ...(first !== undefined && { from: first }),
    ...(end !== undefined && { before: end }),
  };
}
