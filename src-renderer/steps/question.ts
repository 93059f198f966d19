/** @file The question before a step with consequences, in clear words. Pure. */

import { sumsInWords } from '../../src-shared/amounts.ts';
import type { ReleaseSummary, SubmissionRow } from '../../src-shared/contract.ts';
import { SECOND } from '../../src-shared/durations.ts';
import { whyRefused } from '../../src-shared/error-words/refusals.ts';
import { assertNever, describeError, type ErrorRecord } from '../../src-shared/errors.ts';
import { inWords } from '../../src-shared/languages/message.ts';
import { needsReason } from '../../src-shared/needs-reason.ts';
import { factsOf } from '../../src-shared/states.ts';
import { questionTexts } from '../texts/steps.ts';
import { counted, duration, size } from '../wording.ts';
import type { Step } from './next-steps.ts';

export interface StepQuestion {
  title: string;
  /** The consequences of the step, one sentence each. */
  sentences: readonly string[];
  /** The labels of the buttons that continue and that cancel. */
  confirm: string;
  goBack: string;
  /** The label of the button for what costs less. */
  instead?: string;
  /** Why the submission is held. */
  error?: ErrorRecord;
  /** The connection, when the step sends something. */
  connection?: string;
  /** The step cancels something, or sends despite findings. */
  isGrave: boolean;
  /** Why a reason is asked for; absent where none is. several: some of many files need one; given-up: lines that a correction has are not sent */
  reason?: 'sent-before' | 'errors' | 'several' | 'given-up';
  /** Each of several held files. */
  files?: readonly HeldFile[];
  /** What would be sent; it is shown before it goes to production. */
  summary?: ReleaseSummary;
  /** Why it is not known what would be sent. */
  unknown?: ErrorRecord;
  /** Over a connection to production the person types its name as well, before errors or doubles reach it. */
  isTyped?: boolean;
}

/** One of several files that are sent anyway together. */
export interface HeldFile {
  id: SubmissionRow['id'];
  fileName: string;
  /** Why it is held. */
  why: string;
  needsReason: boolean;
}

/** A pause that costs no more sending than this needs no question. */
const CHEAP_MS = 60 * SECOND;
/** The speed that is reckoned with as long as none is measured, and while nothing moves: that of a slow line. */
const UNKNOWN_BYTES_PER_SECOND = 250_000;

/**
 * The question before a step for these submissions; undefined when it has no consequences.
 * @param ingestValid whether the service was asked to take the valid lines of a faulty batch; undefined if not known
 * @param others in the queue
 */
export function questionBefore(
  step: Step,
  rows: readonly SubmissionRow[],
  ingestValid?: boolean,
  others: Iterable<SubmissionRow> = [],
): StepQuestion | undefined {
  const [row] = rows;
  if (row === undefined || hasNone(step)) return undefined;
  const { title, confirm, goBack } = questionTexts[step];
  const question = { title: title(rows.length, row.fileName), confirm, goBack, isGrave: false };
  switch (step) {
    case 'pause': {
      const lost = rows.map(lostBy);
      const bytes = lost.reduce((sum, one) => sum + one.bytes, 0);
      const longest = Math.max(...lost.map(({ ms }) => ms));
      if (longest <= CHEAP_MS) return undefined;
      const { costs, instead } = questionTexts.pause;
      return { ...question, sentences: costs(size(bytes), duration(longest)), instead };
    }
    case 'retry': {
      const unknown = rows.reduce((sum, { unknownBatches }) => sum + unknownBatches, 0);
      if (unknown === 0) return undefined;
      const seen = rows.length === 1 && row.error?.code === 'batch.unproven' && whyRefused(row.error.params);
      const sentences = [...(seen ? [inWords(seen)] : []), ...questionTexts.retry.unknown(unknown)];
      return { ...question, sentences, isGrave: true };
    }
    case 'cancel':
      return {
        ...question,
        sentences: costsOfCancelling(rows),
        isGrave: true,
        ...(rows.some(givesUpLines) && { reason: 'given-up' }),
      };
    case 'remove':
      return { ...question, sentences: beforeRemoving(rows, others) };
    case 'allowHost': {
      const { hosts, ask, goesOn, unconfirmed } = questionTexts.allowHost;
      const { host, kept } = namedHosts(row);
      if (row.error?.code === 'upload.unconfirmed-host') {
        const sentences = [unconfirmed.host(host), ask, goesOn];
        return { ...question, ...unconfirmed.words, sentences, connection: row.connection, isGrave: true };
      }
      const sentences = [hosts(host, kept), ask, goesOn];
      return { ...question, sentences, connection: row.connection, isGrave: true };
    }
    case 'release': {
      const warnings = rows.reduce((sum, one) => sum + one.warnings, 0);
      const sentences = warnings > 0 ? [questionTexts.approve.warned(warnings)] : [];
      return { ...question, sentences, connection: row.connection };
    }
    case 'approve': {
      if (rows.length > 1) {
        const files = rows.map(heldFile);
        const isReasonNeeded = files.some((file) => file.needsReason);
        return {
          ...question,
          sentences: beforeApproving(rows, undefined),
          connection: row.connection,
          isGrave: true,
          files,
          ...(isReasonNeeded && { reason: 'several', isTyped: true }),
        };
      }
      const reason = needsReason(row.error) ? 'sent-before' : row.errors > 0 ? 'errors' : undefined;
      return {
        ...question,
        sentences: beforeApproving(rows, ingestValid),
        ...(row.error !== undefined && { error: row.error }),
        connection: row.connection,
        isGrave: true,
        ...(reason !== undefined && { reason, isTyped: true }),
      };
    }
    default:
      return assertNever(step);
  }
}

