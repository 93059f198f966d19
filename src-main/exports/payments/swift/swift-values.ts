/** @file Dates and amounts as SWIFT MT spells them. Pure. */

/** From this year of two digits on, it is one of the last century. */
const LAST_CENTURY = 70;

/** YYMMDD as 2026-11-23; undefined for another text. */
export function swiftDate(text: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  if (year === undefined) return undefined;
  return `${Number(year) < LAST_CENTURY ? 20 : 19}${year}-${month}-${day}`;
}

/** MMDD in the year in which it is nearest to a date: around New Year, an entry may be in another one than its value. */
export function nearestDate(monthDay: string | undefined, to: string | undefined): string | undefined {
  const [, month, day] = /^(\d{2})(\d{2})$/.exec(monthDay ?? '') ?? [];
  if (month === undefined || to === undefined) return undefined;
  const year = Number(to.slice(0, 4));
  const candidates = [year - 1, year, year + 1].map((one) => `${one}-${month}-${day}`);
  const distance = (one: string) => Math.abs(Date.parse(one) - Date.parse(to));
  return candidates.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/** 1234,5 with a point before the decimals, which is how all messages are handed over; undefined for another text. */
export function swiftAmount(text: string | undefined): string | undefined {
  const [, whole, decimals = ''] = /^(\d{1,15}),(\d{0,15})$/.exec(text?.trim() ?? '') ?? [];
  if (whole === undefined) return undefined;
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

export interface Balance {
  currency: string;
  /** With a minus for a debit. */
  amount: string;
}

/** C261122EUR1234,56 of the fields 60, 62 and 64. */
export function balanceOf(text: string | undefined): Balance | undefined {
  const [, mark, currency = '', number] = /^([CD])\d{6}([A-Z]{3})(.*)$/.exec(text?.trim() ?? '') ?? [];
  const amount = swiftAmount(number);
  if (mark === undefined || amount === undefined) return undefined;
  return { currency, amount: mark === 'D' ? `-${amount}` : amount };
}
