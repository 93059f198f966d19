/** @file Keeps the keyboard in a row whose step comes to be gone. */

import { useLayoutEffect, useRef } from 'react';

/** Gives the focus of a step that is gone to its row, where the keyboard continues; another step would be done by mistake. */
export function useKeptFocus(): React.ComponentProps<'div'> {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body) return;
    ref.current?.closest<HTMLElement>('[data-submission], [data-group]')?.focus({ preventScroll: true });
  });
  return {
    ref,
    onFocus: ({ target }) => {
      focused.current = target;
    },
    // React tells nothing of the blur of what it removes itself.
    onBlur: () => {
      focused.current = null;
    },
  };
}
