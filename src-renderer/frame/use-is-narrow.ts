/** @file Whether the window is too narrow for some things on one line. */

import { useSyncExternalStore } from 'react';

const useIsWithin = (widest: MediaQueryList): boolean =>
  useSyncExternalStore(
    (onChange) => {
      widest.addEventListener('change', onChange);
      return () => widest.removeEventListener('change', onChange);
    },
    () => widest.matches,
  );

/** For a name, a state and a connection. */
const narrow = matchMedia('(max-width: 560px)');
export const useIsNarrow = (): boolean => useIsWithin(narrow);

/** For the names of the pages beside their signs: as in the style sheet of the frame, which puts them below in a narrow window. */
const ofSigns = matchMedia('(min-width: 560.02px) and (max-width: 980px)');
export const useHasOnlySigns = (): boolean => useIsWithin(ofSigns);
