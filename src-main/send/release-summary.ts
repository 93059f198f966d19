/**
 * @file What a person sees before files go to Production: what is in them, how long sending takes, and the last similar file
 * beside one of them. Pure, except for `releaseSummary`, which reads the store.
 */

import type { ReleaseSummary } from '../../src-shared/contract.ts';
import { AppError } from '../../src-shared/errors.ts';
import { amountText, exactAmount } from '../../src-shared/exact-amount.ts';
import type { SubmissionId } from './batch.ts';
import type { QueueStore } from './storage/store.ts';
import { type CheckResult, type HeldSubmission, type Submission, wasSent } from './submission.ts';
import { uploadForecast } from './upload-forecast.ts';

type Figures = Pick<ReleaseSummary, 'transactions' | 'bytes' | 'sums' | 'days'>;

export interface SummaryPorts {
  store: Pick<QueueStore, 'approvedNames' | 'submission' | 'batches'>;
  /** @throws AppError queue.unknown-id */
  submission: (id: SubmissionId) => Submission;
  /** Bytes a second of all uploads to a destination; undefined where that is not known. */
  speed: (destination: string) => number | undefined;
}

/**
 * What would be sent of held files together. The last similar file is given for a single one.
 * @throws AppError queue.unknown-id, queue.not-held
 */
export function releaseSummary(ids: readonly SubmissionId[], ports: SummaryPorts): Omit<ReleaseSummary, 'isTyped'> {
  const files = ids.map((id) => heldOne(ports.submission(id)));
  const [first, ...others] = files;
  const figures = together(files.map(({ check }) => check));
  const ranges = files.flatMap((file) => file.ranges.map(({ start, end }) => end - start));
  const speed = first && ports.speed(first.destination);
  const { totalMs, limitMs } = uploadForecast({
    files: ranges,
    // Each range is one batch already.
    maxBatchBytes: Number.POSITIVE_INFINITY,
    bytesPerSecond: speed,
  });
  const earlier = first === undefined || others.length > 0 ? undefined : lastSimilar(first, ports.store);
  return {
    ...figures,
    files: files.length,
    batches: ranges.length,
    sendMs: totalMs ?? limitMs,
    isSpeedKnown: totalMs !== undefined,
    ...(earlier !== undefined && { earlier }),
  };
}

function heldOne(submission: Submission): HeldSubmission {
  if (submission.stage !== 'held') throw new AppError('queue.not-held', { id: submission.id });
  return submission;
}

/** The figures of several files as one. Days that several of them have count once only where they are the same files. */
function together(checks: readonly CheckResult[]): Figures {
  const sums = new Map<string, bigint>();
  const days = checks.flatMap(({ totals }) => (totals?.firstDay === undefined ? [] : [totals]));
  for (const { totals } of checks) {
    for (const { currency, amount } of totals?.sums ?? [])
      sums.set(currency, (sums.get(currency) ?? 0n) + (exactAmount(amount) ?? 0n));
  }
  const first = days.map(({ firstDay = '' }) => firstDay).sort()[0];
  const last = days
    .map(({ lastDay = '' }) => lastDay)
    .sort()
    .at(-1);
  const [only, ...others] = days;
  return {
    transactions: checks.reduce((sum, { transactions }) => sum + transactions, 0),
    bytes: checks.reduce((sum, { bytes }) => sum + bytes, 0),
    sums: [...sums]
      .map(([currency, amount]) => ({ currency, amount: amountText(amount) }))
      .sort((one, other) => (one.currency < other.currency ? -1 : 1)),
    ...(first !== undefined &&
      last !== undefined && {
        // How many days several files have together is not known: they may share some.
        days: { first, last, ...(only !== undefined && others.length === 0 && { count: only.days }) },
      }),
  };
}

/** The last file to the same destination of the same template, or with a name of the same pattern, that was sent. */
function lastSimilar(file: HeldSubmission, store: SummaryPorts['store']): ReleaseSummary['earlier'] {
  const wanted = { pattern: patternOf(file.name), template: file.prepared?.template.name };
  for (const { id, name, template } of store.approvedNames(file.destination)) {
    if (id === file.id) continue;
    const isAlike = wanted.template === undefined ? patternOf(name) === wanted.pattern : template === wanted.template;
    if (!isAlike) continue;
    const earlier = store.submission(id);
    if (earlier?.stage !== 'approved' || !wasSent(store.batches(id))) continue;
    return { id, fileName: nameOf(name), addedAt: earlier.addedAt, ...together([earlier.check]) };
  }
  return undefined;
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december';
const shortMonths = 'jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec';
const month = new RegExp(`(?<![a-z])(?:${months}|${shortMonths})(?![a-z])`, 'g');

/** What the names of regular exports have in common: all but their numbers and months. */
export function patternOf(name: string): string {
  return nameOf(name)
    .toLowerCase()
    .replace(month, '#')
    .replace(/\d+/g, '#')
    .replace(/#(?:[-_. ]?#)+/g, '#');
}

const nameOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;
