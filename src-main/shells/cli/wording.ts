/** @file Sizes, counts, times and states in the words that people read. */

import prettyBytes from 'pretty-bytes';
import prettyMilliseconds from 'pretty-ms';
import { factsOf } from '../../../src-shared/states.ts';
import type { Batch } from '../../queue/batch.ts';
import type { SubmissionState } from '../../queue/submission.ts';

export const size = (bytes: number): string => prettyBytes(bytes, { maximumFractionDigits: 1 });

export const speed = (bytesPerSecond: number): string => `${size(bytesPerSecond)}/s`;

/** A duration to the second, or below one second to the tenth. */
export const duration = (milliseconds: number): string =>
  milliseconds < 10_000
    ? prettyMilliseconds(milliseconds, { secondsDecimalDigits: 1 })
    : prettyMilliseconds(milliseconds, { secondsDecimalDigits: 0 });

/** What is left of a duration that nobody knows to the tenth of a second. */
export const remaining = (milliseconds: number): string => `${duration(Math.ceil(milliseconds / 1000) * 1000)} left`;

/** With a full stop, where the text has no end of its own. */
export const sentence = (text: string): string => (/[.!?…”]$/.test(text) ? text : `${text}.`);

/** What the service says, on one line and without what would steer a terminal. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, ' ');

const numbers = new Intl.NumberFormat('en');

/** A number as it is read: “2,300,000”. */
export const grouped = (count: number): string => numbers.format(count);

/** A number with its noun: “1 line”, “2,300,000 lines”, “2 batches”. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : noun.endsWith('ch') ? 'es' : 's'}`;

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** A day (of ms since the epoch) as it is read: “21 Nov 2026”. */
export const day = (at: number): string => days.format(at);

export const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`.padStart(5);

const stateWords: Record<SubmissionState, string> = {
  checking: 'checking',
  'check-failed': 'could not be checked',
  held: 'held: waits for your decision',
  paused: 'paused',
  waiting: 'waiting',
  reserving: 'asking for an upload address',
  uploading: 'sending',
  verifying: 'checking what arrived',
  unknown: 'not known whether it arrived: waits for your decision',
  processing: 'sent, the service is at work',
  processed: 'processed',
  rejected: 'refused by the service',
  failed: 'failed',
  cancelled: 'cancelled',
};

export const stateInWords = (state: SubmissionState): string => stateWords[state];

/** The state of a batch, with the service's own word behind it. */
export const batchInWords = ({ state, remoteState }: Pick<Batch, 'state' | 'remoteState'>): string =>
  remoteState === undefined ? stateWords[state] : `${stateWords[state]} (${remoteState})`;

/** What is wrong with a batch now: once it is on its way again, the trouble of the attempt before is over. */
export const presentError = ({ state, error }: Pick<Batch, 'state' | 'error'>): Batch['error'] =>
  factsOf(state).isActive ? undefined : error;
