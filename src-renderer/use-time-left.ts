/** @file How long there is until a moment, in whole units, told anew with each unit that passes and no more often. */

import { useEffect, useReducer } from 'react';

/** The units that are left, the one under way included; 0 from that moment on, or without one. */
export function useTimeLeft(until: number | undefined, unit: number): number {
  const [times, passed] = useReducer((count: number) => count + 1, 0);
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / unit));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each unit has a timer of its own, and one that rings early another.
  useEffect(() => {
    if (until === undefined || left === 0) return;
    const timer = setTimeout(passed, Math.max(0, until - (left - 1) * unit - Date.now()));
    return () => clearTimeout(timer);
  }, [until, unit, left, times]);
  return left;
}
