/** @file How much money goes out and how much comes in, in words: what a balance of the core system is compared with. Pure. */

import { z } from 'zod';
import { amountIn, sumsInWords } from './amounts.ts';
import { amountText, exactAmount } from './exact-amount.ts';
import { message } from './languages/message.ts';

const sums = z.array(z.object({ currency: z.string(), count: z.int().nonnegative(), sum: z.string() }));
type Sums = z.infer<typeof sums>;

/** The sums of transactions by currency, and of these, of those by which money comes in. */
export const moneyFlowSchema = z.object({ all: sums, incoming: sums });

/** What came in less what went out. @param whole of both together, without signs */
export const balanceOf = (whole: bigint, incoming: bigint): bigint => 2n * incoming - whole;

/** “In less out: -1,058,694.84 EUR; -4,315.79 USD.” */
export function balancesInWords(all: Sums, incoming: Sums): string {
  const balances = all
    .filter(({ currency }) => currency !== '')
    .map(({ currency, sum }) => {
      const coming = incoming.find((one) => one.currency === currency)?.sum ?? '0';
      return { currency, amount: amountText(balanceOf(exactAmount(sum) ?? 0n, exactAmount(coming) ?? 0n)) };
    });
  return message('In less out: {balances}.', { balances: sumsInWords(balances) });
}

/** A sentence for each currency. @param all of which `incoming` are those by which money comes in */
export function flowInWords(all: Sums, incoming: Sums): string[] {
  // What has no currency is in no sum.
  return all
    .filter(({ currency }) => currency !== '')
    .map(({ currency, count, sum }) => {
      const coming = incoming.find((one) => one.currency === currency) ?? { count: 0, sum: '0' };
      const [whole, comes] = [exactAmount(sum) ?? 0n, exactAmount(coming.sum) ?? 0n];
      const shown = (amount: bigint) => amountIn(amountText(amount), currency);
      return message(
        'Money out: {out, plural, one {# transaction} other {# transactions}}, {paid}. Money in: {in, plural, one {# transaction} other {# transactions}}, {received}. In less out: {balance}.',
        {
          ...{ out: count - coming.count, paid: shown(whole - comes) },
          ...{ in: coming.count, received: shown(comes) },
          balance: shown(balanceOf(whole, comes)),
        },
      );
    });
}
