/**
 * @file Where the card of the tour stands: beside its target, inside of the window, and over neither the target nor the beginning
 * of a list if there is room. Pure.
 */

/** In CSS pixels, from the upper left corner of the window. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type Size = Pick<Box, 'width' | 'height'>;

/** Between the card and its target. */
const GAP = 10;
/** Between the card and the edge of the window. */
const EDGE = 8;

/**
 * The upper left corner of the card.
 * @param clear what it does not cover either, where there is another place
 */
export function placeBeside(
  target: Box | undefined,
  card: Size,
  window: Size,
  clear: readonly Box[] = [],
): Pick<Box, 'left' | 'top'> {
  const most = {
    left: Math.max(EDGE, window.width - card.width - EDGE),
    top: Math.max(EDGE, window.height - card.height - EDGE),
  };
  const corners = [most, { left: EDGE, top: most.top }, { left: most.left, top: EDGE }, { left: EDGE, top: EDGE }];
  const places = [...(target === undefined ? [] : besides(target, card, window, most)), ...corners];
  const kept = target === undefined ? clear : [target, ...clear];
  const covered = places.map((place) => kept.reduce((sum, box) => sum + overlap({ ...place, ...card }, box), 0));
  return places[covered.indexOf(Math.min(...covered))] ?? most;
}

/** The places at the sides of a target that are inside of the window, best first. */
function besides(target: Box, card: Size, window: Size, most: Pick<Box, 'left' | 'top'>): Pick<Box, 'left' | 'top'>[] {
  const at = (left: number, top: number) => ({
    left: Math.min(most.left, Math.max(EDGE, left)),
    top: Math.min(most.top, Math.max(EDGE, top)),
  });
  const below = target.top + target.height + GAP;
  const above = target.top - GAP - card.height;
  const after = target.left + target.width + GAP;
  const before = target.left - GAP - card.width;
  // Beside a whole row, it would lie over the rows that follow, which are looked at next.
  const isRow = target.width > window.width / 2;
  return [
    ...(isRow && below <= most.top ? [most] : []),
    ...(below <= most.top ? [at(target.left, below)] : []),
    ...(above >= EDGE ? [at(target.left, above)] : []),
    ...(after <= most.left ? [at(after, target.top)] : []),
    ...(before >= EDGE ? [at(before, target.top)] : []),
  ];
}

/** The area that both have. */
function overlap(one: Box, other: Box): number {
  const along = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
  return along(one.left, one.width, other.left, other.width) * along(one.top, one.height, other.top, other.height);
}
