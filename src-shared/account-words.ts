/** @file An account in words: in few for a row, in sentences that a person can sign, and its sums in a line. Pure. */

import {
  type Account,
  type AccountSums,
  type LineOutcome,
  type LineSums,
  lineOutcomes,
  linesOf,
  noLines,
  type ReckonedAccount,
} from './account.ts';
import { dayOf } from './calendar-days.ts';
import { addedUp } from './exact-amount.ts';
import { message } from './languages/message.ts';
import { type LeftOut, paidInWords, reasonsInWords } from './left-out.ts';

const partWords: Record<LineOutcome, (count: number) => string> = {
  accepted: (count) => message('{count, number} accepted', { count }),
  rejected: (count) => message('{count, number} rejected', { count }),
  invalid: (count) => message('{count, number} faulty and not sent', { count }),
  leftOut: (count) => message('{count, number} left out', { count }),
  pending: (count) => message('{count, number} pending', { count }),
  unsent: (count) => message('{count, number} not sent yet', { count }),
  unknown: (count) => message('{count, number} unknown', { count }),
};

export const partInWords = (outcome: LineOutcome, lines: number): string => partWords[outcome](lines);

export interface AccountPart {
  outcome: LineOutcome;
  lines: number;
  words: string;
}

/** The outcomes that any line has, each in a few words. */
export function accountParts(account: Account): AccountPart[] {
  return lineOutcomes
    .filter((outcome) => account[outcome] > 0)
    .map((outcome) => ({ outcome, lines: account[outcome], words: partInWords(outcome, account[outcome]) }));
}

/** “159 faulty and not sent, 2 pending”: what is neither accepted nor left out; empty where nothing is open. */
export const openInWords = (account: Account): string =>
  accountParts({ ...account, accepted: 0, leftOut: 0 })
    .map(({ words }) => words)
    .join(', ');

/** “3 processed twice”: beside the outcomes, among which each line has its own. */
export const doubledInWords = (lines: number): string => message('{lines, number} processed TWICE', { lines });

/** “17,753 accepted · 2,247 rejected”: only what there is. @param doubled of these, how many the service has processed twice */
export function partsInWords(account: Account, doubled = 0): string {
  const parts = accountParts(account).map(({ words }) => words);
  return [...parts, ...(doubled > 0 ? [doubledInWords(doubled)] : [])].join(' · ');
}

/** Which lines are in no sum; nothing where each is. */
export function unsummedInWords({
  unsummed,
  blank = noLines(),
}: Pick<ReckonedAccount, 'unsummed' | 'blank'>): string[] {
  if (unsummed === undefined) return [];
  const [count, blanks] = [linesOf(unsummed), linesOf(blank)];
  const unread = count - blanks;
  const words =
    blanks === 0
      ? message(
          '{count, plural, one {# line without a readable amount is in no sum} other {# lines without a readable amount are in no sum}}.',
          { count },
        )
      : unread === 0
        ? message('{count, plural, one {# blank line is in no sum} other {# blank lines are in no sum}}.', { count })
        : message(
            '{count, number} lines are in no sum: {unread, number} without a readable amount, {blanks, number} blank.',
            {
              ...{ count, unread, blanks },
            },
          );
  const areLeftOut = unsummed.leftOut === count;
  return [
    words,
    ...(areLeftOut
      ? [message('{count, plural, one {It was left out.} other {All of them were left out.}}', { count })]
      : []),
  ];
}

/** Who has accepted lines, and when for the first and the last time; without times where none is known. */
export interface Acceptance {
  /** As they are to be shown. */
  file: string;
  service: string;
  accepted?: { first: string; last: string } | undefined;
  /** Of a file that was corrected: how many of the accepted lines went as they were first sent. */
  asFirstSent?: number | undefined;
  /** What the lines pay, as far as that is known; and how many are in no sum. */
  paid?: Pick<ReckonedAccount, 'sums' | 'unsummed' | 'blank'> | undefined;
  /** Why lines were left out, as far as that is known. */
  leftOut?: LeftOut['reasons'] | undefined;
}

/**
 * Each line of a file once: “Of 2,259 lines of payments.jsonl, 2,240 were accepted by api.test on 27 Nov 2026: 1,835 as first sent, 405
 * after correction; 19 were left out: 17 faulty, 2 blank lines.”
 */
