/** @file What the service says it has seen, beside what was accepted of the files that were sent from here: by day, and by currency. Pure. */

import { amountText, exactAmount } from '../../src-shared/exact-amount.ts';
import type { Statement } from '../../src-shared/statement-shapes.ts';
import { numberColumns, type TextTable } from '../service-reply/table-order.ts';

/** A line of an answer: how many transactions of a day, and what they add up to, where the service says it. */
export interface Seen {
  day: string;
  currency: string;
  transactions: number;
  amount: bigint | undefined;
}

/** Of a day all transactions, without a currency; or of a day and a currency the sum. */
export interface Compared {
  day: string;
  currency: string;
  /** A number of transactions, or a sum as an exact decimal. */
  seen: string;
  sent: string;
  /** Seen and not sent from here; negative where more was sent. */
  difference: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;
const DAY_CHARACTERS = 10;

/** Undefined where the answer has no numbers of transactions by day. */
export function seenIn(table: TextTable): Seen[] | undefined {
  const { columns, rows } = table;
  const isNumber = numberColumns(table);
  const find = (name: RegExp, wantsNumber: boolean) =>
    columns.findIndex((column, at) => name.test(column) && isNumber[at] === wantsNumber);
  const [day, count] = [find(/day|date/i, false), find(/transactions|count/i, true)];
  const [currency, amount] = [find(/currency/i, false), find(/amount|sum/i, true)];
  if (day < 0 || count < 0 || rows.length === 0) return undefined;
  if (!rows.every((row) => DAY.test(row[day] ?? ''))) return undefined;
  return rows.map((row) => ({
    day: (row[day] ?? '').slice(0, DAY_CHARACTERS),
    currency: row[currency] ?? '',
    transactions: Number(row[count] ?? 0),
    amount: exactAmount(row[amount] ?? ''),
  }));
}

/** @param files as a statement has them: those of a day are the files that were added on it */
export function comparedWith(seen: readonly Seen[], files: Statement['files']): Compared[] {
  const sent = files.map(({ addedAt, account, sums }) => ({
    day: addedAt.slice(0, DAY_CHARACTERS),
    accepted: account?.accepted ?? 0,
    sums: sums?.accepted.sums ?? [],
  }));
  const days = [...new Set([...seen, ...sent].map(({ day }) => day))].toSorted().reverse();
  return days.flatMap((day) => {
    const [there, here] = [seen.filter((one) => one.day === day), sent.filter((one) => one.day === day)];
    const counted = there.reduce((sum, { transactions }) => sum + transactions, 0);
    const accepted = here.reduce((sum, one) => sum + one.accepted, 0);
    const whole = { day, currency: '', seen: `${counted}`, sent: `${accepted}`, difference: `${counted - accepted}` };
    // Where the service says no sums, there are none to compare.
    const currencies = [...new Set(there.flatMap(({ currency, amount }) => (amount === undefined ? [] : currency)))];
    const sums = currencies.toSorted().map((currency): Compared => {
      const own = there.filter((one) => one.currency === currency).map(({ amount = 0n }) => amount);
      const gone = here.flatMap((one) => one.sums).filter((one) => one.currency === currency);
      const [seenSum, sentSum] = [sumOf(own), sumOf(gone.map(({ amount }) => exactAmount(amount) ?? 0n))];
      const difference = amountText(seenSum - sentSum);
      return { day, currency, seen: amountText(seenSum), sent: amountText(sentSum), difference };
    });
    return [whole, ...sums];
  });
}

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
