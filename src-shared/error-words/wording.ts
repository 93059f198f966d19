/** @file What each entry of the catalogue of errors consists of. */

import { momentOf } from '../quantities.ts';

/** Values that fill a text. They are shown and logged, so no secret, token or signed query may be among them. */
export type ErrorParams = Readonly<Record<string, string | number>>;

export interface Wording {
  /** What happened, in full. */
  detail: string;
  /** What the app does by itself, or what the person can do in the window. */
  remedy: string;
  /** The same for whoever works in a terminal, where other words are needed: commands, options, variables. */
  remedyInTerminal?: string;
  /** The same for whoever reads it after the command has ended, where `remedy` tells what the app does by itself. */
  remedyOnceEnded?: string;
}

export interface ErrorKind<Params extends ErrorParams> {
  /** True when the same call may succeed later without anybody changing anything. */
  retryable: boolean;
  /** What happened, in a few words; without any value, so that it can be shown where only the code is known. */
  title: string;
  words: (params: Params) => Wording;
}

export function kind<Params extends ErrorParams = Record<never, never>>(
  retryable: boolean,
  title: string,
  words: (params: Params) => Wording,
): ErrorKind<Params> {
  return { retryable, title, words };
}

/** An ISO 8601 time as the person’s own clock shows it. */
export function moment(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return momentOf(date.getTime());
}

/** When something is tried again: after the seconds that the other side asked for, where it did. */
export function pauseInWords(retryAfter: number): string {
  return retryAfter > 0 ? `in ${retryAfter} s` : 'with growing pauses';
}
