/** @file A sum of amounts that is never rounded, and takes little time for amounts of usual length. Pure. */

import { exactAmount, exactFrom } from '../../../src-shared/exact-amount.ts';

/** Of fifteen digits, a sign and a mark. Any number of fifteen digits is whole in a double. */
const MOST_SHORT_CHARACTERS = 17;
const MOST_SHORT_DIGITS = 15;
/** With one more short amount, a sum up to this is still whole in a double. */
const MOST_SHORT_SUM = Number.MAX_SAFE_INTEGER - 10 ** MOST_SHORT_DIGITS;

const ZERO = 0x30;
const MARK = 0x2e;
const MINUS = 0x2d;

export class ExactSum {
  /** In the units of exactAmount. */
  #exact = 0n;
  /** By number of decimals, what short amounts with so many come to, in units of the last one. */
  readonly #short: number[] = [];

  /** Adds the amount that a JSON number spells, as far as totals.ts counts it. */
  add(text: string): void {
    if (!this.#addShort(text)) this.#exact += exactAmount(text) ?? 0n;
  }

  /** In the units of exactAmount. */
  addExact(amount: bigint): void {
    this.#exact += amount;
  }

  /** In the units of exactAmount. */
  get total(): bigint {
    for (const decimals of this.#short.keys()) this.#settle(decimals);
    return this.#exact;
  }

  #addShort(text: string): boolean {
    const { length } = text;
    if (length > MOST_SHORT_CHARACTERS) return false;
    const start = text.charCodeAt(0) === MINUS ? 1 : 0;
    let units = 0;
    let mark = length;
    for (let at = start; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code >= ZERO && code <= ZERO + 9) units = units * 10 + code - ZERO;
      else if (code === MARK && mark === length && at > start) mark = at;
      else return false;
    }
    const hasMark = mark < length;
    const digits = length - start - (hasMark ? 1 : 0);
    if (digits === 0 || digits > MOST_SHORT_DIGITS || mark === length - 1) return false;
    const decimals = hasMark ? length - mark - 1 : 0;
    while (this.#short.length <= decimals) this.#short.push(0);
    if (Math.abs(this.#short[decimals] ?? 0) > MOST_SHORT_SUM) this.#settle(decimals);
    this.#short[decimals] = (this.#short[decimals] ?? 0) + (start === 1 ? -units : units);
    return true;
  }

  #settle(decimals: number): void {
    const sum = this.#short[decimals] ?? 0;
    if (sum !== 0) this.#exact += exactFrom(BigInt(sum), decimals);
    this.#short[decimals] = 0;
  }
}
