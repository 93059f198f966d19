/** @file An account in words: in few for a row, in sentences that a person can sign, and its sums in a line. Pure. */

import {
  type Account,
  type AccountSums,
  type FileAccount,
  type LineOutcome,
  type LineSums,
  lineOutcomes,
  linesOf,
  noLines,
  openOf,
  perOutcome,
  type ReckonedAccount,
} from './account.ts';
import { amountIn } from './amounts.ts';
import { amountText, exactAmount } from './exact-amount.ts';
import { message } from './languages/message.ts';
import { sumsOfInWords } from './sums-of.ts';

const partWords: Record<LineOutcome, (count: number) => string> = {
  accepted: (count) => message('{count, number} accepted', { count }),
  rejected: (count) => message('{count, number} rejected', { count }),
  invalid: (count) => message('{count, number} rejected by the check', { count }),
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

/** “159 rejected by the check, 2 pending”: what is neither accepted nor left out; empty where nothing is open. */
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

/**
 * “Of 20,000 transactions in export.jsonl (1,204,511.20 EUR) the service accepted 17,753 and rejected 2,247; none is pending.”
 * @param file its name, as it is to be shown
 */
export function accountInWords(
  { account, doubled = 0, unsummed }: ReckonedAccount,
  file: string,
  totals: LineSums['sums'],
): string {
  const { accepted, rejected, pending } = account;
  const counts = { transactions: linesOf(account), file, accepted, rejected, pending };
  const sentence =
    totals.length === 0
      ? message(
          'Of {transactions, plural, one {# transaction} other {# transactions}} in {file} the service accepted {accepted, number} and rejected {rejected, number}; {pending, plural, =0 {none is pending} one {# is pending} other {# are pending}}.',
          counts,
        )
      : message(
          'Of {transactions, plural, one {# transaction} other {# transactions}} in {file} ({sums}) the service accepted {accepted, number} and rejected {rejected, number}; {pending, plural, =0 {none is pending} one {# is pending} other {# are pending}}.',
          { ...counts, sums: sumsInWords(totals) },
        );
  const others = [...othersInWords(account), ...unsummedInWords({ account, unsummed })];
  return [sentence, ...others, ...(doubled > 0 ? [twiceInWords(doubled)] : [])].join(' ');
}

/** Which transactions the sums are of, where they are not those of all. */
export function unsummedInWords({ account, unsummed }: Pick<ReckonedAccount, 'account' | 'unsummed'>): string[] {
  if (unsummed === undefined) return [];
  return sumsOfInWords(linesOf(account), linesOf(unsummed));
}

/** A blank line is no transaction. */
export const transactionsIn = ({ account, blank = noLines() }: Pick<ReckonedAccount, 'account' | 'blank'>): Account =>
  perOutcome((outcome) => account[outcome] - blank[outcome]);

/** Which lines are no transactions; nothing where each line is one. */
export function blankInWords({ blank }: Pick<ReckonedAccount, 'blank'>): string[] {
  if (blank === undefined) return [];
  return [
    message(
      '{lines, plural, one {# of these lines is blank: it is no transaction} other {# of these lines are blank: they are no transactions}}.',
      { lines: linesOf(blank) },
    ),
  ];
}

/** Who has accepted transactions, and when for the first and the last time; without times where none is known. */
export interface Acceptance {
  /** As they are to be shown. */
  file: string;
  service: string;
  accepted?: { first: string; last: string } | undefined;
}

/** “19,819 of 20,066 transactions of payments.jsonl were accepted by api.test on 27 Nov 2026; 247 were left out.” */
export function acceptedInWords(account: Account, { file, service, accepted: times }: Acceptance): string {
  const counts = { accepted: account.accepted, transactions: linesOf(account), file, service };
  const [first, last] = [times?.first, times?.last].map((at) => (at === undefined ? undefined : Date.parse(at)));
  const words =
    first === undefined || last === undefined || account.accepted === 0
      ? message(
          '{accepted, plural, =0 {None} one {#} other {#}} of {transactions, plural, one {# transaction} other {# transactions}} of {file} {accepted, plural, one {was} other {were}} accepted by {service}',
          counts,
        )
      : dayOf(first) === dayOf(last)
        ? message(
            '{accepted, number} of {transactions, plural, one {# transaction} other {# transactions}} of {file} {accepted, plural, one {was} other {were}} accepted by {service} on {day, number, day}',
            { ...counts, day: last },
          )
        : message(
            '{accepted, number} of {transactions, plural, one {# transaction} other {# transactions}} of {file} {accepted, plural, one {was} other {were}} accepted by {service} between {first, number, day} and {last, number, day}',
            { ...counts, first, last },
          );
  const others = notAcceptedInWords(account);
  return others.length === 0
    ? message('{words}.', { words })
    : message('{words}; {others}.', { words, others: others.join(', ') });
}

/** In UTC, as all times of a receipt. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const otherWords: Readonly<Record<Exclude<LineOutcome, 'accepted'>, (count: number) => string>> = {
  rejected: (count) =>
    message('{count, plural, one {# was rejected by the service} other {# were rejected by the service}}', { count }),
  invalid: (count) =>
    message(
      '{count, plural, one {# was rejected by the check and not sent} other {# were rejected by the check and not sent}}',
      { count },
    ),
  leftOut: (count) => message('{count, plural, one {# was left out} other {# were left out}}', { count }),
  pending: (count) => message('{count, plural, one {# is pending} other {# are pending}}', { count }),
  unsent: (count) => message('{count, plural, one {# is not sent yet} other {# are not sent yet}}', { count }),
  unknown: (count) =>
    message('of {count, plural, one {# it is not known whether it was} other {# it is not known whether they were}}', {
      count,
    }),
};

const notAcceptedInWords = (account: Account): string[] =>
  lineOutcomes.flatMap((outcome) =>
    outcome === 'accepted' || account[outcome] === 0 ? [] : [otherWords[outcome](account[outcome])],
  );

/** Lines that were processed under two batch ids. */
export function twiceInWords(lines: number): string {
  return message(
    '{lines, plural, one {# LINE IS AT THE SERVICE TWICE} other {# LINES ARE AT THE SERVICE TWICE}}, processed under two batch ids.',
    { lines },
  );
}

/** What became of the lines that the service did not have to decide about. */
function othersInWords({ invalid, leftOut, unsent, unknown }: Account): string[] {
  return [
    ...(invalid > 0
      ? [
          message(
            '{count, plural, one {# was rejected by the check and not sent} other {# were rejected by the check and not sent}}.',
            { count: invalid },
          ),
        ]
      : []),
    ...(leftOut > 0
      ? [message('{count, plural, one {# was left out} other {# were left out}}.', { count: leftOut })]
      : []),
    ...(unsent > 0
      ? [message('{count, plural, one {# is not sent yet} other {# are not sent yet}}.', { count: unsent })]
      : []),
    ...(unknown > 0
      ? [message('What became of {count, plural, one {# of them} other {# of them}} is unknown.', { count: unknown })]
      : []),
  ];
}

/** After its corrections, where there are any. */
export function correctionInWords({ corrected }: Partial<FileAccount>): string | undefined {
  if (corrected === undefined) return undefined;
  const { accepted, leftOut } = corrected.account;
  const others = openOf(corrected.account);
  return message(
    'With what was corrected and sent again, the service accepted {accepted, number}; {leftOut, plural, =0 {none was left out} one {# was left out} other {# were left out}}, and {others, plural, =0 {none is open} one {# is open} other {# are open}}.',
    { accepted, leftOut, others },
  );
}

/** The sums of these outcomes together, by currency. */
export const sumTogether = (sums: AccountSums, of: readonly LineOutcome[] = lineOutcomes): LineSums['sums'] =>
  addedUp(of.flatMap((outcome) => sums[outcome].sums));

/** By currency. */
export function addedUp(sums: LineSums['sums']): LineSums['sums'] {
  const amounts = new Map<string, bigint>();
  for (const { currency, amount } of sums)
    amounts.set(currency, (amounts.get(currency) ?? 0n) + (exactAmount(amount) ?? 0n));
  return [...amounts]
    .map(([currency, amount]) => ({ currency, amount: amountText(amount) }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** “63,204.90 EUR; 12.00 SEK”. */
export function sumsInWords(sums: LineSums['sums']): string {
  return sums.map(({ currency, amount }) => amountIn(amount, currency)).join('; ');
}
