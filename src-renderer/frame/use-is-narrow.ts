/** @file Whether the window is too narrow for some things on one line. */

import { useSyncExternalStore } from 'react';

/** For a name, a state and a connection. */
const narrow = matchMedia('(max-width: 560px)');
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      narrow.addEventListener('change', onChange);
      return () => narrow.removeEventListener('change', onChange);
    },
    () => narrow.matches,
  );
