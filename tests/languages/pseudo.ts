/**
 * @file A language for tests, made of the English texts: every letter has an accent, every text is some 40 % longer and
 * stands in brackets. A text of the page without brackets is not translated; what does not fit will not fit in German.
 */

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { allMessages } from '../../build/languages/messages.ts';

export const OPENED = '⟦';
export const CLOSED = '⟧';

const plain = 'AEIOUaeiouCcNnSsYyZz';
const accented = 'ÂÊÎÔÛâêîôûÇçÑñŠšÝýŽž';

/** Vowels twice, which is how other languages are longer: in each word, so that lines break as they would. */
const lengthened = (text: string): string =>
  [...text]
    .map((letter) => {
      const at = plain.indexOf(letter);
      const other = at < 0 ? letter : (accented[at] ?? letter);
      return /[aeiou]/.test(letter) ? `${other}${other}` : other;
    })
    .join('');

const changed = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: lengthened(element.value) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: changed(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });

/** A text of the sources in this language. */
export const pseudo = (text: string): string =>
  `${OPENED}${printAST(changed(parse(text, { ignoreTag: true })))}${CLOSED}`;

/** Every text of the sources in this language, by its key. */
export const pseudoCatalogue = (): Record<string, string> =>
  Object.fromEntries(allMessages().uses.map(({ key, text }) => [key, pseudo(text)]));

/** What stands outside of all brackets: what was not translated. */
export function outsideOfBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const sign of text) {
    if (sign === OPENED) depth++;
    else if (sign === CLOSED) depth = Math.max(0, depth - 1);
    else if (depth === 0) outside += sign;
  }
  return outside;
}
