/** @file The activity of the whole queue, and how the system around the window shows it. Pure. */

import type { SubmissionRow } from '../../../src-shared/contract.ts';
import { needsPerson } from '../../../src-shared/happenings.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { size } from '../../../src-shared/quantities.ts';
import { groupOf } from '../../../src-shared/queue-group.ts';
import { factsOf } from '../../../src-shared/states.ts';

export interface Activity {
  /** Files whose bytes are moving, or will move without a person's help. */
  uploads: number;
  checks: number;
  /** Files about which a person has to decide, or of which something is to be corrected: those that the queue lists so. */
  needPerson: number;
  /** Files that have not ended: those that can be paused, and those that are paused. */
  pausable: number;
  paused: number;
  /** Files of the run whose bytes have all left: a bar that forgot them would run backwards. */
  done: number;
  /** Of the files that are being uploaded, and of those that are done. */
  sentBytes: number;
  wholeBytes: number;
  /** As above, of the files that a person has paused. */
  pausedSentBytes: number;
  pausedWholeBytes: number;
  /** Handed to the network, but not yet confirmed: a stop sends these bytes again. */
  bytesInFlight: number;
}

const idle: Readonly<Activity> = {
  uploads: 0,
  checks: 0,
  needPerson: 0,
  pausable: 0,
  paused: 0,
  done: 0,
  sentBytes: 0,
  wholeBytes: 0,
  pausedSentBytes: 0,
  pausedWholeBytes: 0,
  bytesInFlight: 0,
};

/**
 * @param isStopped whether the whole queue has stopped, for example because of a full disk
 * @param run the files that have been checked or uploaded since the last moment at which nothing moved
 */
export function activityOf(
  rows: Iterable<SubmissionRow>,
  isStopped: boolean,
  run: ReadonlySet<SubmissionRow['id']> = new Set(),
): Activity {
  const activity: Activity = { ...idle };
  for (const row of rows) {
    if (groupOf(row) === 'needs') activity.needPerson += 1;
    if (isOpen(row)) activity[row.paused ? 'paused' : 'pausable'] += 1;
    if (isStopped) continue;
    if (row.state === 'checking' && !row.paused) activity.checks += 1;
    const isUnderWay = isUploading(row);
    const isSent = row.whole.bytes > 0 && row.sent.bytes === row.whole.bytes;
    const isDone = !isUnderWay && run.has(row.id) && isSent;
    if (isUnderWay) {
      activity.uploads += 1;
      activity.bytesInFlight += Math.max(0, row.sent.bytes - row.accepted.bytes);
    }
    if (isDone) activity.done += 1;
    if (isUnderWay || isDone) {
      activity.sentBytes += row.sent.bytes;
      activity.wholeBytes += row.whole.bytes;
    } else if (row.state === 'paused') {
      activity.pausedSentBytes += row.sent.bytes;
      activity.pausedWholeBytes += row.whole.bytes;
    }
  }
  if (isStopped) activity.needPerson += 1;
  return activity;
}

/** Whether it can still be paused or resumed. */
export function isOpen({ state }: SubmissionRow): boolean {
  return factsOf(state).phase !== 'ended';
}

/** A temporary loss of the network counts as moving, so that the computer does not fall asleep during a night's run. */
export function isUploading(row: SubmissionRow): boolean {
  if (row.state === 'uploading') return true;
  return isOnItsWay(row.state) && !row.paused && !needsPerson(row);
}

function isOnItsWay(state: SubmissionRow['state']): boolean {
  return factsOf(state).phase === 'sending';
}

/** Whether the computer must stay awake, and whether the app keeps running without its window. */
export function isMoving({ uploads, checks }: Activity): boolean {
  return uploads + checks > 0;
}

/** As `BrowserWindow.setProgressBar` takes it: below 0 for none, above 1 for an indeterminate bar. */
export interface TaskbarProgress {
  value: number;
  mode: 'none' | 'normal' | 'indeterminate' | 'error' | 'paused';
}

/**
 * The progress on the taskbar or dock. Only Windows has a red bar, for what needs a person, and a yellow one, for what is
 * paused; elsewhere they would look like success, and like an upload that hangs.
 */
export function taskbarProgress(activity: Activity, platform: string): TaskbarProgress {
  const { uploads, checks, needPerson, pausedSentBytes, pausedWholeBytes } = activity;
  const hasColours = platform === 'win32';
  const isRed = needPerson > 0 && hasColours;
  if (uploads > 0) return { value: sentFraction(activity), mode: isRed ? 'error' : 'normal' };
  if (checks > 0) return { value: 2, mode: 'indeterminate' };
  if (isRed) return { value: 1, mode: 'error' };
  if (hasColours && pausedWholeBytes > 0) return { value: fraction(pausedSentBytes, pausedWholeBytes), mode: 'paused' };
  return { value: -1, mode: 'none' };
}

const sentFraction = ({ sentBytes, wholeBytes }: Activity): number => fraction(sentBytes, wholeBytes);

/** Never 100 %: a file is complete only when the storage confirms it, and then no longer counts as uploading. */
function fraction(sentBytes: number, wholeBytes: number): number {
  return wholeBytes === 0 ? 0 : Math.min(0.99, sentBytes / wholeBytes);
}

/** One sentence for the tray icon. */
export function statusSentence(activity: Activity): string {
  const { uploads, checks, needPerson } = activity;
  const doing = [
    ...(uploads > 0 ? [sendingSentence(activity)] : []),
    ...(checks > 0 ? [message('Checking {count, plural, one {# file} other {# files}}', { count: checks })] : []),
    ...(needPerson > 0
      ? [message('{count, plural, one {# needs you} other {# need you}}', { count: needPerson })]
      : []),
  ];
  return doing.length === 0 ? message('Nothing is being sent') : doing.join(' · ');
}

/** How far all of them are together. */
function sendingSentence(activity: Activity): string {
  const { uploads: count, done } = activity;
  const percent = Math.floor(100 * sentFraction(activity));
  if (done === 0)
    return message('Sending {count, plural, one {# file} other {# files}}, {percent, number} %', { count, percent });
  return message('Sending {count, number} of {all, number} files, {percent, number} %', {
    count,
    percent,
    all: count + done,
  });
}

/** What is still being sent, in one sentence; undefined when nothing is. */
export function stillSent({ uploads }: Activity): string | undefined {
  if (uploads === 0) return undefined;
  return message('{count, plural, one {# file is} other {# files are}} still being sent.', { count: uploads });
}

/** What quitting now would cost, as a text; undefined when it costs nothing. */
export function costOfQuitting(activity: Activity): string | undefined {
  const { bytesInFlight } = activity;
  const sent = stillSent(activity);
  if (sent === undefined) return undefined;
  return [
    sent,
    message('If you quit, sending continues at the next start.'),
    bytesInFlight === 0
      ? message('A batch that is being sent starts again.')
      : message('Batches that are being sent start again: up to {size} are sent a second time.', {
          size: size(bytesInFlight),
        }),
    message('Nothing is lost.'),
  ].join(' ');
}

/** Of a picture over the icon, for a screen reader. */
export const needingSentence = ({ needPerson }: Activity): string =>
  message('{count, plural, one {# file needs you} other {# files need you}}', { count: needPerson });
