/** @file Does what can be done at an entry of the list. */

import { isWay } from '../steps/next-steps.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import type { EntryAction } from './entry-actions.ts';

/** Takes a step, after its question, or goes the way. */
export function useActAt(): (action: EntryAction, by: 'button' | 'key') => void {
  const { steps, submissionViews } = useStores();
  return ({ action, rows }, by) => {
    const [row] = rows;
    if (row === undefined) return;
    if (!isWay(action)) return void steps.getState().begin(action, rows, by);
    const { address, view } = destinationOf(action, row);
    if (view !== undefined) submissionViews.getState().change(row.id, view);
    location.hash = address;
  };
}
