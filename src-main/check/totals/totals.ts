/**
 * @file The totals of a file: the sums and the days by which a person recognises an export, independent of its bytes.
 * They depend on the lines alone, not on their order, nor on how a number is spelled.
 *
 * | value                                        | decision                                                        |
 * |----------------------------------------------|-----------------------------------------------------------------|
 * | a line with findings                         | counts as far as its values can be used, duplicates included    |
 * | a line that is no JSON object                | does not count                                                  |
 * | amount without currency, or the reverse      | in no sum; the day counts by itself                             |
 * | currency, well-formed but unassigned         | counts; any other text is no currency, and in no sum            |
 * | date and time that does not exist            | no day; one in the future is a day like any other               |
 * | negative amount, -0                          | added as it is                                                  |
 * | integers beyond 2^53, 0.1 + 0.2, 1e3         | added exactly, from the text of the line                        |
 * | 1e400, 10^30 and above, more than 30 decimals| in no sum; the zeros that end a fraction are no decimals        |
 * | spelled with more than 200 characters        | in no sum                                                       |
 * | an amount that comes twice in a line         | the last one, as in the rest of the check                       |
 */

/** Totals as they are stored and printed. */
export interface Totals {
  /** Sum of modification.amount by modification.currency: exact, no exponent, no trailing zeros. */
  sums: { currency: string; amount: string }[];
  /**
   * The first and the last calendar day of modification.created_at, such as 2025-01-31; undefined where no line has
   * one.
   */
  firstDay?: string | undefined;
  lastDay?: string | undefined;
  /** The number of different days. */
  days: number;
}

/** The totals of some lines, to be added to those of their file. */
export interface PartTotals {
  /** By currency, in the units of exactAmount. */
  sums: Map<string, bigint>;
  /** Lines that are in one of the sums. */
  summed: number;
  /** By number, as in day-set.ts; the walk leaves out days that it has reported before. */
  days: number[];
}

/** The totals of two parts as one; changes the first. */
export function addTotals(into: PartTotals, other: PartTotals): PartTotals {
  for (const [currency, amount] of other.sums) into.sums.set(currency, (into.sums.get(currency) ?? 0n) + amount);
  into.summed += other.summed;
  into.days.push(...other.days);
  return into;
}
