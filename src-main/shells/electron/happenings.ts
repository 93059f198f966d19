/** @file Events worth a notification while the person looks elsewhere, and their texts. Pure. */

import type { QueueState, Settings, SubmissionRow } from '../../../src-shared/contract.ts';
import { describeError } from '../../../src-shared/errors.ts';
import { needsPerson } from './activity.ts';

/** A submission that has ended, or that cannot continue without a person. */
export interface Happening {
  fileName: string;
  connection: string;
  hasEnded: boolean;
  needsPerson: boolean;
  /** What happened, in a few words. */
  title: string;
}

/** The news between two versions of a submission; `before` is absent when it was not known yet. */
export function happeningOf(before: SubmissionRow | undefined, after: SubmissionRow): Happening | undefined {
  const happening = standOf(after);
  if (happening === undefined || (before !== undefined && standOf(before)?.title === happening.title)) return undefined;
  return happening;
}

function standOf(row: SubmissionRow): Happening | undefined {
  const { fileName, connection, state, error } = row;
  const stand = { fileName, connection, hasEnded: false, needsPerson: false };
  if (state === 'processed') return { ...stand, hasEnded: true, title: 'Processed' };
  if (state === 'rejected') return { ...stand, hasEnded: true, needsPerson: true, title: 'Refused by the service' };
  if (state === 'failed') return { ...stand, hasEnded: true, needsPerson: true, title: 'Could not be sent' };
  if (!needsPerson(row)) return undefined;
  return { ...stand, needsPerson: true, title: error === undefined ? 'Waits for you' : describeError(error).title };
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

/** One notification for everything that happened within a moment. */
export function notificationOf(happenings: readonly Happening[]): { title: string; body: string } | undefined {
  const [first, ...others] = happenings;
  if (first === undefined) return undefined;
  if (others.length === 0) {
    const over = first.connection === '' ? '' : ` (${first.connection})`;
    return { title: first.title, body: `${first.fileName}${over}` };
  }
  const needy = happenings.filter((happening) => happening.needsPerson);
  const good = happenings.length - needy.length;
  const title = [
    ...(good > 0 ? [`${good} ${good === 1 ? 'file was' : 'files were'} processed`] : []),
    ...(needy.length > 0 ? [`${needy.length} ${needy.length === 1 ? 'needs' : 'need'} you`] : []),
  ].join(', ');
  // Those that need a person come first, because the list is cut off.
  const names = [...needy, ...happenings.filter((happening) => !happening.needsPerson)].map((each) => each.fileName);
  const more = names.length > NAMES ? [`and ${names.length - NAMES} more`] : [];
  return { title, body: [...names.slice(0, NAMES), ...more].join('\n') };
}
