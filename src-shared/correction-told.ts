/** @file What a receipt tells of a correction: by whom and when, what it changed, and what it left out. */

import { z } from 'zod';
import { correctorInWords, reasonInWords } from './change-words.ts';
import { changedLineSchema, changedValueSchema, correctorSchema, decidedSchema } from './correction-shapes.ts';
import { message } from './languages/message.ts';
import { leftOutSchema, namedLineSchema, reasonsInWords } from './left-out.ts';

const count = z.int().nonnegative();
const place = z.object({ submission: z.int(), fileName: z.string() });

/**
 * Why the values that were changed are not told: a person made the file elsewhere, so that there is no change log; the log is of another
 * file than the one that was sent; it cannot be read; they were removed with the customer data
 */
export const untoldReasons = ['no-log', 'another-file', 'unreadable', 'purged'] as const;
export type UntoldReason = (typeof untoldReasons)[number];

export const correctionToldSchema = z.object({
  ...place.shape,
  corrects: place,
  /** Of the lines that the correction has left faulty: they stay as they were, to be corrected by themselves. */
  isRest: z.literal(true).optional(),
  /** It was cancelled before anything of it was sent: by whom, and why. */
  givenUp: correctorSchema.extend({ reason: z.string().optional() }).optional(),
  /** Who has added it, and when; absent where the history does not tell. */
  by: correctorSchema.optional(),
  /** When the first and the last of its changes were decided; absent where the change log does not tell. */
  decided: decidedSchema.optional(),
  /** Of its file; absent while they are not counted. */
  lines: count.optional(),
  /** Of these, how many are other than in the file that it corrects; absent where no change log tells. */
  changed: count.optional(),
  /** The most frequent changes, and how many others there are. */
  changes: z.array(changedValueSchema).optional(),
  more: count.optional(),
  /** Each changed value of each line, where they are not too many to be told; and how many there are. */
  each: z.array(changedLineSchema).optional(),
  all: count.optional(),
  /** Lines with more than one change, which are counted with each. */
  several: count.optional(),
  /** The lines that it left out, as the change log names them, and how many others there are. */
  named: z.array(namedLineSchema).optional(),
  moreNamed: count.optional(),
  /** Of the change log, in hex. */
  logSha256: z.string().optional(),
  untold: z.enum(untoldReasons).optional(),
  /** Lines of the file that it corrects, and that it has not; absent where that is not known any more. */
  leftOut: z.object({ lines: count, reasons: leftOutSchema.shape.reasons }).optional(),
});
export type CorrectionTold = z.infer<typeof correctionToldSchema>;

export const untoldWords: Readonly<Record<UntoldReason, string>> = {
  get 'no-log'() {
    return message('Which values were changed is not known: the file was made outside of Tranship.');
  },
  get 'another-file'() {
    return message('Which values were changed is not known: the list of changes is that of another file.');
  },
  get unreadable() {
    return message('Which values were changed is not known: the list of changes cannot be read.');
  },
  get purged() {
    return message('Which values were changed was removed with the customer data.');
  },
};

/** “It has 19,819 lines, 2,012 of them changed. It left out 247: 247 faulty.” */
export function correctionToldInWords({ lines, changed, leftOut, isRest, givenUp }: CorrectionTold): string {
  if (givenUp !== undefined) {
    const words = message(
      '{lines, plural, one {# line was} other {# lines were}} given up by {person}, because the submission was cancelled before it was sent.',
      { lines: lines ?? 0, person: correctorInWords(givenUp) },
    );
    return [words, ...(givenUp.reason === undefined ? [] : [reasonInWords(givenUp.reason)])].join(' ');
  }
  if (isRest)
    return message(
      '{lines, plural, one {# line stayed} other {# lines stayed}} faulty, to be corrected by themselves.',
      {
        lines: lines ?? 0,
      },
    );
  const had =
    lines === undefined
      ? []
      : [
          changed === undefined
            ? message('The correction has {lines, plural, one {# line} other {# lines}}.', { lines })
            : message(
                'The correction has {lines, plural, one {# line} other {# lines}}; {changed, plural, =0 {none of them was changed} one {# of them was changed} other {# of them were changed}}.',
                { lines, changed },
              ),
        ];
  return [...had, ...(leftOut === undefined ? [] : [leftOutByInWords(leftOut)])].join(' ');
}

function leftOutByInWords({ lines, reasons }: NonNullable<CorrectionTold['leftOut']>): string {
  if (lines === 0) return message('No line was left out.');
  const why = reasonsInWords(reasons);
  return message('{lines, plural, one {# line was left out} other {# lines were left out}}: {why}.', { lines, why });
}
