/** @file The moment by which “today” is meant; it changes at midnight. */

import { useEffect, useState } from 'react';
import { nextMidnight } from '../../src-shared/calendar-days.ts';

/** A timer may be a little early. */
const SURELY_LATER = 50;

export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow((before) => (Date.now() < nextMidnight(before) ? before : Date.now()));
    const timer = setTimeout(look, Math.max(0, nextMidnight(now) - Date.now()) + SURELY_LATER);
    // A timer stands still while the computer sleeps.
    addEventListener('focus', look);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', look);
    };
  }, [now]);
  return now;
}
