/**
 * @file Which rows of a very long table are in view. Rows of one height need no more than a division; the usual libraries
 * end where a browser's tallest element does, at about a million rows.
 */

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { TallScroll } from './tall-scroll.ts';

/** Rows that exist above and below those in view, so that quick eyes see no gap. */
const MARGIN = 8;

export interface TallRows {
  /** For the element that scrolls. */
  body: RefObject<HTMLDivElement | null>;
  /** How tall its content is. */
  elementHeight: number;
  /** The rows that exist, and the first and last of them. */
  indices: number[];
  first: number;
  last: number;
  /** How far a row stands from the top of the content. */
  topOf: (index: number) => number;
  /** How many rows a page key moves by. */
  perPage: number;
  bringIntoView: (index: number) => void;
}

/** `headHeight`: of what stays in view above the rows. */
export function useTallRows(count: number, rowHeight: number, headHeight: number): TallRows {
  const body = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(400);
  const [offset, setOffset] = useState(0);
  const latestOffset = useRef(0);
  const tall = useMemo(() => new TallScroll(count * rowHeight, height), [count, rowHeight, height]);

  useEffect(() => {
    const element = body.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(Math.max(rowHeight, element.clientHeight - headHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowHeight, headHeight]);

  useLayoutEffect(() => {
    const element = body.current;
    if (element === null) return;
    const show = (place: number) => {
      latestOffset.current = place;
      setOffset(place);
    };
    // Another size of the frame leaves the rows where they are.
    element.scrollTop = tall.scrollTopFor(latestOffset.current);
    const onScroll = () => show(tall.offsetAt(element.scrollTop));
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, [tall]);

  const first = Math.max(0, Math.floor(offset / rowHeight) - MARGIN);
  const last = Math.max(first, Math.min(count - 1, Math.ceil((offset + height) / rowHeight) + MARGIN));
  return {
    body,
    elementHeight: tall.elementHeight,
    indices: count === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index),
    first,
    last,
    topOf: (index) => tall.topOf(index * rowHeight),
    perPage: Math.max(1, Math.floor(height / rowHeight) - 1),
    bringIntoView: (index) => {
      const top = index * rowHeight;
      const isAbove = top < latestOffset.current;
      const isBelow = top + rowHeight > latestOffset.current + height;
      if (!isAbove && !isBelow) return;
      const place = isAbove ? top : top + rowHeight - height;
      latestOffset.current = Math.max(0, place);
      body.current?.scrollTo({ top: tall.scrollTopFor(latestOffset.current), behavior: 'instant' });
      setOffset(latestOffset.current);
    },
  };
}