const withoutQuestion = ['resume', 'tryNow', 'sendNow', 'send', 'findFile'] as const satisfies readonly Step[];
const hasNone = (step: Step): step is (typeof withoutQuestion)[number] => withoutQuestion.some((one) => one === step);

/** What of a submission a pause throws away, and how long sending that takes at its present speed. */
function lostBy({ sent, accepted, speed }: SubmissionRow): { bytes: number; ms: number } {
  const bytes = Math.max(0, sent.bytes - accepted.bytes);
  const measured = speed?.bytesPerSecond ?? 0;
  return { bytes, ms: (SECOND * bytes) / (measured > 0 ? measured : UNKNOWN_BYTES_PER_SECOND) };
}

/** The host that the service named, and those that were kept, of a row that waits for a person to allow it. */
export function namedHosts({ error }: SubmissionRow): { host: string; kept: string } {
  const { host = '', kept = '' } = error?.params ?? {};
  return { host: String(host), kept: String(kept) };
}

function beforeApproving(rows: readonly SubmissionRow[], ingestValid: boolean | undefined): string[] {
  const { twice, warned, faulty, faultyBatches } = questionTexts.approve;
  const errors = rows.reduce((sum, row) => sum + row.errors, 0);
  const warnings = rows.reduce((sum, row) => sum + row.warnings, 0);
  return [
    ...(rows.some(({ error }) => needsReason(error)) ? [twice] : []),
    ...(errors > 0 ? [faulty(errors), faultyBatches(ingestValid)] : []),
    ...(errors === 0 && warnings > 0 ? [warned(warnings)] : []),
  ];
}

function beforeRemoving(rows: readonly SubmissionRow[], others: Iterable<SubmissionRow>): string[] {
  const { stays, keeps, recognised, back, deleted } = questionTexts.remove;
  const rests = restsOf(rows, others);
  const lines = rests.reduce((sum, rest) => sum + rest.lines, 0);
  return [
    ...(rests.length > 0
      ? [
          stays(
            rests.map(({ fileName }) => fileName),
            lines,
          ),
        ]
      : []),
    keeps,
    ...(rows.some(({ accepted }) => accepted.batches > 0) ? [recognised] : []),
    back,
    deleted,
  ];
}

/** What of these files still waits for a person, in files of its own. */
function restsOf(rows: readonly SubmissionRow[], others: Iterable<SubmissionRow>): SubmissionRow[] {
  const removed = new Set(rows.map(({ id }) => id));
  const first = new Set(rows.flatMap(({ id, story }) => [id, story?.corrects ?? id, story?.partOf ?? id]));
  return [...others].filter(
    ({ id, state, story: { corrects, partOf } = {} }) =>
      !removed.has(id) &&
      factsOf(state).phase === 'deciding' &&
      [corrects, partOf].some((before) => before !== undefined && first.has(before)),
  );
}

function heldFile({ id, fileName, error, errors }: SubmissionRow): HeldFile {
  const faults = errors > 0 ? [counted(errors, 'error')] : [];
  const causes = error === undefined ? faults : [describeError(error).title, ...faults];
  return { id, fileName, why: causes.join(' · '), needsReason: needsReason(error) || errors > 0 };
}

/** A correction that was not sent: its lines are those of a file of which others went. */
const givesUpLines = ({ story, state }: SubmissionRow): boolean =>
  story?.corrects !== undefined && factsOf(state).phase === 'deciding';

function costsOfCancelling(rows: readonly SubmissionRow[]): string[] {
  const { givenUp, unchecked, unsent, underWay, atService, keeps } = questionTexts.cancel;
  const missing = rows.reduce((sum, { whole, accepted }) => sum + whole.batches - accepted.batches, 0);
  const arrived = rows.reduce((sum, { accepted, seen }) => sum + Math.max(accepted.batches, seen.batches), 0);
  return [
    ...rows.filter(givesUpLines).map(({ lines, fileName, sums = [] }) => givenUp(lines, fileName, sumsInWords(sums))),
    ...(rows.some(({ state }) => state === 'checking') ? [unchecked] : []),
    ...(missing > 0 ? [unsent(missing)] : []),
    ...(rows.some(({ state }) => state === 'uploading') ? [underWay] : []),
    ...(arrived > 0 ? [atService(arrived)] : []),
    keeps,
  ];
}
