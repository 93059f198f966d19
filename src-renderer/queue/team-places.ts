/** @file What the search tells of a team ledger, beside what this computer knows by itself. Pure. */

import type { FoundInTeam, FoundPlaces, TeamPlace } from '../../src-shared/contract.ts';
import { assertNever, type ErrorRecord } from '../../src-shared/errors.ts';
import { isUuid } from '../../src-shared/uuid.ts';

/** What came of asking one ledger for an id. */
export type TeamAnswer =
  | { kind: 'asking' }
  | { kind: 'found'; found: FoundInTeam }
  | { kind: 'not-searched'; error: ErrorRecord };

export interface AskedTeam {
  ledger: string;
  /** How people read the address of the ledger. */
  name: string;
  answer: TeamAnswer;
}

/** What is said of one ledger. */
export type ToldTeam =
  | { kind: 'places'; places: TeamPlace[]; isCut: boolean; unsearched: number }
  | { kind: 'nothing'; unsearched: number }
  | { kind: 'asking' }
  | { kind: 'away' }
  | { kind: 'not-searched'; error: ErrorRecord };

/**
 * Undefined where there is nothing to say: most of what is typed is the name of a file, and that no desk announced it as an id
 * would only be in the way.
 * @param id as it was searched for
 */
export function toldOf(answer: TeamAnswer, id: string, local: FoundPlaces): ToldTeam | undefined {
  const isId = local.places.length > 0 || isUuid(id);
  switch (answer.kind) {
    case 'asking':
      return isId ? answer : undefined;
    case 'not-searched':
      return answer.error.code === 'team.unreachable' ? { kind: 'away' } : answer;
    case 'found': {
      const { isCut, unsearched } = answer.found;
      const places = besideLocal(answer.found.places, local);
      if (places.length > 0) return { kind: 'places', places, isCut, unsearched };
      return isId ? { kind: 'nothing', unsearched } : undefined;
    }
    default:
      return assertNever(answer);
  }
}

/** What is said of all ledgers. */
export function toldOfAll(asked: readonly AskedTeam[], id: string, local: FoundPlaces) {
  return asked.flatMap(({ ledger, name, answer }) => {
    const told = toldOf(answer, id, local);
    return told === undefined ? [] : [{ ledger, name, told }];
  });
}

/** A file of this computer is shown once, with its line and its batch. */
function besideLocal(places: readonly TeamPlace[], local: FoundPlaces): TeamPlace[] {
  const shown = new Set(local.places.map(({ submission }) => submission));
  return places.filter(({ own }) => own === undefined || !shown.has(own));
}
