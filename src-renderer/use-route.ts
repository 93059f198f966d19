/** @file The current address of the page, and navigation. */

import { useMemo, useSyncExternalStore } from 'react';
import { addressOf, type Route, routeOf } from './routes.ts';

export function goTo(route: Route): void {
  location.hash = addressOf(route);
}

/** Goes to a page in place of the current one, to which there is no way back. */
export function moveTo(route: Route): void {
  location.replace(addressOf(route));
}

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** The current route. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => location.hash);
  return useMemo(() => routeOf(hash), [hash]);
}
