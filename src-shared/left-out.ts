/** @file The lines of a file that were left out on purpose: how many, why, and who decided. */

import { z } from 'zod';
import { lineSumsSchema } from './account.ts';
import { sumsInWords } from './amounts.ts';
import { addedUp } from './exact-amount.ts';
import { type Fact, fact } from './languages/fact.ts';
import { saidSchema } from './languages/fact-schema.ts';
import { message } from './languages/message.ts';
import { type LeftOutReason, leftOutReasons } from './left-out-reasons.ts';
import { lineOriginSchema } from './line-origin.ts';
import { namesInWords } from './names-in-words.ts';
import { momentOf } from './quantities.ts';

const count = z.int().nonnegative();

const leftOutReasonSchema = z.object({
  reason: z.enum(leftOutReasons),
  lines: count,
  /** What these pay; absent where that is not known, or was not asked. */
  sums: lineSumsSchema.shape.sums.optional(),
  /** Lines, other than blank ones, of which amount or currency cannot be read; absent if none. */
  unread: count.optional(),
});

export const leftOutSchema = z.object({
  /** The file whose lines they are: the first one of those that correct each other. */
  submission: z.int(),
  lines: count,
  /** As far as there are any. */
  reasons: z.array(leftOutReasonSchema),
  /** The corrections that have left lines out. */
  corrections: z.array(
    z.object({
      submission: z.int(),
      lines: count,
      at: z.string().optional(),
      user: z.string().optional(),
      /** What a person has said of why, that of most lines first; absent where no one has, or where it was not asked. */
      given: z.array(z.object({ reason: z.string(), lines: count })).optional(),
    }),
  ),
});
export type LeftOut = z.infer<typeof leftOutSchema>;

/** The payment of a line that was left out, as far as the line says it. */
export const leftOutPaymentSchema = z.object({
  /** Of the payment, the transaction and its modification; those that are the same only once. */
  ids: z.array(z.string()).optional(),
  amount: z.string().optional(),
  /** The amount is a text, and not a number. */
  isText: z.literal(true).optional(),
  currency: z.string().optional(),
  at: z.string().optional(),
});
export type LeftOutPayment = z.infer<typeof leftOutPaymentSchema>;

/** A line that a correction has left out. */
export const namedLineSchema = z.object({
  /** By its number in the file that was corrected. */
  line: count,
  /** The step that left it out; `by-hand`; or `choose-one`, of lines with one id that say different things. */
  step: z.string(),
  /** The line that counts in its place. */
  copyOf: count.optional(),
  /** That line did not go either. */
  isKeptGone: z.literal(true).optional(),
  payment: leftOutPaymentSchema.optional(),
  /** What a person has said of why. */
  reason: z.string().optional(),
  /** When that was decided, where it was noted. */
  at: z.string().optional(),
  /** What is wrong with it. */
  why: z.array(saidSchema).optional(),
  /** Which line of the first file it was, where the file that was corrected is not that. */
  origin: lineOriginSchema.optional(),
});
export type NamedLine = z.infer<typeof namedLineSchema>;

export const reasonWords: Readonly<Record<LeftOutReason, Fact>> = {
  'by-hand': fact('left out by hand'),
  service: fact('rejected by the service'),
  check: fact('faulty'),
  replaced: fact('replaced by another file'),
  duplicate: fact('duplicate of a line that was kept'),
  blank: fact('blank line'),
  dropped: fact('duplicates or blank lines'),
  'sent-before': fact('sent before with another submission'),
  'given-up': fact('given up'),
};

/** “34 faulty (63,204.90 EUR), 48 duplicates of lines that were kept (12.00 EUR), 2 blank lines”; without sums where none are known. */
export const reasonsInWords = (reasons: LeftOut['reasons']): string =>
  reasons
    .map((one) => {
      const [words, sums] = [linesInWords(one), paidInWords(one)];
      return sums === '' ? words : message('{words} ({sums})', { words, sums });
    })
    .join(', ');

function linesInWords({ reason, lines: count }: LeftOut['reasons'][number]): string {
  if (reason === 'duplicate')
    return message(
      '{count, plural, one {# duplicate of a line that was kept} other {# duplicates of lines that were kept}}',
      { count },
    );
  if (reason === 'blank') return message('{count, plural, one {# blank line} other {# blank lines}}', { count });
  return message('{count, number} {reason}', { count, reason: reasonWords[reason] });
}

/** “63,204.90 EUR; 1 line without a readable amount”; empty where nothing is known. */
export function paidInWords({ sums, unread: count = 0 }: Pick<LeftOut['reasons'][number], 'sums' | 'unread'>): string {
  if (sums === undefined) return '';
  return [...(sums.length === 0 ? [] : [sumsInWords(sums)]), ...(count === 0 ? [] : [unreadInWords(count)])].join('; ');
}

