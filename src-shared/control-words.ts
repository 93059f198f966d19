/** @file Where the figures of the source system and what was prepared differ, as people read it everywhere. Pure. */

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

/** “EUR, 2026-01-02: expected 4 transactions, sum 12.5; prepared 3 transactions, sum 10”. */
export function differenceInWords({ expected, actual, ...subject }: NamedDifference): string {
  return `${differenceSubject(subject)}: expected ${figureInWords(expected)}; prepared ${figureInWords(actual)}`;
}

/** “4 transactions, sum 1,234.50”; what is not said is left out. */
export function figureInWords({ count, sum }: { count?: number | undefined; sum?: string | undefined }): string {
  const parts = [
    ...(count === undefined ? [] : [count === 1 ? '1 transaction' : `${number(count)} transactions`]),
    ...(sum === undefined ? [] : [`sum ${groupedAmount(sum)}`]),
  ];
  return parts.join(', ') || 'nothing';
}

/** A decimal number of any length, with its thousands apart; it is text, because a number would round it. */
export function groupedAmount(amount: string): string {
  const [, sign = '', whole = amount, rest = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [];
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`;
}
