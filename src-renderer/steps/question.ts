/** @file The question before a step with consequences, in clear words. Pure. */

import type { SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { needsReason } from '../../src-shared/sent-before.ts';
import { questionTexts } from '../texts/steps.ts';
import { size } from '../wording.ts';
import type { Step } from './next-steps.ts';

export interface Question {
  title: string;
  /** The consequences of the step, one sentence each. */
  sentences: readonly string[];
  /** The labels of the buttons that continue and that cancel. */
  confirm: string;
  goBack: string;
  /** Why the submission is held. */
  error?: ErrorRecord;
  /** The connection, when the step sends something. */
  connection?: string;
  /** The step cancels something, or sends despite findings. */
  isGrave: boolean;
  needsReason: boolean;
}

/** Below this many bytes to send again, a pause costs a few seconds and needs no question. */
const COSTLY_BYTES = 50_000_000;

/**
 * The question before a step for these submissions; undefined when it has no consequences.
 * @param ingestValid whether the service was asked to take the valid lines of a faulty batch; undefined if not known
 */
export function questionBefore(
  step: Step,
  rows: readonly SubmissionRow[],
  ingestValid?: boolean,
): Question | undefined {
  const [row] = rows;
  if (row === undefined || step === 'resume') return undefined;
  const { title, confirm, goBack } = questionTexts[step];
  const question = { title: title(rows.length, row.fileName), confirm, goBack, isGrave: false, needsReason: false };
  switch (step) {
    case 'pause': {
      const lost = rows.reduce((sum, { sent, accepted }) => sum + Math.max(0, sent.bytes - accepted.bytes), 0);
      if (lost < COSTLY_BYTES) return undefined;
      return { ...question, sentences: questionTexts.pause.costs(size(lost)) };
    }
    case 'retry': {
      const unknown = rows.reduce((sum, { unknownBatches }) => sum + unknownBatches, 0);
      if (unknown === 0) return undefined;
      return { ...question, sentences: questionTexts.retry.unknown(unknown), isGrave: true };
    }
    case 'cancel':
      return { ...question, sentences: costsOfCancelling(rows), isGrave: true };
    case 'remove':
      return { ...question, sentences: [questionTexts.remove.keeps] };
    case 'allowHost': {
      const { hosts, ask, goesOn } = questionTexts.allowHost;
      const { host, kept } = namedHosts(row);
      const sentences = [hosts(host, kept), ask, goesOn];
      return { ...question, sentences, connection: row.connection, isGrave: true };
    }
    case 'approve':
      return {
        ...question,
        sentences: beforeApproving(row, ingestValid),
        ...(row.error !== undefined && { error: row.error }),
        connection: row.connection,
        isGrave: true,
        needsReason: needsReason(row.error),
      };
  }
}

/** The host that the service named, and those that were kept, of a row that waits for a person to allow it. */
export function namedHosts({ error }: SubmissionRow): { host: string; kept: string } {
  const { host = '', kept = '' } = error?.params ?? {};
  return { host: String(host), kept: String(kept) };
}

function beforeApproving({ errors, warnings, error }: SubmissionRow, ingestValid: boolean | undefined): string[] {
  const { twice, warned, faulty, faultyBatches } = questionTexts.approve;
  return [
    ...(needsReason(error) ? [twice] : []),
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
