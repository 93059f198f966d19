/** @file Adds up the figures of lines that were judged. */

import { isDateTime } from '../../../src-shared/date-times.ts';
import { exactAmount } from '../../../src-shared/exact-amount.ts';
import { isCurrencyForm } from '../rules/codes.ts';
import type { Figures } from '../rules/figures.ts';
import { dayNumberOf } from './day-set.ts';
import type { PartTotals } from './totals.ts';

export class LineTotals {
  #sums = new Map<string, bigint>();
  #summed = 0;
  #days = new Set<number>();

  /** Adds a line from its parsed values, as far as they can be used. Returns whether it is in a sum now. */
  add({ amount, currency, createdAt }: Figures): boolean {
    if (createdAt !== undefined && isDateTime(createdAt)) this.#days.add(dayNumberOf(createdAt));
    if (amount === undefined || currency === undefined || !isCurrencyForm(currency)) return false;
    const exact = exactAmount(amount);
    if (exact === undefined) return false;
    this.#sums.set(currency, (this.#sums.get(currency) ?? 0n) + exact);
    this.#summed++;
    return true;
  }

  /** Returns what was added and starts a new part. */
  take(): PartTotals {
    const taken = { sums: this.#sums, summed: this.#summed, days: [...this.#days] };
    this.#sums = new Map();
    this.#summed = 0;
    this.#days = new Set();
    return taken;
  }
}
