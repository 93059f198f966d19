/** @file The lines of a file that were left out on purpose: how many, why, and who decided. */

import { z } from 'zod';
import { message } from './languages/message.ts';
import { momentOf } from './quantities.ts';

/**
 * by-hand: a person has left out this line · service: the service has rejected it · check: the check found an error in it · replaced: a file that a
 * person made stands in its place · dropped: a correction has dropped it, as a duplicate or as blank · given-up: what carries it was cancelled
 */
export const leftOutReasons = ['by-hand', 'service', 'check', 'replaced', 'dropped', 'given-up'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const count = z.int().nonnegative();

export const leftOutSchema = z.object({
  /** The file whose lines they are: the first one of those that correct each other. */
  submission: z.int(),
  lines: count,
  /** As far as there are any. */
  reasons: z.array(z.object({ reason: z.enum(leftOutReasons), lines: count })),
  /** The corrections that have left lines out. */
  corrections: z.array(
    z.object({ submission: z.int(), lines: count, at: z.string().optional(), user: z.string().optional() }),
  ),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

export const reasonWords: Readonly<Record<LeftOutReason, string>> = {
  get 'by-hand'() {
    return message('left out by hand');
  },
  get service() {
    return message('rejected by the service');
  },
  get check() {
    return message('rejected by the check');
  },
  get replaced() {
    return message('replaced by another file');
  },
  get dropped() {
    return message('dropped by a step of the correction');
  },
  get 'given-up'() {
    return message('given up');
  },
};

/** “36 lines of this file were left out: 34 rejected by the check, 2 left out by hand.” */
export function leftOutInWords({ lines, reasons }: Pick<LeftOut, 'lines' | 'reasons'>): string {
  if (lines === 0) return message('No line of this file was left out.');
  const why = reasons
    .map(({ reason, lines: own }) => message('{count, number} {reason}', { count: own, reason: reasonWords[reason] }))
    .join(', ');
  return message(
    '{lines, plural, one {# line of this file was left out} other {# lines of this file were left out}}: {why}.',
    { lines, why },
  );
}

/** Who has decided it, a sentence for each correction. */
export function decisionsInWords({ corrections }: Pick<LeftOut, 'corrections'>): string[] {
  return corrections.map(({ submission, lines, at, user = '' }) =>
    at === undefined
      ? message('Submission {submission}, which corrects it, left out {lines, number}.', {
          ...{ submission: `${submission}`, lines },
        })
      : message('Submission {submission}, which corrects it, left out {lines, number} ({user}, {at}).', {
          ...{ submission: `${submission}`, lines, user, at: momentOf(Date.parse(at)) },
        }),
  );
}

/** “47 lines of 2 files were left out”, by corrections or since a file was cancelled. */
export function leftOutOfFilesInWords(lines: number, files: number): string {
  return message(
    '{lines, plural, one {# line} other {# lines}} of {files, plural, one {# file} other {# files}} {lines, plural, one {was} other {were}} left out, by corrections or because the file was cancelled',
    { lines, files },
  );
}
