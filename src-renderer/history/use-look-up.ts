/** @file What is looked for in the history, kept in the address of the page: a reload and the way back show the same. */

import { useEffect, useRef, useState } from 'react';
import { afterTyping } from '../after-typing.ts';
import type { Route } from '../routes.ts';
import { moveTo, useRoute } from '../use-route.ts';
import { everything, type LookUp } from './look-up.ts';
import { formatLookUp } from './look-up-address.ts';

export function useLookUp(): [LookUp, (lookUp: LookUp) => void] {
  const route = useRoute();
  const asked = askedBy(route);
  const [lookUp, setLookUp] = useState(asked);
  /** The address that this page wrote last; it must not undo what was typed since. */
  const own = useRef<string>(undefined);
  const [there, here] = [formatLookUp(asked), formatLookUp(lookUp)];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what the address asks for.
  useEffect(() => {
    const isOwn = own.current === there;
    own.current = undefined;
    if (!isOwn && route.page === 'history') setLookUp(asked);
  }, [there]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is looked for.
  useEffect(() => {
    if (here === there) return;
    return afterTyping(() => {
      own.current = here;
      moveTo({ page: 'history', lookUp });
    });
  }, [here]);
  return [lookUp, setLookUp];
}

function askedBy(route: Route): LookUp {
  return route.page === 'history' ? (route.lookUp ?? everything) : everything;
}
