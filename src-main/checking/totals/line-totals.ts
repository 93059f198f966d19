/**
 * @file Adds up lines. Most are bytes of a learned shape, by the million: their amounts are added as whole
 * ten-thousandths in one number for each currency, which is exact while it is a safe integer. Other amounts are added
 * as bigints.
 */

import { Buffer } from 'node:buffer';
import { CURRENCY_PLACES, currencyOfPlace, placeOfCurrency } from '../rules/codes.ts';
import type { Figures } from '../rules/figures.ts';
import { isCurrencyForm, isDateTime } from '../rules/transaction.ts';
import { LONG, NOTED_DECIMALS, NOTHING, type ReadFigures } from '../shapes/figure-checks.ts';
import { DaySet, dayNumberOf } from './day-set.ts';
import { exactAmount, exactFrom } from './exact-amount.ts';
import type { PartTotals } from './totals.ts';

/** At most fourteen digits as ten-thousandths. */
const SHORT_NUMBER = /^\d{1,10}(?:\.\d{1,4})?$/;

const UNTOUCHED = -1;

export class LineTotals {
  /** By currency index: ten-thousandths, never negative. */
  readonly #numbers = new Float64Array(CURRENCY_PLACES).fill(UNTOUCHED);
  /** The indices that have a number. */
  #touched: number[] = [];
  /** By currency: amounts to add to the numbers. */
  #sums = new Map<string, bigint>();
  /** All days so far, so that each is handed over only once. */
  readonly #daySet = new DaySet();
  #days: number[] = [];

  /** Adds a line from the values recorded while reading the block. */
  addRead({ amount, amountAt, currency, day }: ReadFigures, block: Uint8Array): void {
    if (day !== NOTHING) this.#addDay(day);
    if (amount === NOTHING || currency === NOTHING) return;
    if (amount === LONG) this.#addExact(currencyOfPlace(currency), exactAmount(numberAt(block, amountAt)));
    else this.#addNumber(currency, amount);
  }

  /** Adds a line from its parsed values, as far as they can be used. */
  addFigures({ amount, currency, createdAt }: Figures): void {
    if (createdAt !== undefined && isDateTime(createdAt)) this.#addDay(dayNumberOf(createdAt));
    if (amount === undefined || currency === undefined || !isCurrencyForm(currency)) return;
    if (!SHORT_NUMBER.test(amount)) this.#addExact(currency, exactAmount(amount));
    // With so few digits, the error after multiplication is far below one half.
    else this.#addNumber(placeOfCurrency(currency), Math.round(Number(amount) * 10 ** NOTED_DECIMALS));
  }

  /** Returns what was added and starts a new part. */
  take(): PartTotals {
    for (const place of this.#touched) {
      this.#addExact(currencyOfPlace(place), exactFrom(this.#numbers[place] ?? 0, NOTED_DECIMALS));
      this.#numbers[place] = UNTOUCHED;
    }
    const taken = { sums: this.#sums, days: this.#days };
    this.#touched = [];
    this.#sums = new Map();
    this.#days = [];
    return taken;
  }

  #addDay(day: number): void {
    if (this.#daySet.add(day)) this.#days.push(day);
  }

  #addNumber(place: number, number: number): void {
    const before = this.#numbers[place] ?? 0;
    if (before === UNTOUCHED) {
      this.#touched.push(place);
      this.#numbers[place] = number;
    } else if (before + number <= Number.MAX_SAFE_INTEGER) this.#numbers[place] = before + number;
    else {
      this.#addExact(currencyOfPlace(place), exactFrom(before, NOTED_DECIMALS));
      this.#numbers[place] = number;
    }
  }

  #addExact(currency: string, amount: bigint | undefined): void {
    if (amount !== undefined) this.#sums.set(currency, (this.#sums.get(currency) ?? 0n) + amount);
  }
}

/** The text of the number that begins at `start`. */
function numberAt(block: Uint8Array, start: number): string {
  let end = start;
  while (isOfNumber(block[end] ?? 0)) end++;
  return Buffer.from(block.buffer, block.byteOffset + start, end - start).toString('latin1');
}

/** True for a digit, a sign, a decimal point and the letter of an exponent. */
function isOfNumber(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e || (byte | 0x20) === 0x65;
}
