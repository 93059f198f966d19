/** @file Where a key leads in a list of rows. Pure. */

/** The index that a key leads to from another one, which may be missing; undefined for other keys. */
export function placeAfter(key: string, at: number | undefined, count: number, page: number): number | undefined {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
  if (count === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  return at === undefined ? 0 : Math.max(0, Math.min(count - 1, at + step));
}
