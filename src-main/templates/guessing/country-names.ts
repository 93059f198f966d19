/** @file What a text says about a country → its code. Pure. */

import { codeOfName } from '../../../src-shared/code-names.ts';
import { countryCodes } from '../../check/rules/codes.ts';

/** The code of a country by its name in one of many languages, by its three letters, or by its code in other letters. */
export function countryByName(name: string): string | undefined {
  const upper = name.trim().toUpperCase();
  if (countryCodes.has(upper)) return upper;
  const code = codeOfName(name, 'country');
  return code !== undefined && countryCodes.has(code) ? code : undefined;
}
