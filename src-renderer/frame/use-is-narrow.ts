/** @file Whether the window is too narrow for some things on one line. */

import { useSyncExternalStore } from 'react';

/** For a name, a state and a connection. */
const narrow = matchMedia('(max-width: 560px)');
/** For a name of usual length as a whole, beside the main action. */
const belowUsual = matchMedia('(max-width: 900px)');

export const useIsNarrow = (): boolean => useMatches(narrow);
export const useIsBelowUsual = (): boolean => useMatches(belowUsual);

function useMatches(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (onChange) => {
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => query.matches,
  );
}
