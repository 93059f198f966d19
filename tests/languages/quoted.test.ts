/** @file Names and values of others are quoted as in the language of the reader, and in English as before. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fact, type Said } from '../../src-shared/languages/fact.ts';
import { languageFor } from '../../src-shared/languages/languages.ts';
import { inEnglish, inWords, speaking } from '../../src-shared/languages/message.ts';
import { firstQuoted, quoted, quotedList, quotedWithin, unquoted } from '../../src-shared/languages/quoted.ts';

async function saidIn(code: string, said: Said | readonly Said[]): Promise<string> {
  const language = languageFor(code, []);
  return speaking(language, await language.load(), () => inWords(said));
}

const names = fc.array(fc.string(), { minLength: 1, maxLength: 8 });
const inEnglishQuotes = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(', ');

describe('What is quoted', () => {
  it.each([
    ['en', '“{a} $&”', '“a”, “b” and 2 more'],
    ['de', '„{a} $&“', '„a“, „b“ und 2 weitere'],
    ['fr', '«\u202f{a} $&\u202f»', '«\u202fa\u202f», «\u202fb\u202f» et 2 autres'],
  ])('has the quotation marks of %s', async (code, one, several) => {
    expect(await saidIn(code, quoted('{a} $&'))).toBe(one);
    expect(await saidIn(code, firstQuoted(['a', 'b', 'c', 'd'], 2))).toBe(several);
  });

  it('is told again without its marks, and nothing else is taken for it', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unquoted(quoted(text))).toBe(text);
      }),
    );
    expect([unquoted('“a”'), unquoted(fact('a list')), unquoted(7), unquoted(undefined)]).toEqual(
      Array(4).fill(undefined),
    );
  });
});

describe('A list of what is quoted', () => {
  it('reads in English as one that is put together', () => {
    fc.assert(
      fc.property(names, (texts) => {
        expect(inEnglish(quotedList(texts))).toBe(inEnglishQuotes(texts));
      }),
    );
  });

  it('ends where more would be too many', () => {
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 8 }), (texts, most) => {
        const more = texts.length > most ? ` and ${texts.length - most} more` : '';
        expect(inEnglish(firstQuoted(texts, most))).toBe(`${inEnglishQuotes(texts.slice(0, most))}${more}`);
      }),
    );
  });

  it('ends where more would be too long, and says that it does', () => {
    expect(inEnglish(quotedWithin(['ab', 'cd'], 12))).toBe('“ab”, “cd”');
    expect(inEnglish(quotedWithin(['ab', 'cd', 'ef'], 12))).toBe('“ab”, “cd”, …');
    expect(inEnglish(quotedWithin(['abcdefghijkl', 'b'], 12))).toBe('“abcdefghijkl”, …');
  });
});
