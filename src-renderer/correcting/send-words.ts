/** @file What the bar below a correction says: what is left, what goes and what stays, and what went. Pure. */

import { sumsInWords } from '../../src-shared/amounts.ts';
import type { Faults } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { counted, number } from '../wording.ts';

/** How many errors are left, and of how many where some are corrected. */
export const standing = (first: number, left: number): string =>
  first === left
    ? message('{count, plural, one {# error left} other {# errors left}}', { count: left })
    : message('{first} → {left} left', { first: number(first), left: number(left) });

export interface Sending {
  isSent: boolean;
  isCorrected: boolean;
  /** The others went before. */
  isOnlyNew: boolean;
  /** With the word for what is counted, where there is room. */
  isInFull: boolean;
}

/** As long as nothing is corrected, it is what is right anyway that goes. */
export function sendWords(
  { right: lines, changed, faulty }: Pick<Faults, 'right' | 'changed' | 'faulty'>,
  { isSent, isCorrected, isOnlyNew, isInFull }: Sending,
): string {
  if (isOnlyNew && isSent && !isCorrected && lines > 0)
    return message('Send {lines, plural, one {the new line} other {the # new lines}}', { lines });
  if (lines === 0) return isSent ? message('Correct and send') : message('Correct and add');
  if (changed > 0 && changed < lines) {
    const parts = { lines, changed, others: lines - changed };
    if (isInFull)
      return isSent
        ? message(
            'Send {lines, plural, one {# line} other {# lines}}: {changed, number} corrected, {others, number} unchanged',
            parts,
          )
        : message(
            'Add {lines, plural, one {# line} other {# lines}}: {changed, number} corrected, {others, number} unchanged',
            parts,
          );
    return isSent
      ? message('Send {changed, number} corrected, {others, number} unchanged', parts)
      : message('Add {changed, number} corrected, {others, number} unchanged', parts);
  }
  // Where lines were only left out, none is corrected.
  if (isCorrected && changed > 0 && isInFull)
    return isSent
      ? message('Correct and send {lines, plural, one {# line} other {# lines}}', { lines })
      : message('Correct and add {lines, plural, one {# line} other {# lines}}', { lines });
  if (isCorrected && changed > 0)
    return isSent
      ? message('Correct and send {lines, number}', { lines })
      : message('Correct and add {lines, number}', { lines });
  // The others are right as well, and went before.
  if (faulty === 0 && isSent) return message('Send {lines, plural, one {# line} other {# lines}}', { lines });
  if (isInFull)
    return isSent
      ? message('Send {lines, plural, one {the line that is right} other {the # lines that are right}}', { lines })
      : message('Add {lines, plural, one {the line that is right} other {the # lines that are right}}', { lines });
  return isSent
    ? message('Send {lines, plural, one {# right line} other {# right lines}}', { lines })
    : message('Add {lines, plural, one {# right line} other {# right lines}}', { lines });
}

/** “1,189 lines · 2,888,614.89 EUR”, as the check has added them up. */
export function goesInWords({ right, pays }: Faults): string {
  const sums = pays === undefined || pays.sums.length === 0 ? [] : [sumsInWords(pays.sums)];
  return [counted(right, 'line'), ...sums].join(' · ');
}

/**
 * Said once it went: the page of the new file does not tell what of it is as it was.
 * @param again how many lines that went before are among them
 */
export function wentInWords(
  told: Pick<Faults, 'right' | 'changed' | 'faulty' | 'leftOut' | 'sentBefore'>,
  keepsRest: boolean,
  again = 0,
): string {
  const { right: lines, changed, faulty, leftOut, sentBefore } = told;
  const made =
    changed === 0
      ? message(
          '{lines, plural, one {# line is} other {# lines are}} in the new file{again, plural, =0 {} one {, # of them sent again} other {, # of them sent again}}{others, plural, =0 {} one {; # that went before is not} other {; # that went before are not}}.',
          { lines, again, others: (sentBefore?.lines ?? 0) - again },
        )
      : message(
          '{lines, plural, one {# line is} other {# lines are}} in the corrected file: {changed, number} corrected, {others, number} unchanged.',
          { lines, changed, others: lines - changed },
        );
  return `${made} ${afterwards(keepsRest ? { faulty, leftOut } : { faulty: 0, leftOut: leftOut + faulty })}`;
}

/** What of the file does not go. */
export function afterwards({ faulty, leftOut }: Pick<Faults, 'faulty' | 'leftOut'>): string {
  if (faulty === 0 && leftOut === 0) return message('The check finds no error in what goes.');
  return message(
    '{faulty, plural, =0 {No line stays to be corrected} one {# faulty line stays to be corrected later} other {# faulty lines stay to be corrected later}}{others, plural, =0 {.} one {, and # is left out.} other {, and # are left out.}}',
    { faulty, others: leftOut },
  );
}
