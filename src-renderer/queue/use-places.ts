/**
 * @file Where an id went that is typed into the search; asked for when the person stops typing. What no index has is looked for
 * in the files themselves.
 */

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FoundInFiles, FoundPlaces } from '../../src-shared/contract.ts';
import { looksLikeId } from '../../src-shared/sought-id.ts';
import { useBridge } from '../bridge-context.ts';
import { type SearchOfFiles, useFileSearch } from './use-file-search.ts';

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
  /** The search in the files themselves; its places are among those found. */
  inFiles: SearchOfFiles;
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
  const byIndex = answer?.id === id ? answer.found : undefined;
  const isInNoIndex = byIndex?.places.length === 0 && looksLikeId(id);
  const inFiles = useFileSearch(isInNoIndex ? id : undefined, SHOWN_PLACES);
  const ofFiles = inFiles.search?.found;
  const found = useMemo(() => byIndex && withThoseOfFiles(byIndex, ofFiles), [byIndex, ofFiles]);
  return { found, isReading: reading === id, readFiles, inFiles };
}

function withThoseOfFiles(byIndex: FoundPlaces, ofFiles: FoundInFiles | undefined): FoundPlaces {
  if (ofFiles === undefined || ofFiles.places.length === 0) return byIndex;
  const { places, isCut, next } = ofFiles;
  return { ...byIndex, places, isCut: isCut || (next !== undefined && places.length >= SHOWN_PLACES) };
}

/** The files in which nothing could be looked up. */
export function unsearchedOf(repairs: FoundPlaces['repairs']): FoundPlaces['repairs'] {
  return repairs.filter(({ outcome }) => outcome !== 'made-again');
}
