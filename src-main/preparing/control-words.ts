/** @file What differs from the figures of the source system, as one sentence for a clerk. Pure. */

import { counted, number } from '../../src-shared/quantities.ts';
import { amountText, exactAmount } from '../checking/totals/exact-amount.ts';
import type { ControlDifference } from './control-figures.ts';

/** As many decimals as nearly all currencies are written with. */
const LEAST_DECIMALS = 2;
/** What a table says where transactions have no currency. */
export const NO_CURRENCY = '(none)';

/** “EUR: 2 transactions with 1234.60 expected, 1 with 1234.50 prepared: 1 transaction and 0.10 missing.” */
export function differenceInWords({ currency, day, expected, actual }: ControlDifference): string {
  const place = [currency === '' ? NO_CURRENCY : (currency ?? 'all currencies'), ...(day === undefined ? [] : [day])];
  const wanted = expected.sum === undefined ? undefined : exactAmount(expected.sum);
  const got = actual.sum === undefined ? undefined : exactAmount(actual.sum);
  const decimals = Math.max(LEAST_DECIMALS, ...[wanted, got].map(decimalsOf));
  const isCounted = expected.count !== undefined || wanted === undefined;
  const expectation = figureInWords(isCounted ? (expected.count ?? 0) : undefined, wanted, decimals, 'transaction');
  const result = figureInWords(isCounted ? actual.count : undefined, got, decimals);
  const gap = gapInWords(isCounted ? (expected.count ?? 0) - actual.count : 0, gapOf(wanted, got), decimals);
  return `${place.join(', ')}: ${expectation} expected, ${result} prepared: ${gap}.`;
}

function figureInWords(
  count: number | undefined,
  amount: bigint | undefined,
  decimals: number,
  noun?: 'transaction',
): string {
  const counts = count === undefined ? [] : [noun === undefined ? number(count) : counted(count, noun)];
  return [...counts, ...(amount === undefined ? [] : [withDecimals(amount, decimals)])].join(' with ');
}

function gapOf(wanted: bigint | undefined, got: bigint | undefined): bigint {
  return wanted === undefined || got === undefined ? 0n : wanted - got;
}

function gapInWords(count: number, amount: bigint, decimals: number): string {
  const ofCount = count === 0 ? undefined : counted(Math.abs(count), 'transaction');
  const ofAmount = amount === 0n ? undefined : withDecimals(amount < 0n ? -amount : amount, decimals);
  if (ofCount === undefined) return `${ofAmount ?? 'nothing'} ${amount > 0n ? 'missing' : 'too much'}`;
  if (ofAmount === undefined) return `${ofCount} ${count > 0 ? 'missing' : 'too many'}`;
  if (count > 0 && amount > 0n) return `${ofCount} and ${ofAmount} missing`;
  return `${ofCount} ${count > 0 ? 'missing' : 'too many'}, and ${ofAmount} ${amount > 0n ? 'missing' : 'too much'}`;
}

function decimalsOf(amount: bigint | undefined): number {
  return amount === undefined ? 0 : (amountText(amount).split('.')[1]?.length ?? 0);
}

function withDecimals(amount: bigint, decimals: number): string {
  const [whole = '', fraction = ''] = amountText(amount).split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}
