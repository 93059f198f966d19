/** @file Copies a text to the clipboard and knows what came of it: both kinds of copy buttons use it. */

import { useEffect, useRef, useState } from 'react';
import { copyTexts } from './texts/copying.ts';

/** How long a button shows that it has copied. That it has not stays until the next try. */
const SHOWN_MS = 2500;

export type CopyOutcome = 'none' | 'copied' | 'failed';

/** Copies `value` when called; `announced` is for an element with the role `status`. */
export function useCopy(value: string): { outcome: CopyOutcome; announced: string; copy: () => void } {
  const [outcome, setOutcome] = useState<CopyOutcome>('none');
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async () => {
    window.clearTimeout(timer.current);
    // Cleared first, so that a second failure is announced, too.
    setOutcome('none');
    setOutcome(await write(value));
    timer.current = window.setTimeout(() => setOutcome((shown) => (shown === 'copied' ? 'none' : shown)), SHOWN_MS);
  };
  const announced = outcome === 'none' ? '' : outcome === 'copied' ? copyTexts.copied : copyTexts.failedHint;
  return { outcome, announced, copy: () => void copy() };
}

/** Never rejects: a browser may have no clipboard for the page at all, or refuse it. */
async function write(text: string): Promise<'copied' | 'failed'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return 'failed';
  }
}
