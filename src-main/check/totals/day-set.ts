/** @file A set of calendar days from year 0 to 9999: a bit each, and 64 bytes for each year that has one, so its size is bounded. */

const BITS_A_YEAR = 9;
const BITS_A_MONTH = 5;

/** The number of the day at the start of a text such as 2025-01-31: later days are larger. */
export function dayNumberOf(text: string): number {
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8, 10))];
  return (year << BITS_A_YEAR) | (month << BITS_A_MONTH) | day;
}

/** The text of a day, such as 2025-01-31. */
export function dayText(number: number): string {
  const month = (number >> BITS_A_MONTH) & 15;
  const day = number & 31;
  return `${padded(number >> BITS_A_YEAR, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** Holds days by their numbers: those of a year that has any, in bits. */
export class DaySet {
  readonly #years = new Map<number, Uint8Array>();

  /** Returns false when the set already contains the day. */
  add(day: number): boolean {
    const year = day >>> BITS_A_YEAR;
    const bits = this.#years.get(year) ?? new Uint8Array((1 << BITS_A_YEAR) / 8);
    this.#years.set(year, bits);
    const at = (day >>> 3) & (bits.length - 1);
    const bit = 1 << (day & 7);
    const isNew = ((bits[at] ?? 0) & bit) === 0;
    bits[at] = (bits[at] ?? 0) | bit;
    return isNew;
  }
}
