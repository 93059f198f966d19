/** @file The figures of the source system beside those of a plan, and the differences, with every digit. Pure. */

import type { ControlFigure, Plan } from '../../src-shared/contract.ts';
import type { FigureDifference } from '../../src-shared/control-words.ts';
import { exactAmount } from '../../src-shared/exact-amount.ts';
import { balanceOf } from '../../src-shared/money-flow.ts';

/** A sum of the plan; without a day, of all of them. */
export interface PlannedSum {
  currency: string;
  day?: string | undefined;
  count: number;
  sum: string;
}

export interface ComparedSum {
  currency: string;
  /** Undefined: of all days. */
  day: string | undefined;
  count: number;
  amount: string;
  typed: { count?: number | undefined; amount?: string | undefined };
  /** What was typed is the balance: what comes in less what goes out. */
  isBalance: boolean;
  /** Ours less theirs; undefined where nothing was typed, or nothing differs. */
  countDifference: number | undefined;
  amountDifference: string | undefined;
}

/**
 * The sums of the plan, each with what was typed for it; figures of what the plan does not have stand with zero.
 * @param incoming what of the sums comes in; undefined where no row can say so
 */
export function compareSums(
  sums: readonly PlannedSum[],
  figures: readonly ControlFigure[],
  incoming?: Plan['incoming'],
): ComparedSum[] {
  const ours = sums.map((sum) => compared(sum, figureOf(figures, sum), incoming));
  const without = figures.filter((figure) => !sums.some((sum) => isSame(sum, figure)));
  return [...ours, ...without.map((figure) => compared({ ...figure, count: 0, sum: '0' }, figure, undefined))];
}

export const isDifferent = ({ countDifference, amountDifference }: ComparedSum): boolean =>
  countDifference !== undefined || amountDifference !== undefined;

export const isCompared = ({ typed: { count, amount } }: ComparedSum): boolean =>
  count !== undefined || amount !== undefined;

/** Those that differ, the sums of all days first. */
export const differencesOf = (...all: Parameters<typeof compareSums>): ComparedSum[] =>
  compareSums(...all).filter(isDifferent);

/** As differences are told everywhere. */
export const asDifference = ({ currency, day, count, amount, typed, isBalance }: ComparedSum): FigureDifference => ({
  ...{ currency, day },
  expected: { count: typed.count, sum: isBalance ? undefined : typed.amount },
  actual: { count, sum: amount },
});

/** Those that a person has given; else those that the exports state themselves. */
export function figuresToCompare(
  plan: Pick<Plan, 'control'>,
  given: readonly ControlFigure[],
): readonly ControlFigure[] {
  if (given.length > 0) return given;
  return (plan.control?.figures ?? []).flatMap(({ currency, balance, sum: amount = balance, ...figure }) =>
    currency === undefined ? [] : { currency, ...figure, ...(amount !== undefined && { amount }) },
  );
}

/** The figures with one changed; a figure without anything typed is left out. */
export function withFigure(figures: readonly ControlFigure[], changed: ControlFigure): ControlFigure[] {
  const others = figures.filter((figure) => !isSame(figure, changed));
  return changed.count === undefined && changed.amount === undefined ? others : [...others, changed];
}

/** A typed amount as the contract wants it: with a comma or a point before the decimals, and groups of digits as people write them. */
export function typedAmount(text: string): string | undefined {
  const plain = text.replace(/[\s\u00a0'’]/g, '');
  const lastComma = plain.lastIndexOf(',');
  const lastPoint = plain.lastIndexOf('.');
  const decimal = decimalMark(plain, lastComma, lastPoint);
  const kept = plain.replace(/[.,]/g, (_, at: number) => (at === decimal ? '.' : '')).replace('−', '-');
  return /^-?\d{1,30}(\.\d{1,30})?$/.test(kept) ? kept : undefined;
}

/** Where the decimals begin; -1 where there are none. A mark that stands several times groups digits. */
function decimalMark(text: string, lastComma: number, lastPoint: number): number {
  if (lastComma >= 0 && lastPoint >= 0) return Math.max(lastComma, lastPoint);
  const last = Math.max(lastComma, lastPoint);
  return last === -1 || text.indexOf(text[last] ?? '') !== last ? -1 : last;
}

function figureOf(figures: readonly ControlFigure[], sum: { currency: string; day?: string | undefined }) {
  return figures.find((figure) => isSame(figure, sum));
}

function isSame(
  one: { currency: string; day?: string | undefined },
  other: { currency: string; day?: string | undefined },
): boolean {
  return one.currency === other.currency && one.day === other.day;
}

function compared(
  { currency, day, count, sum: amount }: PlannedSum,
  figure: ControlFigure | undefined,
  incoming: Plan['incoming'],
): ComparedSum {
  const typed = { count: figure?.count, amount: figure?.amount };
  const countDifference = typed.count === undefined || typed.count === count ? undefined : count - typed.count;
  const difference = typed.amount === undefined ? undefined : lessThan(amount, typed.amount);
  const coming = day === undefined ? incoming?.find((one) => one.currency === currency) : undefined;
  const balance = coming && balanceOf(exactAmount(amount) ?? 0n, exactAmount(coming.sum) ?? 0n);
  const isBalance = difference !== undefined && balance !== undefined && exactAmount(typed.amount ?? '') === balance;
  const amountDifference = isBalance ? undefined : difference;
  return { currency, day, count, amount, typed, isBalance, countDifference, amountDifference };
}

/** One decimal number less another, exactly; undefined where they are equal. */
function lessThan(one: string, other: string): string | undefined {
  const scale = Math.max(decimalsOf(one), decimalsOf(other));
  const difference = scaled(one, scale) - scaled(other, scale);
  if (difference === 0n) return undefined;
  const digits = String(difference < 0n ? -difference : difference).padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const decimals = scale === 0 ? '' : `.${digits.slice(-scale)}`;
  return `${difference < 0n ? '−' : '+'}${whole}${decimals}`;
}

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

function scaled(amount: string, scale: number): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(scale, '0'));
}
