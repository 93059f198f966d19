/** @file The address of the page: where it is now, and how to lead a person elsewhere. */

import { useMemo, useSyncExternalStore } from 'react';
import { addressOf, type Route, routeOf } from './routes.ts';

export function goTo(route: Route): void {
  location.hash = addressOf(route);
}

function listen(changed: () => void): () => void {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** Where the person is now. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(listen, () => location.hash);
  return useMemo(() => routeOf(hash), [hash]);
}
