/** @file Where an id went that is typed into the search; asked for when the person stops typing. */

import { useCallback, useEffect, useState } from 'react';
import type { FoundPlaces } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';

/** Long enough that a pause between two keystrokes does not ask. */
export const TYPING_PAUSE = 250;
/** More than a person reads. */
const SHOWN_PLACES = 100;

export interface SearchedPlaces {
  /** Undefined while nothing is searched for, or nothing is known yet. */
  found: FoundPlaces | undefined;
  /** Files without an index are being read. */
  isReading: boolean;
  /** Reads the files that could not be searched. */
  readFiles: () => void;
}

export function usePlaces(search: string): SearchedPlaces {
  const bridge = useBridge();
  const id = search.trim();
  const [answer, setAnswer] = useState<{ id: string; found: FoundPlaces }>();
  const [reading, setReading] = useState<string>();
  const ask = useCallback(
    async (thorough: boolean) => {
      const result = await bridge.invoke['queue.find']({ ids: [id], thorough, beginnings: true, most: SHOWN_PLACES });
      // What cannot be searched has its own place to say so; the queue is still filtered by name.
      if (result.ok) setAnswer({ id, found: result.value });
    },
    [bridge, id],
  );
  useEffect(() => {
    if (id === '') return;
    const timer = setTimeout(() => void ask(false), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [ask, id]);
  const readFiles = useCallback(() => {
    setReading(id);
    void ask(true).finally(() => setReading(undefined));
  }, [ask, id]);
  return { found: answer?.id === id ? answer.found : undefined, isReading: reading === id, readFiles };
}

/** The files in which nothing could be looked up. */
export function unsearchedOf(repairs: FoundPlaces['repairs']): FoundPlaces['repairs'] {
  return repairs.filter(({ outcome }) => outcome !== 'made-again');
}
