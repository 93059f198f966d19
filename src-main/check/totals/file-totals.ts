/** @file The totals of a file, added up from its parts in any order. */

import { amountText } from '../../../src-shared/exact-amount.ts';
import { DaySet, dayText } from './day-set.ts';
import type { PartTotals, Totals } from './totals.ts';

export class FileTotals {
  /** Lines that are in one of the sums. */
  summed = 0;
  readonly #sums = new Map<string, bigint>();
  readonly #daySet = new DaySet();
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #days = 0;

  add({ sums, summed, days }: PartTotals): void {
    this.summed += summed;
    for (const [currency, amount] of sums) this.#sums.set(currency, (this.#sums.get(currency) ?? 0n) + amount);
    for (const day of days) {
      if (!this.#daySet.add(day)) continue;
      this.#days++;
      this.#first = Math.min(this.#first, day);
      this.#last = Math.max(this.#last, day);
    }
  }

  finish(): Totals {
    const sums = [...this.#sums].map(([currency, amount]) => ({ currency, amount: amountText(amount) }));
    return {
      sums: sums.toSorted((a, b) => (a.currency < b.currency ? -1 : 1)),
      firstDay: this.#days === 0 ? undefined : dayText(this.#first),
      lastDay: this.#days === 0 ? undefined : dayText(this.#last),
      days: this.#days,
    };
  }
}
