/** @file Which section of the settings is in sight, and the way to one of them. */

import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { SectionId } from './sections.ts';

/** As in the page: what stands above this line is read already. */
const READING_LINE = 120;

/** @param place the element with the sections, each of which has `data-section` */
export function useSectionInSight(
  place: RefObject<HTMLElement | null>,
  asked: SectionId | undefined,
  isReady: boolean,
) {
  const [current, setCurrent] = useState<SectionId>();
  const go = useCallback(
    (id: SectionId) => {
      const section = place.current?.querySelector<HTMLElement>(`[data-section="${id}"]`);
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      section?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' });
      section?.focus({ preventScroll: true });
      setCurrent(id);
    },
    [place],
  );
  useEffect(() => {
    if (isReady && asked !== undefined) go(asked);
  }, [asked, go, isReady]);
  useEffect(() => {
    const scrolling = place.current?.closest('main');
    if (!isReady || !scrolling) return undefined;
    const look = () => {
      const sections = [...(place.current?.querySelectorAll<HTMLElement>('[data-section]:not([hidden])') ?? [])];
      const top = scrolling.getBoundingClientRect().top + READING_LINE;
      const isAtEnd = scrolling.scrollTop + scrolling.clientHeight >= scrolling.scrollHeight - 2;
      const passed = sections.filter((section) => section.getBoundingClientRect().top <= top);
      // The last ones may be too short to reach the line.
      const inSight = isAtEnd && scrolling.scrollTop > 0 ? sections.at(-1) : (passed.at(-1) ?? sections[0]);
      // Only this page writes the attribute, from the list of sections.
      if (inSight !== undefined) setCurrent(inSight.dataset['section'] as SectionId);
    };
    look();
    scrolling.addEventListener('scrollend', look);
    scrolling.addEventListener('wheel', look, { passive: true });
    return () => {
      scrolling.removeEventListener('scrollend', look);
      scrolling.removeEventListener('wheel', look);
    };
  }, [place, isReady]);
  return { current, go };
}
