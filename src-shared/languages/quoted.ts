/** @file Names and values of others in quotation marks, which are those of the language in which they are read. Pure. */

import { type Fact, type FactValue, fact, isFact, type Said, says } from './fact.ts';

export const quoted = (text: string): Fact => fact('“{text}”', { text });

/** The text of what `quoted` has made; undefined for anything else. */
export function unquoted(value: FactValue | undefined): string | undefined {
  if (!isFact(value) || !says(value, quoted(''))) return undefined;
  const text = value.values?.['text'];
  return typeof text === 'string' ? text : undefined;
}

/** Of a list, with others behind it. */
const quotedBefore = (text: string): Fact => fact('“{text}”,', { text });

/** Several of them, with commas between them. */
export const quotedList = (texts: readonly string[]): Fact[] =>
  texts.map((text, at) => (at < texts.length - 1 ? quotedBefore(text) : quoted(text)));

/** As `quotedList`, but of very many only the first, and how many more there are. */
export function firstQuoted(texts: readonly string[], most: number): Fact[] {
  const more = texts.length - most;
  if (more <= 0) return quotedList(texts);
  return [fact('{names} and {more} more', { names: quotedList(texts.slice(0, most)), more })];
}

/** As `quotedList`, but no more than fit into so many characters, and at least one. */
export function quotedWithin(texts: readonly string[], characters: number): Said[] {
  let left = characters;
  const beyond = texts.findIndex((text) => {
    left -= text.length + '“”, '.length;
    return left < 0;
  });
  return beyond === -1 ? quotedList(texts) : [...texts.slice(0, Math.max(1, beyond)).map(quotedBefore), '…'];
}
