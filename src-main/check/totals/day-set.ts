/** @file A set of calendar days from year 0 to 9999, one bit each, so its size is independent of the file. */

const YEARS = 10_000;
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

/** Holds days by their numbers. */
export class DaySet {
  readonly #bits = new Uint8Array((YEARS << BITS_A_YEAR) / 8);

  /** Returns false when the set already contains the day. */
  add(day: number): boolean {
    const bits = this.#bits[day >>> 3] ?? 0;
    const bit = 1 << (day & 7);
    if ((bits & bit) !== 0) return false;
    this.#bits[day >>> 3] = bits | bit;
    return true;
  }
}
