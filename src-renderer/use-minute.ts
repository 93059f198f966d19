/** @file The present moment, to the minute. */

import { useEffect, useState } from 'react';
import { MINUTE } from '../src-shared/durations.ts';

export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
