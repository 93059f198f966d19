/**
 * @file Keeps the search, the filters and the order of the queue in the address of the page: who follows an address, goes back
 * or loads the page again sees the same. Each choice is a step to go back to; the letters of a search are one step.
 */

import { useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { afterTyping } from '../after-typing.ts';
import { addressOf, type Route, routeOf } from '../routes.ts';
import { useStores } from '../stores.ts';
import { goTo, moveTo, useRoute } from '../use-route.ts';
import { usualWish, type Wish } from './arrangement.ts';
import { formatWish } from './queue-address.ts';
import { wishOf } from './queue-view.ts';

/** The way to the queue as the person left it. */
export function useQueueRoute(): Route {
  const { queueView } = useStores();
  const asked = useStore(queueView, formatWish);
  return asked === '' ? { page: 'queue' } : queueRoute(queueView.getState());
}

/** The way to the queue with this view. */
export function queueRoute(wish: Wish): Route {
  return { page: 'queue', view: { wish: wishOf(wish), leftOut: [] } };
}

/** Follows the address, and writes it. Returns the parts of the address that say nothing. */
export function useQueueAddress(): readonly string[] {
  const { queueView } = useStores();
  const route = useRoute();
  const view = route.page === 'queue' ? route.view : undefined;
  const asked = useStore(queueView, formatWish);
  /** The address that this page wrote last; it must not undo what was typed since. */
  const own = useRef<string>(undefined);

  // Before the effect below, and before anything is painted.
  useLayoutEffect(() => {
    if (route.page !== 'queue') return;
    const isOwn = own.current === location.hash;
    own.current = undefined;
    const wanted = view?.wish ?? usualWish;
    if (!isOwn && formatWish(wanted) !== formatWish(queueView.getState())) queueView.getState().wish(wanted);
  }, [queueView, route, view]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` stands for the wish in the store.
  useEffect(() => {
    const wish = queueView.getState();
    const write = () => {
      if (!isAtQueue() || formatWish(view?.wish ?? usualWish) === formatWish(wish)) return;
      const next = queueRoute(wish);
      own.current = addressOf(next);
      if (isMoreTyped(view?.wish, wish)) moveTo(next);
      else goTo(next);
    };
    if (wish.search === (view?.wish.search ?? '')) {
      write();
      return;
    }
    return afterTyping(write);
  }, [queueView, asked, view]);
  return view?.leftOut ?? [];
}

const isAtQueue = () => routeOf(location.hash).page === 'queue';

/** The search continues that the address has already. */
function isMoreTyped(before: Wish | undefined, after: Wish): boolean {
  if (before === undefined || before.search === '' || after.search === '') return false;
  return formatWish({ ...before, search: '' }) === formatWish({ ...wishOf(after), search: '' });
}
