/** @file The parts of a search through the files themselves, put together. Pure. */

import type { FoundInFiles } from './shapes.ts';

/** What was found so far with what another part of the search has found. */
export const withPart = (before: FoundInFiles | undefined, part: FoundInFiles): FoundInFiles => ({
  ...part,
  places: [...(before?.places ?? []), ...part.places],
  unsearched: [...(before?.unsearched ?? []), ...part.unsearched],
});

/** Whether there is another part that is not for a person to decide on. @param most places, with which the search ends */
export const goesOn = ({ places, isCut, isAsked, next }: FoundInFiles, most: number): boolean =>
  next !== undefined && !isAsked && !isCut && places.length < most;
