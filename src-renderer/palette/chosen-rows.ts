/** @file Which submissions the commands are about. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { QueueView } from '../queue/queue-view.ts';
import type { Route } from '../routes.ts';

type Id = SubmissionRow['id'];

interface Sight {
  route: Route;
  view: Pick<QueueView, 'selected' | 'current' | 'shown'>;
  rows: ReadonlyMap<Id, SubmissionRow>;
}

/** The one whose page is open; in the queue those that are selected, else the one or the group that had the keyboard last. */
export function chosenRows({ route, view, rows }: Sight): SubmissionRow[] {
  const known = (ids: Iterable<Id>) => [...ids].flatMap((id) => rows.get(id) ?? []);
  if (route.page === 'submission') return known([route.id]);
  if (route.page !== 'queue') return [];
  if (view.selected.size > 0) return known(view.selected);
  const { current } = view;
  if (typeof current === 'string') return known(view.shown).filter(({ addition }) => addition?.id === current);
  // A search or a filter may have hidden it since.
  return current === undefined || !view.shown.includes(current) ? [] : known([current]);
}
