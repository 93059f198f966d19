/** @file Where a person is in the window, as the part of the address after “#”. Pure. */

import type { SubmissionRow } from '../src-preload/contract.ts';

export type Route =
  | { page: 'queue' }
  | { page: 'submission'; id: SubmissionRow['id'] }
  /** `isNew`: with an empty form open. */
  | { page: 'connections'; isNew: boolean }
  | { page: 'settings' };

/** The route that an address means; an unknown one means the queue. */
export function routeOf(hash: string): Route {
  const [page, detail] = hash.replace(/^#?\/?/, '').split('/');
  if (page === 'submission' && detail !== undefined && /^\d+$/.test(detail)) {
    // The one place where an id is read from text; whether it exists the app knows.
    return { page, id: Number(detail) as SubmissionRow['id'] };
  }
  if (page === 'connections') return { page, isNew: detail === 'new' };
  return page === 'settings' ? { page } : { page: 'queue' };
}

/** The address of a route. */
export function addressOf(route: Route): string {
  if (route.page === 'submission') return `#/submission/${route.id}`;
  if (route.page === 'connections') return route.isNew ? '#/connections/new' : '#/connections';
  return `#/${route.page}`;
}
