/** @file How the figures of a file compare with those of the last similar one. Pure. */

import type { ReleaseSummary } from '../../src-shared/contract.ts';

export type Change =
  | { kind: 'same' }
  /** In whole per cent, at least 1. */
  | { kind: 'more' | 'less'; percent: number }
  /** There was none of it last time. */
  | { kind: 'new' }
  /** There is none of it now. */
  | { kind: 'gone' };

export interface Comparison {
  change: Change;
  /** So different that a person should look twice. */
  isLarge: boolean;
}

/** Half as much again, or two thirds: beyond what the days of a month make. */
const LARGE = 1.5;

/** Compares two amounts; decimals as texts are exact enough as numbers for a percentage. */
export function compared(now: number, before: number): Comparison {
  if (now === before) return { change: { kind: 'same' }, isLarge: false };
  if (before === 0) return { change: { kind: 'new' }, isLarge: true };
  if (now === 0) return { change: { kind: 'gone' }, isLarge: true };
  const ratio = now / before;
  const percent = Math.max(1, Math.round(Math.abs(ratio - 1) * 100));
  // A negative sum in place of a positive one, too.
  const isLarge = ratio >= LARGE || ratio <= 1 / LARGE;
  return { change: { kind: now > before ? 'more' : 'less', percent }, isLarge };
}

/** One line of the summary: what it is about, in words, now and last time. */
export interface ComparedSum {
  currency: string;
  now: string | undefined;
  before: string | undefined;
  comparison: Comparison;
}

/** The sums of both files, by currency, also of those that only one of them has. */
export function comparedSums({ sums, earlier }: Pick<ReleaseSummary, 'sums' | 'earlier'>): ComparedSum[] {
  const before = new Map(earlier?.sums.map(({ currency, amount }) => [currency, amount]));
  const now = new Map(sums.map(({ currency, amount }) => [currency, amount]));
  return [...new Set([...now.keys(), ...before.keys()])].sort().map((currency) => ({
    currency,
    now: now.get(currency),
    before: before.get(currency),
    comparison: compared(Number(now.get(currency) ?? 0), Number(before.get(currency) ?? 0)),
  }));
}