/** Lines that are in no sum, since their amount or currency is missing or not certain. “51,750” may be 51 thousand, or 51 and three quarters. */
export const unreadInWords = (count: number): string =>
  message('{count, plural, one {# line} other {# lines}} without a readable amount', { count });

/** Of several files; without sums where those of one are not known. */
function together(reason: LeftOutReason, own: LeftOut['reasons']): LeftOut['reasons'][number] {
  const total = (of: 'lines' | 'unread') => own.reduce((sum, one) => sum + (one[of] ?? 0), 0);
  const sums = own.flatMap((one) => (one.sums === undefined ? [] : [one.sums]));
  const counted = { reason, lines: total('lines') };
  return sums.length < own.length ? counted : { ...counted, sums: addedUp(sums.flat()), unread: total('unread') };
}

/** What became of one line. @param line that has the same id and stayed, where it is known */
export function leftOutLineInWords(reason: LeftOutReason, line?: number): string {
  switch (reason) {
    // One that is found by an id is not blank.
    case 'duplicate':
    case 'dropped':
      return line === undefined
        ? message('Left out: another line has the same id')
        : message('Left out: line {line, number} has the same id', { line });
    case 'by-hand':
      return line === undefined
        ? message('Left out by hand')
        : message('Left out by hand: line {line, number} has the same id', { line });
    default:
      return message('Left out: {reason}', { reason: reasonWords[reason] });
  }
}

/** “36 lines of this file were left out: 34 faulty, 2 left out by hand.” @param shownAt the submission that it is said of, by default the file itself */
export function leftOutInWords(
  { lines, reasons, submission }: Pick<LeftOut, 'lines' | 'reasons' | 'submission'>,
  shownAt: number = submission,
): string {
  if (lines === 0) return message('No line of this file was left out.');
  const why = reasonsInWords(reasons);
  if (shownAt !== submission)
    return message(
      'Of the file of submission {submission}, which comes before this one, {lines, plural, one {# line was} other {# lines were}} left out: {why}.',
      { submission: `${submission}`, lines, why },
    );
  return message(
    '{lines, plural, one {# line of this file was left out} other {# lines of this file were left out}}: {why}.',
    { lines, why },
  );
}

/** More reasons are in the list of changes. */
const MOST_GIVEN = 5;

/** Who has decided it, a sentence for each correction. @param shownAt the submission that it is said of */
export function decisionsInWords(
  { corrections, submission: file }: Pick<LeftOut, 'corrections' | 'submission'>,
  shownAt: number = file,
): string[] {
  return corrections.map(({ submission, lines, at, user = '', given = [] }) => {
    const words =
      submission === shownAt
        ? message('{lines, number} with this correction.', { lines })
        : message('{lines, number} with its correction, submission {submission}.', {
            submission: `${submission}`,
            lines,
          });
    const decided =
      at === undefined
        ? words
        : message('{words} Decided by {user}, {at}.', { words, user, at: momentOf(Date.parse(at)) });
    if (given.length === 0) return decided;
    const reasons = given.map((one) =>
      message('“{reason}” ({lines, plural, one {# line} other {# lines}})', { ...one }),
    );
    return `${decided} ${message('Reasons given: {reasons}.', { reasons: namesInWords(reasons, MOST_GIVEN) })}`;
  });
}

/** “47 lines of 2 files were left out: 36 faulty (63,204.90 EUR), 11 sent before with another submission (1,250.00 EUR).” */
export function leftOutOfFilesInWords(leftOut: readonly Pick<LeftOut, 'lines' | 'reasons'>[]): string {
  const lines = leftOut.reduce((sum, one) => sum + one.lines, 0);
  const all = leftOut.flatMap(({ reasons }) => reasons);
  const reasons = leftOutReasons.flatMap((reason) => {
    const own = all.filter((one) => one.reason === reason);
    return own.length === 0 ? [] : [together(reason, own)];
  });
  const untold = lines - all.reduce((sum, one) => sum + one.lines, 0);
  const why = [
    ...(reasons.length === 0 ? [] : [reasonsInWords(reasons)]),
    ...(untold <= 0 ? [] : [message('{count, number} for a reason that is not known any more', { count: untold })]),
  ].join(', ');
  return message(
    '{lines, plural, one {# line} other {# lines}} of {files, plural, one {# file} other {# files}} {lines, plural, one {was} other {were}} left out: {why}.',
    { lines, files: leftOut.length, why },
  );
}
