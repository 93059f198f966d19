/** @file Where the figures of the source system and what was prepared differ, as people read it everywhere. Pure. */

import { amountDigits } from './amounts.ts';
import { amountText, exactAmount } from './exact-amount.ts';
import { fact, type Said } from './languages/fact.ts';
import { inWords, message } from './languages/message.ts';
import { counted, dateOfDay, number } from './quantities.ts';

/** Of a table of control figures, in the order in which they are told everywhere. */
export const controlColumns = fact('day, currency, count and sum, and file where they are of one file');

/** A figure of the source system, and what was prepared instead. Sums are exact decimals such as -1234.5. */
export interface FigureDifference {
  /** Absent: all currencies together, or all days. */
  currency?: string | undefined;
  day?: string | undefined;
  /** Absent: all files. */
  file?: string | undefined;
  expected: Figure;
  actual: { count: number; sum?: string | undefined };
}

/** In which an export contradicts itself; a full sentence. */
interface Disagreement {
  sentence: Said;
}

export type NamedDifference = FigureDifference | Disagreement;

interface Figure {
  count?: number | undefined;
  sum?: string | undefined;
  /** What comes in less what goes out. */
  balance?: string | undefined;
}

/** As many decimals as nearly all currencies are written with, where the currency does not tell. */
const USUAL_DECIMALS = 2;
/** What a table says where transactions have no currency. */
export const noCurrency = (): string => message('(none)');

/** “EUR, 2 Jan 2026, south.jsonl”, “EUR”, “all currencies”. */
export function differenceSubject({ currency, day, file }: Omit<FigureDifference, 'expected' | 'actual'>): string {
  const ofCurrency = currency === '' ? noCurrency() : (currency ?? message('all currencies'));
  return [ofCurrency, ...(day ? [dateOfDay(day)] : []), ...(file === undefined ? [] : [file])].join(', ');
}

/** “EUR: 2 transactions with 1,234.60 expected, 1 with 1,234.50 prepared: 1 transaction and 0.10 missing.” */
export function differenceInWords(difference: NamedDifference): string {
  if ('sentence' in difference) return inWords(difference.sentence);
  const { expected, actual, ...subject } = difference;
  const digits = digitsOf(difference);
  const { wanted, got } = countsOf(difference);
  return message('{subject}: {expected} expected, {prepared} prepared: {gap}.', {
    subject: differenceSubject(subject),
    expected: expectation(wanted, expected.sum, digits),
    prepared: outcome(got, actual.sum, digits),
    gap: missingInWords(difference),
  });
}

/** “1 transaction and 0.10 missing”, “nothing missing”: the end of `differenceInWords`, where the rest stands beside it. */
export function missingInWords(difference: FigureDifference): string {
  const { expected, actual } = difference;
  const { wanted = 0, got = 0 } = countsOf(difference);
  return gapInWords(wanted - got, gapOf(expected.sum, actual.sum), digitsOf(difference));
}

const digitsOf = ({ expected, actual, currency = '' }: FigureDifference): Digits =>
  digitsFor([expected.sum, actual.sum], currency);

/** None where only the sum is compared. */
function countsOf({ expected, actual }: FigureDifference): { wanted?: number; got?: number } {
  const isCounted = expected.count !== undefined || expected.sum === undefined;
  return isCounted ? { wanted: expected.count ?? 0, got: actual.count } : {};
}

/** “4 transactions, sum 1,234.50”; what is not said is left out. */
export function figureInWords({ count, sum, balance }: Figure, currency = ''): string {
  const parts = [
    ...(count === undefined ? [] : [counted(count, 'transaction')]),
    ...(sum === undefined ? [] : [message('sum {amount}', { amount: amountDigits(sum, currency) })]),
    ...(balance === undefined ? [] : [message('balance {amount}', { amount: amountDigits(balance, currency) })]),
  ];
  return parts.join(', ') || message('nothing');
}

/** Of a sum that the source system states, where amounts are sent without signs. */
export const balanceInWords = (): string =>
  message('the sum of the source system is equal to the balance, money in less money out');

type Digits = (amount: string) => string;

function expectation(count: number | undefined, sum: string | undefined, digits: Digits): string {
  if (count === undefined) return sum === undefined ? '' : digits(sum);
  if (sum === undefined) return counted(count, 'transaction');
  return message('{count, plural, one {# transaction} other {# transactions}} with {amount}', {
    count,
    amount: digits(sum),
  });
}

/** As `expectation`; that it is transactions was said before. */
function outcome(count: number | undefined, sum: string | undefined, digits: Digits): string {
  if (count === undefined) return sum === undefined ? '' : digits(sum);
  return sum === undefined ? number(count) : message('{count, number} with {amount}', { count, amount: digits(sum) });
}

/** What is missing, or too much where it is negative; 0 where nothing was expected. */
function gapOf(wanted: string | undefined, got: string | undefined): bigint {
  return wanted === undefined || got === undefined ? 0n : (exactAmount(wanted) ?? 0n) - (exactAmount(got) ?? 0n);
}

function gapInWords(missing: number, amountMissing: bigint, digits: Digits): string {
  const count = Math.abs(missing);
  const amount = digits(amountText(amountMissing < 0n ? -amountMissing : amountMissing));
  if (missing === 0 && amountMissing === 0n) return message('nothing missing');
  if (missing === 0) {
    return amountMissing > 0n ? message('{amount} missing', { amount }) : message('{amount} too much', { amount });
  }
  if (amountMissing === 0n) {
    return missing > 0
      ? message('{count, plural, one {# transaction} other {# transactions}} missing', { count })
      : message('{count, plural, one {# transaction} other {# transactions}} too many', { count });
  }
  if (missing > 0) {
    return amountMissing > 0n
      ? message('{count, plural, one {# transaction} other {# transactions}} and {amount} missing', { count, amount })
      : message('{count, plural, one {# transaction} other {# transactions}} missing, and {amount} too much', {
          count,
          amount,
        });
  }
  return amountMissing > 0n
    ? message('{count, plural, one {# transaction} other {# transactions}} too many, and {amount} missing', {
        count,
        amount,
      })
    : message('{count, plural, one {# transaction} other {# transactions}} too many, and {amount} too much', {
        count,
        amount,
      });
}

/** Writes amounts with as many decimals as the currency, or one of the sums, has. */
function digitsFor(sums: readonly (string | undefined)[], currency: string): Digits {
  const ofSums = sums.map((sum) => sum?.split('.')[1]?.length ?? 0);
  const most = Math.max(currency === '' ? USUAL_DECIMALS : 0, ...ofSums);
  return (amount) => {
    const [whole = '', fraction = ''] = amount.split('.');
    const padded = fraction.padEnd(most, '0');
    return amountDigits(padded === '' ? whole : `${whole}.${padded}`, currency);
  };
}
