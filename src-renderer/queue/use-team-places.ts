/**
 * @file Who of the team announced the id that is typed into the search. What this computer knows is not waited for here, and
 * does not wait for it; an answer that comes after another search was typed is dropped.
 */

import { useEffect, useState } from 'react';
import { useBridge } from '../bridge-context.ts';
import { useTeam } from '../stores.ts';
import type { AskedTeam, TeamAnswer } from './team-places.ts';
import { TYPING_PAUSE } from './use-places.ts';

/** More than a person reads. */
const SHOWN_PLACES = 100;

/** Of each ledger of this desk; none without a search. */
export function useTeamPlaces(search: string): AskedTeam[] {
  const bridge = useBridge();
  const id = search.trim();
  const ledgers = useTeam((store) => store.ledgers);
  // Grows when a ledger went away or is back: it is asked again.
  const changes = useTeam((store) => store.changes);
  const [asked, setAsked] = useState<{ id: string; answers: ReadonlyMap<string, TeamAnswer> }>();
  const keys = ledgers?.map(({ ledger }) => ledger).join('\n') ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the ledger asks again
  useEffect(() => {
    if (id === '' || keys === '') return;
    let isCurrent = true;
    const put = (ledger: string, answer: TeamAnswer) => {
      if (!isCurrent) return;
      setAsked((before) => ({
        id,
        answers: new Map(before?.id === id ? before.answers : []).set(ledger, answer),
      }));
    };
    const ask = async (ledger: string) => {
      const result = await bridge.invoke['team.find']({ ledger, ids: [id], most: SHOWN_PLACES });
      put(ledger, result.ok ? { kind: 'found', found: result.value } : { kind: 'not-searched', error: result.error });
    };
    const timer = setTimeout(() => {
      for (const ledger of keys.split('\n')) void ask(ledger);
    }, TYPING_PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [bridge, id, keys, changes]);
  if (id === '') return [];
  const answers = asked?.id === id ? asked.answers : undefined;
  return (ledgers ?? []).map(({ ledger, name }) => ({
    ledger,
    name,
    answer: answers?.get(ledger) ?? { kind: 'asking' },
  }));
}
