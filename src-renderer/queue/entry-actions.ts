/** @file What can be done at an entry of the list: with one submission, or with each file of a group to which it applies. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { type Action, isTriedAgain, isWay, nextActions } from '../steps/next-steps.ts';
import { destinationOf } from '../steps/ways.ts';
import { useStores } from '../stores.ts';
import { groupTexts } from '../texts/queue.ts';
import { actionWords, stepWords } from '../texts/steps.ts';
import type { Entry } from './entries.ts';
import { stepsOfGroup } from './group-steps.tsx';

export interface EntryAction {
  action: Action;
  /** To which it applies. */
  rows: readonly SubmissionRow[];
  label: string;
}

/** @param rows of the entry: the file, or all of the group */
export function actionsAt(entry: Entry, rows: readonly SubmissionRow[]): EntryAction[] {
  if (entry.kind === 'group')
    return stepsOfGroup(rows).map(({ step, fitting }) => ({
      action: step,
      rows: fitting,
      label: groupTexts.step(stepWords[step].label, fitting.length),
    }));
  return rows.flatMap((row) =>
    nextActions(row)
      .filter((action) => action !== 'tryNow' || !isTriedAgain(row))
      .map((action) => ({ action, rows: [row], label: actionWords(action, row).label })),
  );
}

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
