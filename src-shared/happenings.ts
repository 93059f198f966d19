/**
 * @file Events worth a notification while the person looks elsewhere, and their texts, which are worded when they are asked
 * for: the desktop's process speaks another language in its logs. Pure.
 */

import { type Account, hasOutcomes } from './account.ts';
import { accountParts, partsInWords } from './account-words.ts';
import type { QueueState, Settings, SubmissionRow } from './contract.ts';
import { describeError } from './errors.ts';
import { message } from './languages/message.ts';
import { factsOf } from './states.ts';
import { visible } from './visible-text.ts';

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
  /** What became of its lines, where not all of them have the same outcome. */
  account?: Account;
}

/** The notice to a person when a submission ends; nothing where another of its ends, or the person, has said it. */
const endTitles: Readonly<Record<SubmissionRow['state'], (() => string) | undefined>> = {
  processed: () => message('Processed', {}, { context: 'notification' }),
  rejected: () => message('Rejected by the service'),
  'partially-accepted': () => message('Partially accepted by the service'),
  unreported: () => message('Processed, but the report is missing'),
  failed: () => message('Could not be sent'),
  cancelled: undefined,
  // The error says it.
  'check-failed': undefined,
  checking: undefined,
  held: undefined,
  checked: () => message('Checked'),
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
  const { id, fileName, connection, state, error, account, doubled } = row;
  const isInParts = account !== undefined && accountParts(account).length > 1;
  const stand = {
    id,
    fileName,
    connection,
    hasEnded: false,
    needsPerson: false,
    ...(isInParts && hasOutcomes(account) && { account }),
  };
  if (doubled !== undefined)
    return {
      ...stand,
      hasEnded: factsOf(state).phase === 'ended',
      needsPerson: true,
      get title() {
        return message('DOUBLED: lines are at the service twice');
      },
    };
  const ended = endTitles[state];
  if (ended !== undefined) {
    return {
      ...stand,
      hasEnded: true,
      needsPerson: factsOf(state).needsPerson,
      get title() {
        return ended();
      },
    };
  }
  if (!needsPerson(row)) return undefined;
  return {
    ...stand,
    needsPerson: true,
    get title() {
      return error === undefined ? message('Waiting for you') : describeError(error).title;
    },
  };
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
  return {
    connection: '',
    hasEnded: false,
    needsPerson: true,
    get fileName() {
      return describeError(error).remedy;
    },
    get title() {
      return describeError(error).title;
    },
  };
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
  return {
    get title() {
      return others.length === 0 ? first.title : countsOf(happenings.length - needy.length, needy.length);
    },
    get body() {
      return others.length === 0 ? [nameOf(first), ...accountOf(first)].join('\n') : namesOf(sorted);
    },
    ids,
  };
}

const nameOf = ({ fileName, connection }: Happening): string =>
  visible(connection === '' ? fileName : message('{fileName} ({connection})', { fileName, connection }));

const accountOf = ({ account }: Happening): string[] => (account === undefined ? [] : [partsInWords(account)]);

function namesOf(happenings: readonly Happening[]): string {
  const names = happenings.map(({ fileName }) => visible(fileName));
  const more =
    names.length > NAMES
      ? [message('{count, plural, one {and # more} other {and # more}}', { count: names.length - NAMES })]
      : [];
  return [...names.slice(0, NAMES), ...more].join('\n');
}

function countsOf(good: number, needy: number): string {
  if (needy === 0) {
    return message('{count, plural, one {# file was processed} other {# files were processed}}', { count: good });
  }
  if (good === 0) return message('{count, plural, one {# file needs you} other {# files need you}}', { count: needy });
  return message(
    '{good, plural, one {# file was processed} other {# files were processed}}, {needy, plural, one {# needs you} other {# need you}}',
    { good, needy },
  );
}
