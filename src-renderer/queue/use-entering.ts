/** @file The keys of the list lead into it, where nothing else in the page has the keyboard. */

import { useEffect } from 'react';
import { isKeyboardFree } from '../focus-page.ts';
import { mayMean } from '../shortcuts/use-shortcuts.ts';

/** @param placeOf to which place a key leads; undefined for other keys */
export function useEntering(placeOf: (key: string) => number | undefined, standAt: (place: number) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isAlone = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey);
      const place = isAlone ? placeOf(event.key) : undefined;
      if (place === undefined || !mayMean(event) || !isKeyboardFree()) return;
      event.preventDefault();
      standAt(place);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
