/** @file Where an id is that is typed into the list of commands: shown there at once, where that is quick. */

import type { Place } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { looksLikeId } from '../../src-shared/sought-id.ts';
import { isSearchIncomplete } from '../queue/use-file-search.ts';
import { type SearchedPlaces, usePlaces } from '../queue/use-places.ts';

export interface FoundInPalette {
  places: readonly Place[];
  /** How the search stands. */
  searching: string | undefined;
}

const nothing: readonly Place[] = [];

export function useFoundPlaces(query: string): FoundInPalette {
  const id = query.trim();
  const searched = usePlaces(looksLikeId(id) ? id : '');
  return { places: searched.found?.places ?? nothing, searching: looksLikeId(id) ? inWords(searched) : undefined };
}

function inWords({ found, inFiles: { search } }: SearchedPlaces): string | undefined {
  if (found === undefined || search?.isReading === true) return message('searching…');
  if (found.places.length > 0 || search === undefined || isSearchIncomplete(search)) return undefined;
  return message('not found');
}
