/** @file What a test or a trial counted, as lines that the night puts into its table. Pure, but for the printing. */

/** Says how many of something there were; `lost` and `doubled` must be none. */
export function tellCount(count: number, what: string): void {
  console.log(`counted: ${count} ${what}`);
}

/** All that was counted in an output, added up by what it was. */
export function countsIn(output: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, count = '', what = ''] of output.matchAll(/^counted: (\d+) (.+)$/gm))
    counts.set(what, (counts.get(what) ?? 0) + Number(count));
  return counts;
}
