/** @file The time left until a moment, in whole units; renders only when the number changes. */

import { useEffect, useReducer } from 'react';

/** The units left, including the current one; 0 from that moment on, or without one. */
export function useTimeLeft(until: number | undefined, unit: number): number {
  const [times, passed] = useReducer((count: number) => count + 1, 0);
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - Date.now()) / unit));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each unit needs a new timer, as does an early end.
  useEffect(() => {
    if (until === undefined || left === 0) return;
    const timer = setTimeout(passed, Math.max(0, until - (left - 1) * unit - Date.now()));
    return () => clearTimeout(timer);
  }, [until, unit, left, times]);
  return left;
}
