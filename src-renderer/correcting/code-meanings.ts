/** @file What codes of countries and currencies are called in the reader's language. */

import { message, perLanguage } from '../../src-shared/languages/message.ts';

const countries = perLanguage(({ code }) => new Intl.DisplayNames(code, { type: 'region', fallback: 'none' }));
const currencies = perLanguage(({ code }) => new Intl.DisplayNames(code, { type: 'currency', fallback: 'none' }));

export function countryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? countries().of(code) : undefined) ?? message('no country code');
}

export function currencyName(code: string): string {
  return (/^[A-Z]{3}$/.test(code) ? currencies().of(code) : undefined) ?? message('no currency code');
}
