/**
 * @file The rows of a very long table that are in view. With rows of one height a division is enough; common libraries
 * stop at a browser's tallest element, about a million rows.
 */

import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { TallScroll } from './tall-scroll.ts';

/** Rows rendered above and below the view, so that fast scrolling shows no gap. */
const MARGIN = 8;

export interface TallRows {
  /** Ref for the element that scrolls. */
  body: RefObject<HTMLDivElement | null>;
  /** The height of its content. */
  elementHeight: number;
  /** The rows to render, and the first and last of them. */
  indices: number[];
  first: number;
  last: number;
  /** How far a row stands from the top of the content. */
  topOf: (index: number) => number;
  /** How many rows a page key moves by. */
  perPage: number;
  bringIntoView: (index: number) => void;
}

/** `headHeight`: the height of the head that stays in view above the rows. */
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
    // A new size of the frame keeps the rows where they are.
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
      // Measured here, because a table that has just appeared does not know its height yet.
      const inView = Math.max(rowHeight, (body.current?.clientHeight ?? height) - headHeight);
      const isBelow = top + rowHeight > latestOffset.current + inView;
      if (!isAbove && !isBelow) return;
      const place = isAbove ? top : top + rowHeight - inView;
      latestOffset.current = Math.max(0, place);
      body.current?.scrollTo({ top: tall.scrollTopFor(latestOffset.current), behavior: 'instant' });
      setOffset(latestOffset.current);
    },
  };
}
