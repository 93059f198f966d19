/** @file Whether the window is too narrow for a name, a state and a connection on one line. */

import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 560px)');

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}
