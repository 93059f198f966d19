/** @file What transactions add up to, by currency and day: exact, and the same in whichever order they are added. Pure. */

import { amountText } from '../../src-shared/exact-amount.ts';
import { ExactSum } from '../check/totals/exact-sum.ts';
import type { PartSum } from '../records/control/control-figures.ts';
import type { LineFacts } from './line-facts.ts';

export type { PartSum };

/** A sum as it is printed and stored: exact, no exponent, no trailing zeros. */
export interface DaySum {
  currency: string;
  day: string;
  count: number;
  sum: string;
}
export type CurrencySum = Omit<DaySum, 'day'>;

interface Part {
  currency: string;
  day: string;
  count: number;
  sum: ExactSum;
}

export class Sums {
  /** In the order in which they came. */
  readonly #parts: Part[] = [];
  /** By currency, then day: a key of both would be a text for each line. */
  readonly #places = new Map<string, Map<string, Part>>();

  addLine({ currency, day, amount }: Pick<LineFacts, 'currency' | 'day' | 'amount'>): void {
    const part = this.#partOf(currency, day);
    part.count += 1;
    // An amount without a currency is in no sum.
    if (currency !== '' && amount !== undefined) part.sum.add(amount);
  }

  add({ currency, day, count, amount }: PartSum): void {
    const part = this.#partOf(currency, day);
    part.count += count;
    part.sum.addExact(amount);
  }

  addAll(parts: Iterable<PartSum>): void {
    for (const part of parts) this.add(part);
  }

  parts(): PartSum[] {
    return this.#parts.map(({ currency, day, count, sum }) => ({ currency, day, count, amount: sum.total }));
  }

  #partOf(currency: string, day: string): Part {
    let days = this.#places.get(currency);
    if (days === undefined) {
      days = new Map();
      this.#places.set(currency, days);
    }
    const known = days.get(day);
    if (known !== undefined) return known;
    const part = { currency, day, count: 0, sum: new ExactSum() };
    days.set(day, part);
    this.#parts.push(part);
    return part;
  }

  /** By currency, then day. */
  byDay(): DaySum[] {
    return this.parts()
      .toSorted((a, b) => compare(a.currency, b.currency) || compare(a.day, b.day))
      .map(({ currency, day, count, amount }) => ({ currency, day, count, sum: amountText(amount) }));
  }

  byCurrency(): CurrencySum[] {
    const whole = new Sums();
    for (const part of this.parts()) whole.add({ ...part, day: '' });
    return whole.byDay().map(({ currency, count, sum }) => ({ currency, count, sum }));
  }
}

/** By code units, as on every system. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
