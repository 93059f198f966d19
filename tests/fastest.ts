/** @file How long work computes, whatever else the machine does meanwhile, and however slow it is. */

/** What `sample` computes on a usual machine with nothing else to do, in milliseconds. */
const USUAL_MS = 12;
const numbers = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ [`key ${index}`]: index })));
const sample = (): unknown => JSON.stringify(JSON.parse(numbers).map(Object.entries)).replace(/\d+/g, '');

/** Milliseconds that this thread computes for the work. */
function computing(work: () => unknown): number {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1000;
}

/** How many times longer than a usual machine this one computes now: one with much other work is slower, too. At least 1. */
export function slowness(): number {
  return Math.max(1, computing(sample) / USUAL_MS);
}

/**
 * Milliseconds that the fastest of up to three runs would have computed on a usual machine; none is made after one within
 * `enough`.
 */
export function fastest(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > enough; run += 1) {
    const milliseconds = computing(work);
    least = Math.min(least, milliseconds > enough ? milliseconds / slowness() : milliseconds);
  }
  return least;
}

/** Milliseconds that the fastest of three runs computes on this machine, for a proportion. */
export function quickest(work: () => unknown): number {
  return Math.min(computing(work), computing(work), computing(work));
}
