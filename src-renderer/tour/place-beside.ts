/** @file Where the card of the tour stands: beside its target, inside of the window, and never over the target if there is room. Pure. */

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

/** The upper left corner of the card. */
export function placeBeside(target: Box | undefined, card: Size, window: Size): Pick<Box, 'left' | 'top'> {
  const most = {
    left: Math.max(EDGE, window.width - card.width - EDGE),
    top: Math.max(EDGE, window.height - card.height - EDGE),
  };
  const within = (left: number, top: number) => ({
    left: Math.min(most.left, Math.max(EDGE, left)),
    top: Math.min(most.top, Math.max(EDGE, top)),
  });
  if (target === undefined) return most;
  // Beside a whole row, it would lie over the rows that follow, which are looked at next.
  const isRow = target.width > window.width / 2;
  if (isRow && target.top + target.height + GAP <= most.top) return most;
  const below = target.top + target.height + GAP;
  const above = target.top - GAP - card.height;
  const after = target.left + target.width + GAP;
  const before = target.left - GAP - card.width;
  if (below <= most.top) return within(target.left, below);
  if (above >= EDGE) return within(target.left, above);
  if (after <= most.left) return within(after, target.top);
  if (before >= EDGE) return within(before, target.top);
  const corners = [most, { left: EDGE, top: most.top }, { left: most.left, top: EDGE }, { left: EDGE, top: EDGE }];
  const covered = corners.map((corner) => overlap({ ...corner, ...card }, target));
  return corners[covered.indexOf(Math.min(...covered))] ?? most;
}

/** The area that both have. */
function overlap(one: Box, other: Box): number {
  const along = (start: number, length: number, otherStart: number, otherLength: number) =>
    Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
  return along(one.left, one.width, other.left, other.width) * along(one.top, one.height, other.top, other.height);
}
