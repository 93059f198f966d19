/** @file Amounts of money as people read them. They are texts, because a number would round them. */

import { message, perLanguage } from './languages/message.ts';

/**
 * “63,204.90 EUR” for 63204.9: with the decimals that the currency has, and with more where the amount has more, so that no
 * digit is lost. `amount`: an exact decimal such as -1234.5; what is no number, such as “1.234,50”, is quoted, since it is in no sum. A
 * currency that is not three letters has no decimals of its own.
 */
export function amountIn(amount: string, currency: string): string {
  // A line may have spaces around its currency, which is an error, but no reason to show it apart from its amount.
  const name = currency.trim();
  const isNumber = amount === '' || NUMBER.test(amount);
  return `${isNumber ? amountDigits(amount, name) : message('“{text}”', { text: amount })} ${name}`;
}

/** “63,204.90 EUR; 12.00 SEK”. */
export const sumsInWords = (sums: readonly { currency: string; amount: string }[]): string =>
  sums.map(({ currency, amount }) => amountIn(amount, currency)).join('; ');

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A number of JSON that is an amount of a currency that is not told: “3,142.80” for 3142.8. One that is written in another way, such
 * as 1e3, stays as it is.
 */
export const amountOfJson = (json: string): string => amountDigits(withTwoDecimals(json), '');

/** “3142.80” for 3142.8: two decimals at least; any other text stays as it is. */
export const withTwoDecimals = (amount: string): string =>
  amount.replace(/^(-?\d+)(?:\.(\d))?$/, (_, whole: string, tenths = '0') => `${whole}.${tenths}0`);

/** As `amountIn`, without the currency. */
export function amountDigits(amount: string, currency: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount);
  if (parts === null) return amount;
  const [, sign = '', whole = '', fraction = ''] = parts;
  const decimals = fraction.padEnd(decimalsOf(currency), '0');
  const { group, decimal } = separators();
  return `${sign}${grouped(whole, group)}${decimals === '' ? '' : `${decimal}${decimals}`}`;
}

/** What stands between thousands, and before the decimals. */
const separators = perLanguage(({ code }) => {
  const parts = new Intl.NumberFormat(code, { minimumFractionDigits: 1 }).formatToParts(1_234_567);
  const found = (type: 'group' | 'decimal'): string | undefined => parts.find((part) => part.type === type)?.value;
  return { group: found('group') ?? ',', decimal: found('decimal') ?? '.' };
});

/** Digits with their thousands apart, however many there are. */
function grouped(digits: string, group: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(group);
}

/** To ask for them takes longer than all else of an amount. */
const knownDecimals = new Map<string, number>();

function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) return 0;
  const known = knownDecimals.get(currency);
  if (known !== undefined) return known;
  const asked = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const decimals = asked.maximumFractionDigits ?? 0;
  knownDecimals.set(currency, decimals);
  return decimals;
}
