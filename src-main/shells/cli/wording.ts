/** @file Sizes, counts, times and states in the words that people read. */

import type { ErrorCode } from '../../../src-shared/errors.ts';
import { message } from '../../../src-shared/languages/message.ts';
import { duration } from '../../../src-shared/quantities.ts';
import { stateInWords } from '../../../src-shared/state-words.ts';
import { type BatchState, factsOf, type SubmissionState } from '../../../src-shared/states.ts';

export { counted, dateOf as day, duration, number as grouped, size, speed } from '../../../src-shared/quantities.ts';
export { stateInWords } from '../../../src-shared/state-words.ts';

/** A remaining time, without tenths of a second: it is an estimate. */
export const remaining = (milliseconds: number): string =>
  message('{time} left', { time: duration(Math.ceil(milliseconds / 1000) * 1000) });

/** A moment as programs read it. */
export const iso = (at: number): string => new Date(at).toISOString();

/** With a full stop, where the text has no end of its own. */
export const sentence = (text: string): string => (/[.!?…”]$/.test(text) ? text : `${text}.`);

export const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 100 : Math.floor((100 * part) / whole)} %`.padStart(5);

/** The state of a batch, with the service's own word behind it, and the other ids under which it was processed. */
export function batchInWords(batch: {
  state: SubmissionState;
  remoteState?: string | undefined;
  batchId?: string | undefined;
  doubled?: readonly string[] | undefined;
}): string {
  const { state, remoteState, batchId, doubled } = batch;
  const words = remoteState === undefined ? stateInWords(state) : `${stateInWords(state)} (${remoteState})`;
  if (doubled === undefined) return words;
  const ids = doubled.filter((id) => id !== batchId).join(', ');
  return message('{state}, DOUBLED: also as {ids}', { state: words, ids });
}

/** The state of a submission, and that lines of it are at the service twice. */
export function standInWords({ state, error, doubled }: Stand): string {
  const words = stateInWords(state, error);
  return doubled === undefined ? words : message('{state}, DOUBLED', { state: words });
}

interface Stand {
  state: SubmissionState;
  error?: ErrorCode | undefined;
  doubled?: object | undefined;
}

/** What is wrong with a batch now: once it is on its way again, the trouble of the attempt before is over. */
export const presentError = <Trouble>({ state, error }: { state: BatchState; error?: Trouble | undefined }) =>
  factsOf(state).isActive ? undefined : error;