export function acceptedInWords(account: Account, { asFirstSent, paid = {}, leftOut = [], ...by }: Acceptance): string {
  const words = withPaid(acceptanceInWords(account, by), paid, 'accepted');
  const later = account.accepted - (asFirstSent ?? account.accepted);
  const first = account.accepted - later;
  const afterCorrection =
    first === 0
      ? message('{words} after correction', { words })
      : message('{words}: {first, number} as first sent, {later, number} after correction', { words, first, later });
  const told = later === 0 ? words : afterCorrection;
  return message('{words}.', { words: [told, ...notAcceptedInWords(account, paid, leftOut)].join('; ') });
}

function withPaid(
  words: string,
  { sums, unsummed, blank }: NonNullable<Acceptance['paid']>,
  outcome: LineOutcome,
): string {
  const unread = (unsummed?.[outcome] ?? 0) - (blank?.[outcome] ?? 0);
  const paid = paidInWords({ sums: sums?.[outcome].sums, unread });
  return paid === '' ? words : message('{words} ({sums})', { words, sums: paid });
}

function acceptanceInWords(
  account: Account,
  { file, service, accepted: times }: Pick<Acceptance, 'file' | 'service' | 'accepted'>,
): string {
  const counts = { accepted: account.accepted, lines: linesOf(account), file, service };
  const [first, last] = [times?.first, times?.last].map((at) => (at === undefined ? undefined : Date.parse(at)));
  if (first === undefined || last === undefined || account.accepted === 0)
    return message(
      'Of {lines, plural, one {# line} other {# lines}} of {file}, {accepted, plural, =0 {none was} one {# was} other {# were}} accepted by {service}',
      counts,
    );
  return dayOf(first) === dayOf(last)
    ? message(
        'Of {lines, plural, one {# line} other {# lines}} of {file}, {accepted, plural, one {# was} other {# were}} accepted by {service} on {day, number, day}',
        { ...counts, day: last },
      )
    : message(
        'Of {lines, plural, one {# line} other {# lines}} of {file}, {accepted, plural, one {# was} other {# were}} accepted by {service} between {first, number, day} and {last, number, day}',
        { ...counts, first, last },
      );
}

const otherWords: Readonly<Record<Exclude<LineOutcome, 'accepted'>, (count: number) => string>> = {
  rejected: (count) =>
    message('{count, plural, one {# was rejected by the service} other {# were rejected by the service}}', { count }),
  invalid: (count) =>
    message('{count, plural, one {# is faulty and was not sent} other {# are faulty and were not sent}}', { count }),
  leftOut: (count) => message('{count, plural, one {# was left out} other {# were left out}}', { count }),
  pending: (count) => message('{count, plural, one {# is pending} other {# are pending}}', { count }),
  unsent: (count) => message('{count, plural, one {# is not sent yet} other {# are not sent yet}}', { count }),
  unknown: (count) =>
    message('of {count, plural, one {# it is not known whether it was} other {# it is not known whether they were}}', {
      count,
    }),
};

function notAcceptedInWords(
  account: Account,
  paid: NonNullable<Acceptance['paid']>,
  leftOut: LeftOut['reasons'],
): string[] {
  return lineOutcomes.flatMap((outcome) => {
    if (outcome === 'accepted' || account[outcome] === 0) return [];
    const counted = otherWords[outcome](account[outcome]);
    const words = outcome === 'invalid' ? withPaid(counted, paid, outcome) : counted;
    const why = outcome === 'leftOut' ? reasonsInWords(leftOut) : '';
    return [why === '' ? words : message('{words}: {why}', { words, why })];
  });
}

/** Lines that were processed under two batch ids. */
export function twiceInWords(lines: number): string {
  return message(
    '{lines, plural, one {# LINE IS AT THE SERVICE TWICE} other {# LINES ARE AT THE SERVICE TWICE}}, processed under two batch ids.',
    { lines },
  );
}

/** The sums of these outcomes together, by currency. */
export const sumTogether = (sums: AccountSums, of: readonly LineOutcome[] = lineOutcomes): LineSums['sums'] =>
  addedUp(of.flatMap((outcome) => sums[outcome].sums));
