/** @file What can be done at an entry of the list: with one submission, or with each file of a group to which it applies. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import { type Action, fitTogether, isTriedAgain, isWay, nextActions, type Step } from '../steps/next-steps.ts';
import { groupTexts } from '../texts/queue.ts';
import { actionWords, stepWords } from '../texts/steps.ts';
import type { Entry } from './entries.ts';

export interface EntryAction {
  action: Action;
  /** To which it applies. */
  rows: readonly SubmissionRow[];
  label: string;
}

/**
 * What the keys and the menu do at an entry: with all that are selected, where some are, as the bar of the selection does. A way
 * leads on from the entry alone.
 */
export function actionsChosen(
  kind: Entry['kind'],
  rows: readonly SubmissionRow[],
  selected: readonly SubmissionRow[],
): EntryAction[] {
  const own = actionsAt(kind, rows);
  if (selected.length === 0) return own;
  const ofSelected = actionsAt(selected.length === 1 ? 'file' : 'group', selected);
  return [...ofSelected.filter(({ action }) => !isWay(action)), ...own.filter(({ action }) => isWay(action))];
}

/** @param rows of the entry: the file, or all of the group */
export function actionsAt(kind: Entry['kind'], rows: readonly SubmissionRow[]): EntryAction[] {
  if (kind === 'group') {
    const faulty = toCorrect(rows);
    const steps = stepsOfGroup(rows).map(({ step, fitting }) => ({
      action: step,
      rows: fitting,
      label: groupTexts.step(stepWords[step].label, fitting.length),
    }));
    return faulty.length === 0
      ? steps
      : [{ action: 'correct', rows: faulty, label: groupTexts.correct(faulty.length) }, ...steps];
  }
  return rows.flatMap((row) =>
    nextActions(row)
      .filter((action) => action !== 'tryNow' || !isTriedAgain(row))
      .map((action) => ({ action, rows: [row], label: actionWords(action, row).label })),
  );
}

/** Those that are corrected before anything else helps; from their group, the way leads to the first. */
export const toCorrect = (rows: readonly SubmissionRow[]): SubmissionRow[] =>
  rows.filter((row) => nextActions(row)[0] === 'correct');

/** What helps first; what is held for a reason is sent anyway only where nothing else helps. */
const steps = [
  'release',
  'tryNow',
  'sendNow',
  'retry',
  'resume',
  'approve',
  'pause',
  'cancel',
  'remove',
] as const satisfies readonly Step[];

interface GroupStep {
  step: Step;
  /** The files to which it applies. */
  fitting: SubmissionRow[];
}

/** What goes to several places is released place by place: the bar of what is selected does that. */
export function stepsOfGroup(rows: readonly SubmissionRow[]): GroupStep[] {
  return steps.flatMap((step) => {
    const [fitting, ...others] = fitTogether(step, rows);
    return fitting === undefined || others.length > 0 ? [] : [{ step, fitting }];
  });
}
