/** @file What a person is asked before a step that costs something: the honest words for it. Pure. */

import type { SubmissionRow } from '../../src-preload/contract.ts';
import { questionTexts } from '../texts/steps.ts';
import type { Step } from './next-steps.ts';

export interface Question {
  title: string;
  /** What the step means, one sentence after the other. */
  sentences: readonly string[];
  /** The word on the button that goes on. */
  confirm: string;
  /** The connection that it goes to, where something is sent. */
  connection?: string;
  /** Something is given up, or sent in spite of a warning. */
  isGrave: boolean;
  needsReason: boolean;
}

/**
 * The question before a step for these submissions; undefined where it costs nothing.
 * @param ingestValid whether the service was asked to take the valid lines of a faulty batch; undefined if not known
 */
export function questionBefore(
  step: Step,
  rows: readonly SubmissionRow[],
  ingestValid?: boolean,
): Question | undefined {
  const [row] = rows;
  if (row === undefined || step === 'resume' || step === 'retry') return undefined;
  const texts = questionTexts[step];
  const question = {
    title: texts.title(rows.length, row.fileName),
    confirm: texts.confirm(rows.length),
    isGrave: step === 'cancel' || step === 'sendAnyway' || step === 'sendAgain',
    needsReason: step === 'sendAgain',
  };
  switch (step) {
    case 'pause':
      // Before anything is on its way, a pause costs nothing.
      if (rows.every(({ state }) => state !== 'uploading')) return undefined;
      return { ...question, sentences: [questionTexts.pause.cost] };
    case 'cancel':
      return { ...question, sentences: costsOfCancelling(rows) };
    case 'remove':
      return { ...question, sentences: [questionTexts.remove.keeps(rows.length)] };
    default:
      return { ...question, sentences: beforeSending(step, row, ingestValid), connection: row.connection };
  }
}

function beforeSending(
  step: 'send' | 'sendAnyway' | 'sendAgain',
  { errors, warnings }: SubmissionRow,
  ingestValid: boolean | undefined,
): string[] {
  const { twice, warned, faulty, faultyBatches } = questionTexts.sending;
  return [
    ...(step === 'sendAgain' ? [twice] : []),
    ...(errors > 0 ? [faulty(errors), faultyBatches(ingestValid)] : []),
    ...(errors === 0 && warnings > 0 ? [warned(warnings)] : []),
  ];
}

function costsOfCancelling(rows: readonly SubmissionRow[]): string[] {
  const { unchecked, unsent, underWay, atService, keeps } = questionTexts.cancel;
  const missing = rows.reduce((sum, { whole, accepted }) => sum + whole.batches - accepted.batches, 0);
  const arrived = rows.reduce((sum, { accepted, seen }) => sum + Math.max(accepted.batches, seen.batches), 0);
  return [
    ...(rows.some(({ state }) => state === 'checking') ? [unchecked] : []),
    ...(missing > 0 ? [unsent(missing)] : []),
    ...(rows.some(({ state }) => state === 'uploading') ? [underWay] : []),
    ...(arrived > 0 ? [atService(arrived)] : []),
    keeps,
  ];
}
