/** @file Long texts that were changed, cut around the spot in which they differ. Pure. */

/** Characters before the spot. */
const BEFORE_SPOT = 24;

/** Both texts, each cut to some `longest` characters so that what differs in them is seen. */
export function aroundDifference(before: string, after: string, longest: number): { before: string; after: string } {
  if (before.length <= longest && after.length <= longest) return { before, after };
  const shorter = Math.min(before.length, after.length);
  let same = 0;
  while (same < shorter && before[same] === after[same]) same += 1;
  let sameAtEnd = 0;
  while (sameAtEnd < shorter - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd += 1;
  const from = Math.max(0, Math.min(same - BEFORE_SPOT, Math.max(before.length, after.length) - longest));
  const cut = (text: string) => cutAt(text, from, Math.max(same + 1, text.length - sameAtEnd), longest);
  return { before: cut(before), after: cut(after) };
}

/** Of one text, for want of another, the beginning. */
export const beginningOf = (text: string, longest: number): string => cutAt(text, 0, 0, longest);

/** From a place on; the spot that ends at `spotEnd` is seen as a whole, or at least its beginning and its end. */
function cutAt(text: string, from: number, spotEnd: number, longest: number): string {
  const parts =
    spotEnd - from <= longest
      ? [whole(text, from, from + longest)]
      : [whole(text, from, from + Math.ceil(longest / 2)), whole(text, spotEnd - Math.floor(longest / 2), spotEnd)];
  const isEnd = Math.max(spotEnd, from + longest) >= text.length;
  return `${from > 0 ? '…' : ''}${parts.join('…')}${isEnd ? '' : '…'}`;
}

/** Never half of a character that takes two units. */
function whole(text: string, from: number, to: number): string {
  const starts = from > 0 && isSecondHalf(text.charCodeAt(from)) ? from - 1 : from;
  return text.slice(starts, isSecondHalf(text.charCodeAt(to)) ? to - 1 : to);
}

const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
