/** @file An account in sentences that a person can sign, and its sums in a line. Pure. */

import { type Account, type FileAccount, type LineSums, linesOf, type ReckonedAccount } from './account.ts';
import { amountIn } from './amounts.ts';
import { message } from './languages/message.ts';

/**
 * “Of 20,000 transactions in export.jsonl (1,204,511.20 EUR) the service accepted 17,753 and rejected 2,247; none is pending.”
 * @param file its name, as it is to be shown
 */
export function accountInWords({ account }: ReckonedAccount, file: string, totals: LineSums['sums']): string {
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
  return [sentence, ...othersInWords(account)].join(' ');
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
  const others = linesOf(corrected.account) - accepted - leftOut;
  return message(
    'With what was corrected and sent again, the service accepted {accepted, number}; {leftOut, plural, =0 {none was left out} one {# was left out} other {# were left out}}, and {others, plural, =0 {none is open} one {# is open} other {# are open}}.',
    { accepted, leftOut, others },
  );
}

/** “63,204.90 EUR; 12.00 SEK”. */
export function sumsInWords(sums: LineSums['sums']): string {
  return sums.map(({ currency, amount }) => amountIn(amount, currency)).join('; ');
}
