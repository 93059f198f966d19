/** @file Events worth a notification while the person looks elsewhere, and their texts. Pure. */

import type { QueueState, Settings, SubmissionRow } from './contract.ts';
import { describeError } from './errors.ts';
import { factsOf } from './states.ts';

/** A submission that has ended, or that cannot continue without a person. */
export interface Happening {
  /** Absent where it is about the whole queue. */
  id?: SubmissionRow['id'];
  fileName: string;
  connection: string;
  hasEnded: boolean;
  needsPerson: boolean;
  /** What happened, in a few words. */
  title: string;
}

/** What a person is told when a submission ends; nothing where another of its ends, or the person, has said it. */
const endTitles: Readonly<Record<SubmissionRow['state'], string | undefined>> = {
  processed: 'Processed',
  rejected: 'Refused by the service',
  failed: 'Could not be sent',
  cancelled: undefined,
  // The error says it.
  'check-failed': undefined,
  checking: undefined,
  held: undefined,
  checked: 'Checked',
  corrected: undefined,
  paused: undefined,
  waiting: undefined,
  reserving: undefined,
  uploading: undefined,
  verifying: undefined,
  unknown: undefined,
  processing: undefined,
};

/** The news between two sights of a submission; `before` is absent when it was not known yet. */
export function happeningOf(before: SubmissionRow | undefined, after: SubmissionRow): Happening | undefined {
  const happening = standOf(after);
  if (happening === undefined || (before !== undefined && standOf(before)?.title === happening.title)) return undefined;
  return happening;
}

function standOf(row: SubmissionRow): Happening | undefined {
  const { id, fileName, connection, state, error } = row;
  const stand = { id, fileName, connection, hasEnded: false, needsPerson: false };
  const title = endTitles[state];
  if (title !== undefined) return { ...stand, hasEnded: true, needsPerson: factsOf(state).needsPerson, title };
  if (!needsPerson(row)) return undefined;
  return { ...stand, needsPerson: true, title: error === undefined ? 'Waiting for you' : describeError(error).title };
}

/** Whether a submission cannot continue without a person. What the service rejected has ended. */
export function needsPerson({ state, error }: Pick<SubmissionRow, 'state' | 'error'>): boolean {
  const { phase, needsPerson: isNeeded, canRetry } = factsOf(state);
  if (isNeeded) return phase !== 'ended' || canRetry;
  return phase === 'sending' && error !== undefined && !error.retryable;
}

/** The news that the whole queue has stopped. */
export function stopOf(error: QueueState['stopped']): Happening | undefined {
  if (error === undefined) return undefined;
  const { title, remedy } = describeError(error);
  return { fileName: remedy, connection: '', hasEnded: false, needsPerson: true, title };
}

/** Whether the settings ask for this notification. */
export function isWanted(happening: Happening, settings: Settings['notifications']): boolean {
  return (happening.hasEnded && settings.ended) || (happening.needsPerson && settings.needsPerson);
}

/** How many names a notification lists. */
const NAMES = 3;

export interface NotificationContent {
  title: string;
  body: string;
  /** The submissions that it is about, those that need a person first. */
  ids: SubmissionRow['id'][];
}

/** One notification for everything that happened within a moment. */
export function notificationOf(happenings: readonly Happening[]): NotificationContent | undefined {
  const [first, ...others] = happenings;
  if (first === undefined) return undefined;
  const needy = happenings.filter((happening) => happening.needsPerson);
  // Those that need a person come first, because the list is cut off.
  const sorted = [...needy, ...happenings.filter((happening) => !happening.needsPerson)];
  const ids = [...new Set(sorted.flatMap(({ id }) => id ?? []))];
  if (others.length === 0) {
    const over = first.connection === '' ? '' : ` (${first.connection})`;
    return { title: first.title, body: `${first.fileName}${over}`, ids };
  }
  const good = happenings.length - needy.length;
  const title = [
    ...(good > 0 ? [`${good} ${good === 1 ? 'file was' : 'files were'} processed`] : []),
    ...(needy.length > 0 ? [`${needy.length} ${needy.length === 1 ? 'needs' : 'need'} you`] : []),
  ].join(', ');
  const names = sorted.map(({ fileName }) => fileName);
  const more = names.length > NAMES ? [`and ${names.length - NAMES} more`] : [];
  return { title, body: [...names.slice(0, NAMES), ...more].join('\n'), ids };
}
