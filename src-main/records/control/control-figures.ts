/** @file The figures of the source system, compared with what was prepared. Pure. */

import { amountText, exactAmount } from '../../../src-shared/exact-amount.ts';
import type { Said } from '../../../src-shared/languages/fact.ts';
import { balanceOf } from '../../../src-shared/money-flow.ts';

/** The transactions of one currency on one day; both are empty texts where they have none that can be used. */
export interface PartSum {
  currency: string;
  day: string;
  count: number;
  /** In the units of exactAmount. */
  amount: bigint;
  /** How many of them have a currency, but no amount that can be read; absent if none. */
  unsummed?: number;
}

/** What the source system says about a currency, or a currency and a day, or everything; of all files, or of one. */
export interface ControlFigure {
  /** Absent: all currencies together, which have a number but no sum. */
  currency?: string | undefined;
  /** Such as 2026-01-31; absent: all days together. */
  day?: string | undefined;
  /** The name of the file that it is of; absent: all files together. Those of a file are compared by themselves. */
  file?: string | undefined;
  count?: number | undefined;
  /** A decimal, exact. */
  sum?: string | undefined;
  /** What comes in less what goes out, where the core system states that of amounts that are sent without signs; it is equal. */
  balance?: string | undefined;
}

/** In which an export contradicts itself; a full sentence. */
export interface Disagreement {
  sentence: Said;
}

export interface FigureDifference {
  currency?: string | undefined;
  day?: string | undefined;
  expected: { count?: number | undefined; sum?: string | undefined };
  actual: { count: number; sum?: string | undefined };
}

export type ControlDifference = FigureDifference | Disagreement;

export interface ControlComparison {
  figures: ControlFigure[];
  /** Of what has no figure, nothing is said. */
  isPartial?: true | undefined;
  differences: ControlDifference[];
}

/** What it is of: two figures of the same say the same, or contradict each other. */
export function subjectOf({ currency, day, file }: Pick<ControlFigure, 'currency' | 'day' | 'file'>): string {
  return JSON.stringify([currency, day, file]);
}

/** The figures, with a sum that is the balance of a currency told as one. @param incoming what of the parts comes in */
export const withBalances = (
  figures: readonly ControlFigure[],
  parts: readonly PartSum[],
  incoming: readonly PartSum[],
): ControlFigure[] =>
  figures.map((figure) => {
    const { currency, day, sum, ...rest } = figure;
    if (currency === undefined || day !== undefined || sum === undefined) return figure;
    const [whole, coming] = [parts, incoming].map((some) => coveredBy({ currency }, some).amount);
    const stated = exactAmount(sum);
    const isBalance = stated !== whole && stated === balanceOf(whole ?? 0n, coming ?? 0n);
    return isBalance ? { ...rest, currency, balance: sum } : figure;
  });

/** Compares each figure with what was prepared; and, unless they are partial, what was prepared of a currency or day of which there is no figure. */
export function compareWithControl(
  figures: readonly ControlFigure[],
  parts: readonly PartSum[],
  isPartial?: true,
): Omit<ControlComparison, 'differences'> & { differences: FigureDifference[] } {
  const differences = figures.flatMap((figure) => differenceOf(figure, parts));
  if (isPartial) return { figures: [...figures], isPartial, differences };
  return { figures: [...figures], differences: [...differences, ...unexpected(figures, parts)] };
}

function differenceOf(figure: ControlFigure, parts: readonly PartSum[]): FigureDifference[] {
  const { currency, day, count, sum } = figure;
  const actual = coveredBy(figure, parts);
  const isCountRight = count === undefined || count === actual.count;
  const isSumRight = sum === undefined || exactAmount(sum) === actual.amount;
  if (isCountRight && isSumRight) return [];
  return [
    {
      ...(currency !== undefined && { currency }),
      ...(day !== undefined && { day }),
      expected: { ...(count !== undefined && { count }), ...(sum !== undefined && { sum }) },
      actual: { count: actual.count, ...(currency !== undefined && { sum: amountText(actual.amount) }) },
    },
  ];
}

interface Covered {
  count: number;
  amount: bigint;
  unsummed: number;
}

/** What the transactions come to of which a figure is. */
export function coveredBy(
  { currency, day }: Pick<ControlFigure, 'currency' | 'day'>,
  parts: readonly PartSum[],
): Covered {
  return sumOf(
    parts.filter(
      (part) => (currency === undefined || part.currency === currency) && (day === undefined || part.day === day),
    ),
  );
}

/** Where the source system lists currencies or days, what it does not list must not be there. */
function unexpected(figures: readonly ControlFigure[], parts: readonly PartSum[]): FigureDifference[] {
  const found: FigureDifference[] = [];
  const currencies = new Set(figures.flatMap(({ currency }) => (currency === undefined ? [] : [currency])));
  const isListed = ({ currency }: PartSum) => currencies.size === 0 || currencies.has(currency);
  const others = new Set(parts.filter((part) => !isListed(part)).map(({ currency }) => currency));
  for (const currency of [...others].sort()) {
    const { count, amount } = sumOf(parts.filter((part) => part.currency === currency));
    found.push({ currency, expected: { count: 0 }, actual: { count, sum: amountText(amount) } });
  }
  const daysOf = new Map<string, Set<string>>();
  for (const { currency, day } of figures) {
    if (currency === undefined || day === undefined) continue;
    daysOf.set(currency, (daysOf.get(currency) ?? new Set()).add(day));
  }
  // Each file of a statement has its own part of a day.
  for (const subject of new Map(parts.map((part) => [subjectOf(part), part])).values()) {
    const { currency, day } = subject;
    const days = daysOf.get(currency);
    // A figure for the currency as a whole stands for the days that have none.
    const hasWhole = figures.some((figure) => figure.currency === currency && figure.day === undefined);
    if (days === undefined || days.has(day) || hasWhole) continue;
    const { count, amount } = coveredBy(subject, parts);
    found.push({ currency, day, expected: { count: 0 }, actual: { count, sum: amountText(amount) } });
  }
  return found;
}

function sumOf(parts: readonly PartSum[]): Covered {
  return parts.reduce(
    (all, { count, amount, unsummed = 0 }) => ({
      count: all.count + count,
      amount: all.amount + amount,
      unsummed: all.unsummed + unsummed,
    }),
    { count: 0, amount: 0n, unsummed: 0 },
  );
}
