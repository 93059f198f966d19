/** @file What codes of countries and currencies are called in the reader's language. */

import { message, perLanguage } from '../../src-shared/languages/message.ts';

const countries = perLanguage(({ code }) => new Intl.DisplayNames(code, { type: 'region', fallback: 'none' }));
const currencies = perLanguage(({ code }) => new Intl.DisplayNames(code, { type: 'currency', fallback: 'none' }));

function countryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? countries().of(code) : undefined) ?? message('no country code');
}

function currencyName(code: string): string {
  return (/^[A-Z]{3}$/.test(code) ? currencies().of(code) : undefined) ?? message('no currency code');
}

/** What a code stands for, so that a person sees that it is meant; empty where it is none. */
export function meaningOf({ holds }: { holds?: string | undefined }, value: string): string {
  if (holds === 'country') return countryName(value);
  return holds === 'currency' ? currencyName(value) : '';
}
