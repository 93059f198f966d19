/** @file What is said for a while, and then gives its room back. */

import { useEffect } from 'react';

/** Long enough to be read, and to be reached by keyboard. */
const SHOWN_MS = 30_000;

/** Ends what is said after a while, counted again for each `said`. @param isHeld a person is about to use it */
export function usePassing(said: unknown, end: () => void, isHeld = false): void {
  useEffect(() => {
    if (said === undefined || said === '' || isHeld) return;
    const timer = setTimeout(end, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said, end, isHeld]);
}
