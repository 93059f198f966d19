/** @file What codes of countries and currencies are called in the reader's language, and how amounts are read there. */

import { amountOfJson } from '../../src-shared/amounts.ts';
import { countryCodes } from '../../src-shared/code-names.ts';
import { message, perLanguage } from '../../src-shared/languages/message.ts';
import { codesFound } from '../codes-found.ts';

const countries = perLanguage(({ code }) => new Intl.DisplayNames(code, { type: 'region', fallback: 'none' }));
const currencies = perLanguage(({ code }) => new Intl.DisplayNames(code, { type: 'currency', fallback: 'none' }));

function countryName(code: string): string {
  return (/^[A-Z]{2}$/.test(code) ? countries().of(code) : undefined) ?? message('no country code');
}

/** “Germany (DE)”; what is no code of a country stays as it is. */
export function countryInWords(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? countries().of(code) : undefined;
  return name === undefined ? code : `${name} (${code})`;
}

/** Every country by its name, as the language sorts them, for a person who chooses one. */
export const countryChoices = perLanguage(({ code: language }) =>
  countryCodes
    .map((code) => ({ value: code, label: countryInWords(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, language)),
);

/** Those of such a list that fit what was typed, the best first. */
export const countriesFound = <Choice extends { value: string }>(choices: readonly Choice[], typed: string): Choice[] =>
  codesFound(
    choices.map((choice) => ({ code: choice.value, name: countryName(choice.value), choice })),
    typed,
  ).map(({ choice }) => choice);

/** The same by their codes. */
export const countryNames = perLanguage(
  () => new Map(countryChoices().map(({ value }) => [value, countryName(value)])),
);

function currencyName(code: string): string {
  return (/^[A-Z]{3}$/.test(code) ? currencies().of(code) : undefined) ?? message('no currency code');
}

/** An amount as it is written in the language: so a person sees which mark stands before its decimals. */
function amountRead(value: string): string {
  const read = amountOfJson(value);
  return read === value ? '' : read;
}

/** What a code or a number stands for, so that a person sees that it is meant; empty where it is none. */
export function meaningOf({ holds }: { holds?: string | undefined }, value: string): string {
  if (holds === 'country') return countryName(value);
  if (holds === 'amount') return amountRead(value);
  return holds === 'currency' ? currencyName(value) : '';
}
