/**
 * @file The rows of a long table that are in view. With rows of one height a division is enough, and a million rows are no more than
 * ten; rows that have their own heights are measured.
 */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type Key, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { TallScroll } from './tall-scroll.ts';

/** Rows rendered above and below the view, so that fast scrolling shows no gap. */
const MARGIN = 8;

export interface RowsInView {
  /** Ref for the element that scrolls. */
  scroller: RefObject<HTMLDivElement | null>;
  /** The height of its content: all rows and their head. */
  height: number;
  /** The rows to render, each with its distance from the top of the first one. */
  shown: readonly { index: number; top: number }[];
  /** The first of them that is in sight. */
  first: number;
  /** How many rows a page key moves by. */
  perPage: number;
  bringIntoView: (index: number) => void;
  /** Ref for each row whose height is measured. */
  measure?: (row: HTMLElement | null) => void;
}

/** Rows of one height. `headHeight`: of the head that stays in view above them. */
export function useEqualRows(count: number, rowHeight: number, headHeight: number): RowsInView {
  const scroller = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(400);
  const [offset, setOffset] = useState(0);
  const latestOffset = useRef(0);
  const tall = useMemo(() => new TallScroll(count * rowHeight, height), [count, rowHeight, height]);

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(Math.max(rowHeight, element.clientHeight - headHeight)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [rowHeight, headHeight]);

  useLayoutEffect(() => {
    const element = scroller.current;
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

  const inSight = Math.floor(offset / rowHeight);
  const first = Math.max(0, inSight - MARGIN);
  const last = Math.max(first, Math.min(count - 1, Math.ceil((offset + height) / rowHeight) + MARGIN));
  return {
    scroller,
    height: headHeight + tall.elementHeight,
    shown: Array.from({ length: count === 0 ? 0 : last - first + 1 }, (_, place) => ({
      index: first + place,
      top: tall.topOf((first + place) * rowHeight),
    })),
    first: inSight,
    perPage: Math.max(1, Math.floor(height / rowHeight) - 1),
    bringIntoView: (index) => {
      const top = index * rowHeight;
      const isAbove = top < latestOffset.current;
      // Measured here, because a table that has just appeared does not know its height yet.
      const inView = Math.max(rowHeight, (scroller.current?.clientHeight ?? height) - headHeight);
      const isBelow = top + rowHeight > latestOffset.current + inView;
      if (!isAbove && !isBelow) return;
      const place = isAbove ? top : top + rowHeight - inView;
      latestOffset.current = Math.max(0, place);
      scroller.current?.scrollTo({ top: tall.scrollTopFor(latestOffset.current), behavior: 'instant' });
      setOffset(latestOffset.current);
    },
  };
}

interface MeasuredRows {
  count: number;
  keyOf: (index: number) => Key;
  /** Of most rows. */
  usualHeight: number;
  headHeight: number;
  /** What covers the end of the rows. */
  footHeight: number;
  initialOffset: () => number;
}

export function useMeasuredRows(rows: MeasuredRows): RowsInView {
  const { count, keyOf, usualHeight, headHeight, footHeight, initialOffset } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    overscan: 4,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: footHeight,
    initialOffset,
    useFlushSync: false,
  });
  // What was measured holds for other rows no more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights depend on the usual one
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, usualHeight]);
  const items = virtualizer.getVirtualItems();
  return {
    scroller,
    height: headHeight + virtualizer.getTotalSize(),
    shown: items.map(({ index, start }) => ({ index, top: start - headHeight })),
    first: items.find(({ start }) => start - headHeight >= (virtualizer.scrollOffset ?? 0))?.index ?? 0,
    perPage: Math.max(1, items.length - 8),
    bringIntoView: (index) => virtualizer.scrollToIndex(index),
    measure: virtualizer.measureElement,
  };
}
