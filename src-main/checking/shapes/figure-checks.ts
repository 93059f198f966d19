/**
 * @file Checks the values that are totalled, as number-checks.ts and text-checks.ts do for others. Each check also
 * records what it has read, because reading it again would cost several times as much.
 */

import { endOfAmount, endOfDateTime, type Moment } from './number-checks.ts';
import { currencyPlaceAt } from './text-checks.ts';

const UNSURE = -1;

const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const EXPONENT = 0x65;
const LOWER_CASE = 0x20;

/** Decimals of an amount that is recorded as a number, and the factor for its digits. */
export const NOTED_DECIMALS = 4;
const SCALES = [10_000, 1000, 100, 10, 1];
/** Numbers with at most this many digits are safe integers. */
const MOST_DIGITS = 15;

/** The values read from one line; NOTHING where the line has none. */
export interface ReadFigures {
  /** In ten-thousandths; LONG where that is not a safe integer, or the number has an exponent. */
  readonly amount: number;
  /** Where in the block the amount begins. */
  readonly amountAt: number;
  /** The currency's table index, as in codes.ts. */
  readonly currency: number;
  /** The number of the day, as in day-set.ts. */
  readonly day: number;
}

export const NOTHING = -1;
export const LONG = -2;

export class FigureChecks implements ReadFigures {
  amount = NOTHING;
  amountAt = NOTHING;
  currency = NOTHING;
  day = NOTHING;

  /** Clears the values of the previous line. */
  clear(): void {
    this.amount = NOTHING;
    this.currency = NOTHING;
    this.day = NOTHING;
  }

  endOfAmount(view: DataView, start: number, limit: number): number {
    let digits = 0;
    let decimals = 0;
    let at = start;
    let byte = at < limit ? view.getUint8(at) : 0;
    const isZero = byte === ZERO;
    while (byte >= ZERO && byte <= NINE) {
      digits = digits * 10 + byte - ZERO;
      byte = ++at < limit ? view.getUint8(at) : 0;
    }
    if (at === start || (isZero && at > start + 1)) return UNSURE;
    if (byte === POINT) {
      const fraction = ++at;
      byte = at < limit ? view.getUint8(at) : 0;
      while (byte >= ZERO && byte <= NINE) {
        digits = digits * 10 + byte - ZERO;
        byte = ++at < limit ? view.getUint8(at) : 0;
      }
      decimals = at - fraction;
      if (decimals === 0) return UNSURE;
    }
    this.amountAt = start;
    const scaled = digits * (SCALES[decimals] ?? Number.POSITIVE_INFINITY);
    if (at - start > MOST_DIGITS || scaled > Number.MAX_SAFE_INTEGER || (byte | LOWER_CASE) === EXPONENT) {
      this.amount = LONG;
      return endOfAmount(view, start, limit);
    }
    this.amount = scaled;
    return at;
  }

  endOfCurrency(view: DataView, at: number, limit: number): number {
    this.currency = currencyPlaceAt(view, at, limit);
    return this.currency === UNSURE ? UNSURE : at + 4;
  }

  endOfDateTime(view: DataView, at: number, limit: number, latest: Moment): number {
    return endOfDateTime(view, at, limit, latest, this);
  }
}
