/** @file What transactions add up to, by currency and day: exact, and the same in whichever order they are added. Pure. */

import { amountText } from '../checking/totals/exact-amount.ts';
import type { LineFacts } from './line-facts.ts';

/** The transactions of one currency on one day; both are empty texts where they have none that can be used. */
export interface PartSum {
  currency: string;
  day: string;
  count: number;
  /** In the units of exactAmount. */
  amount: bigint;
}

/** A sum as it is printed and stored: exact, no exponent, no trailing zeros. */
export interface DaySum {
  currency: string;
  day: string;
  count: number;
  sum: string;
}
export type CurrencySum = Omit<DaySum, 'day'>;

export class Sums {
  readonly #parts = new Map<string, PartSum>();

  addLine({ currency, day, amount }: Pick<LineFacts, 'currency' | 'day' | 'amount'>): void {
    // An amount without a currency is in no sum.
    this.add({ currency, day, count: 1, amount: currency === '' ? 0n : (amount ?? 0n) });
  }

  add({ currency, day, count, amount }: PartSum): void {
    const key = `${currency} ${day}`;
    const part = this.#parts.get(key);
    if (part === undefined) this.#parts.set(key, { currency, day, count, amount });
    else {
      part.count += count;
      part.amount += amount;
    }
  }

  addAll(parts: Iterable<PartSum>): void {
    for (const part of parts) this.add(part);
  }

  parts(): PartSum[] {
    return [...this.#parts.values()];
  }

  /** By currency, then day. */
  byDay(): DaySum[] {
    return this.parts()
      .toSorted((a, b) => compare(a.currency, b.currency) || compare(a.day, b.day))
      .map(({ currency, day, count, amount }) => ({ currency, day, count, sum: amountText(amount) }));
  }

  byCurrency(): CurrencySum[] {
    const whole = new Sums();
    for (const part of this.#parts.values()) whole.add({ ...part, day: '' });
    return whole.byDay().map(({ currency, count, sum }) => ({ currency, count, sum }));
  }
}

/** By code units, as on every system. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
