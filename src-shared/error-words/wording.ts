/** @file The parts of each entry in the catalogue of errors. */

import type { FactValues, Said } from '../languages/fact.ts';
import { message } from '../languages/message.ts';
import { momentOf } from '../quantities.ts';

/**
 * Values that fill a text: names, counts, and reasons, which are facts. They are shown and logged, so no secret, token or
 * signed query may be among them.
 */
export type ErrorParams = FactValues;

export interface Wording {
  /** What happened, in full: other errors and what is kept may repeat it. */
  detail: Said;
  /** What the app does automatically, or what the person can do in the window. */
  remedy: string;
  /**
   * `remedy` for people who work in a terminal: it names commands, options and variables instead. English, as the command
   * line is.
   */
  remedyInTerminal?: string;
  /**
   * `remedy` for people who read it after the command has ended, where `remedy` describes what the app does
   * automatically. English, too.
   */
  remedyOnceEnded?: string;
}

export interface ErrorKind<Params extends ErrorParams> {
  /** True when the same call may succeed later without any change by a person. */
  retryable: boolean;
  /** What happened, in a few words; without any value, so that it can be shown where only the code is known. */
  title: () => string;
  words: (params: Params) => Wording;
}

export function kind<Params extends ErrorParams = Record<never, never>>(
  retryable: boolean,
  title: () => string,
  words: (params: Params) => Wording,
): ErrorKind<Params> {
  return { retryable, title, words };
}

/** An ISO 8601 time in the person’s own time zone. */
export function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return momentOf(date.getTime());
}

/** When the app tries again: after the seconds that the other side asked for, if it did. */
export function triesAgain(retryAfter: number): string {
  return retryAfter > 0
    ? message('Tranship tries again by itself in {seconds} s.', { seconds: retryAfter })
    : message('Tranship tries again by itself soon, and then less and less often.');
}
