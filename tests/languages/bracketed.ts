/** @file A language that says everything in English, in brackets: what has none did not come from the catalogue. */

import { type Catalogue, languageFor } from '../../src-shared/languages/languages.ts';
import { speaking } from '../../src-shared/languages/message.ts';

const catalogue: Catalogue = new Proxy({}, { get: (_, key) => `⟦${String(key)}⟧` });

/** What something says in the language with brackets. */
export const inBrackets = <T>(act: () => T): T => speaking(languageFor('de', []), catalogue, act);

/** Whether a text is one of the catalogue. Others may stand in it, but not beside it. */
export const isOneText = (words: string): boolean => /^⟦[^⟦⟧]+⟧$/.test(words.replaceAll(/(?<!^)⟦[^⟦⟧]*⟧/g, 'inner'));

/** Whether a text consists of texts of the catalogue, one after the other. */
export function isTranslated(words: string): boolean {
  let rest = words;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '');
  }
  return words !== '' && rest.trim() === '';
}
