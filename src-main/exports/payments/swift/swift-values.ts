/** @file Dates, amounts and accounts as SWIFT MT spells them. Pure. */

import { isDay } from '../../../../src-shared/calendar-days.ts';
import { type Fact, fact } from '../../../../src-shared/languages/fact.ts';
import { accountAsKnown, isIban, type Payment } from '../payment-columns.ts';

/** From this year of two digits on, it is one of the last century. */
const LAST_CENTURY = 70;

/** YYMMDD as 2026-11-23; undefined for another text, and for a day that does not exist. */
export function swiftDate(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  const date = `${Number(year) < LAST_CENTURY ? 20 : 19}${year}-${month}-${day}`;
  return isDay(date) ? date : undefined;
}

/** MMDD in the year in which it is nearest to a date: around New Year, an entry may be in another one than its value. */
export function nearestDate(monthDay: string | undefined, to: string | undefined): string | undefined {
  const [, month, day] = /^(\d{2})(\d{2})$/.exec(monthDay ?? '') ?? [];
  if (month === undefined || to === undefined) return undefined;
  const year = Number(to.slice(0, 4));
  const candidates = [year - 1, year, year + 1].map((one) => `${one}-${month}-${day}`).filter(isDay);
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(to));
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** 1234,5 with a point before the decimals, which is how all messages are handed over; undefined for another text. */
export function swiftAmount(text: string | undefined): string | undefined {
  const [, whole, decimals = ''] = /^(\d{1,15}),(\d{0,15})$/.exec(text?.trim() ?? '') ?? [];
  if (whole === undefined) return undefined;
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** A message as a part of the file. */
export const messageOn = (line: number): Fact => fact('The message on line {line}', { line });

/** Why a transaction without an amount is refused; a full sentence. @param text what the field says */
export function noAmount(where: Fact, field: string, text: string | undefined): Fact {
  if (text === undefined)
    return fact('{where} has no amount, as field {field} is missing. Ask for the file again.', { where, field });
  return fact(
    '{where} has no currency and amount with a comma (EUR1234,56) in field {field}: “{line}”. Ask for the file again.',
    { where, field, line: text },
  );
}

/** What was instructed in another currency than that of the transaction. */
export function exchangedIn(
  instructed: string | undefined,
  rate: string | undefined,
  currency: string | undefined,
): Payment {
  const [, original, number] = /^([A-Z]{3})(.*)$/.exec(instructed ?? '') ?? [];
  const isExchanged = original !== undefined && original !== currency;
  return {
    'Original amount': isExchanged ? swiftAmount(number) : undefined,
    'Original currency': isExchanged ? original : undefined,
    'Exchange rate': rate?.replace(',', '.'),
  };
}

/** The currency may stand behind the account, with or without a space. */
export function accountOf25(text: string): string | undefined {
  // The BIC of the bank may stand in front.
  const account = accountAsKnown(text.replace(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\/(?=[A-Z]{2}\d{2})/, ''));
  if (account === undefined || isIban(account)) return account;
  const [, bare] = /^(.+)[A-Z]{3}$/.exec(account) ?? [];
  return bare !== undefined && (isIban(bare) || /^\d{8}\/\d+$/.test(bare)) ? bare : account;
}

export interface Balance {
  /** On which it was so: 2026-11-23. */
  day: string | undefined;
  currency: string;
  /** With a minus for a debit. */
  amount: string;
}

/** C261122EUR1234,56 of the fields 60, 62 and 64. */
export function balanceOf(text: string | undefined): Balance | undefined {
  const [, mark, day, currency = '', number] = /^([CD])(\d{6})([A-Z]{3})(.*)$/.exec(text?.trim() ?? '') ?? [];
  const amount = swiftAmount(number);
  if (mark === undefined || amount === undefined) return undefined;
  return { day: swiftDate(day), currency, amount: mark === 'D' ? `-${amount}` : amount };
}
