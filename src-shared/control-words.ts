/** @file Where the figures of the source system and what was prepared differ, as people read it everywhere. Pure. */

import { amountDigits } from './amounts.ts';
import { number } from './quantities.ts';

/** A figure of the source system, and what was prepared instead. */
export interface NamedDifference {
  /** Absent: all currencies together, or all days. */
  currency?: string | undefined;
  day?: string | undefined;
  expected: { count?: number | undefined; sum?: string | undefined };
  actual: { count: number; sum?: string | undefined };
}

/** “EUR, 2026-01-02”, “EUR”, “everything”. */
export function differenceSubject({ currency, day }: Pick<NamedDifference, 'currency' | 'day'>): string {
  return [currency, day].filter((part) => part !== undefined && part !== '').join(', ') || 'everything';
}

/** “EUR, 2026-01-02: expected 4 transactions, sum 12.50; prepared 3 transactions, sum 10.00”. */
export function differenceInWords({ expected, actual, ...subject }: NamedDifference): string {
  const words = (figure: NamedDifference['expected']) => figureInWords(figure, subject.currency);
  return `${differenceSubject(subject)}: expected ${words(expected)}; prepared ${words(actual)}`;
}

/** “4 transactions, sum 1,234.50”; what is not said is left out. */
export function figureInWords({ count, sum }: NamedDifference['expected'], currency = ''): string {
  const parts = [
    ...(count === undefined ? [] : [count === 1 ? '1 transaction' : `${number(count)} transactions`]),
    ...(sum === undefined ? [] : [`sum ${amountDigits(sum, currency)}`]),
  ];
  return parts.join(', ') || 'nothing';
}
