/** @file Finds a place in what is sorted, by halves. Pure. */

/**
 * The first place from `low` on at which `isBefore` does not hold; `high` where it holds at each.
 * @param isBefore holds at a beginning of the places, and at none behind it
 */
export function firstPlace(low: number, high: number, isBefore: (place: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
