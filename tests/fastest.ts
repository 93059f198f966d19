/** @file How long work takes, whatever else the machine does meanwhile. */

/** Milliseconds that this thread computed in the fastest of up to three runs; none is made after one within `enough`. */
export function fastest(work: () => unknown, enough: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > enough; run += 1) {
    const begun = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(begun);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
