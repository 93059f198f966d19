/** @file What is said for a while, and then gives its room back. */

import { useEffect } from 'react';

/** Long enough to be read, and to be reached by keyboard. */
const SHOWN_MS = 30_000;
/** A sentence needs less: this, and so much for each of its characters. */
const NOTICED_MS = 6000;
const READ_MS = 100;

const shownMs = (said: unknown): number =>
  typeof said === 'string' ? Math.min(SHOWN_MS, NOTICED_MS + READ_MS * said.length) : SHOWN_MS;

/** Ends what is said after a while, counted again for each `said`. @param isHeld a person is about to use it */
export function usePassing(said: unknown, end: () => void, isHeld = false): void {
  useEffect(() => {
    if (said === undefined || said === '' || isHeld) return;
    const timer = setTimeout(end, shownMs(said));
    return () => clearTimeout(timer);
  }, [said, end, isHeld]);
}
