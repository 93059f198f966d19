/** @file Keeps the keyboard in the part of the page where a person was, once the button that had it is gone or cannot be used. */

import { type ComponentProps, useLayoutEffect, useRef } from 'react';

const PARTS = 'section, nav';
/** The open kind first, then the row that was settled, then what can be used. */
const PLACES = [
  '[aria-current="true"]',
  '[data-value][aria-selected="true"]',
  '[data-value][tabindex="0"]',
  'input:enabled',
  'button:enabled',
];

/** For the element around all parts; it must be drawn whenever one of them is. */
export function useKeptFocus(): ComponentProps<'div'> {
  const focused = useRef<{ element: Element; part: Element | null }>(undefined);
  useLayoutEffect(() => {
    const before = focused.current;
    if (before === undefined || (before.element.isConnected && !before.element.matches(':disabled'))) return;
    focused.current = undefined;
    const { activeElement } = document;
    if (activeElement !== document.body && activeElement !== before.element) return;
    const part = before.part?.isConnected === true ? before.part : document.getElementById('page');
    const place = PLACES.map((selector) => part?.querySelector<HTMLElement>(selector)).find((found) => found != null);
    place?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }) => {
      focused.current = { element: target, part: target.closest(PARTS) };
    },
    // React tells nothing of the blur of what it removes itself.
    onBlur: ({ target }) => {
      if (target.isConnected && !target.matches(':disabled')) focused.current = undefined;
    },
  };
}
