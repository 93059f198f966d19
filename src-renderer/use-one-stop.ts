/** @file Buttons that stand together are one stop of the Tab key; the arrows, Home and End lead from one to the other. */

import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef } from 'react';

type Axis = 'across' | 'down';

const arrows = { across: ['ArrowLeft', 'ArrowRight'], down: ['ArrowUp', 'ArrowDown'] } as const;

/**
 * For the element around the buttons. The stop is the one that had the focus last, else the one that is chosen, else the first.
 * @param which the buttons among all that stand there
 */
export function useOneStop<Tag extends 'div' | 'ul' | 'tr'>(
  axis: Axis,
  which = 'button',
): Pick<ComponentProps<Tag>, 'ref' | 'onKeyDown' | 'onFocus'> {
  const place = useRef<HTMLElement | null>(null);
  const last = useRef<Element | null>(null);
  // A column that is not shown has a button, too.
  const buttons = () =>
    [...(place.current?.querySelectorAll<HTMLElement>(`${which}:enabled`) ?? [])].filter((one) =>
      one.checkVisibility(),
    );
  const settle = () => {
    const all = buttons();
    const focused = all.find((button) => button === document.activeElement);
    const chosen = all.find((button) => button.getAttribute('aria-current') === 'true');
    const stop = focused ?? chosen ?? all.find((button) => button === last.current) ?? all[0];
    for (const button of all) button.tabIndex = button === stop ? 0 : -1;
  };
  useLayoutEffect(settle);
  return {
    ref: (element: HTMLElement | null) => {
      place.current = element;
    },
    onFocus: ({ target }: { target: Element }) => {
      if (target.matches(which)) last.current = target;
      settle();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const all = buttons();
      const at = all.findIndex((button) => Object.is(button, event.target));
      if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return;
      const isReversed = axis === 'across' && document.dir === 'rtl';
      const [back, on] = isReversed ? arrows[axis].toReversed() : arrows[axis];
      const to = { [`${back}`]: at - 1, [`${on}`]: at + 1, Home: 0, End: all.length - 1 }[event.key];
      const next = to === undefined ? undefined : all[to];
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
    },
  };
}
