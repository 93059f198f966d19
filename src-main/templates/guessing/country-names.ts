/** @file Names of countries in several languages → their codes. Pure. */

import { countryCodes } from '../../check/rules/codes.ts';
import { wordsOf } from './column-names.ts';

const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'];

let codeByName: ReadonlyMap<string, string> | undefined;

/** The code of a country by its name in one of the languages, or of a code in other letters. */
export function countryByName(name: string): string | undefined {
  const upper = name.trim().toUpperCase();
  if (countryCodes.has(upper)) return upper;
  codeByName ??= namesOfCountries();
  return codeByName.get(wordsOf(name).join(' '));
}

/** From the language data of the runtime, on first use: most exports have codes. */
function namesOfCountries(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const language of languages) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of countryCodes) {
      const name = display.of(code);
      if (name !== undefined) names.set(wordsOf(name).join(' '), code);
    }
  }
  return names;
}
