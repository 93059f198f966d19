/**
 * @file In comparisons of tests, a fact equals the words that it says in English, value by value; so it does for
 * `expect.stringContaining` and `expect.stringMatching`.
 */

import { expect } from 'vitest';
import { factSchema } from '../../src-shared/languages/fact-schema.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

const wordsOf = (value: unknown): unknown => {
  const fact = typeof value === 'object' ? factSchema.safeParse(value).data : undefined;
  return fact === undefined ? value : inEnglish(fact);
};

/** Undefined leaves it to the usual comparison. */
function isSaidAlike(one: unknown, other: unknown): boolean | undefined {
  const words = typeof one === 'string' ? one : typeof other === 'string' ? other : undefined;
  if (words === undefined || typeof one === typeof other) return undefined;
  const said = wordsOf(words === one ? other : one);
  return typeof said === 'string' ? said === words : undefined;
}

interface MatcherOfTexts {
  asymmetricMatch(other: unknown): boolean;
}

function takesFacts(matcher: unknown): void {
  // The class is not exported.
  const matchers = Object.getPrototypeOf(matcher) as MatcherOfTexts;
  const match = matchers.asymmetricMatch;
  matchers.asymmetricMatch = function ofWords(other) {
    return match.call(this, wordsOf(other));
  };
}

// A thread runs many files, and keeps what was added.
const ADDED = Symbol.for('tranship: facts as words');
if (!Object.hasOwn(globalThis, ADDED)) {
  Object.defineProperty(globalThis, ADDED, { value: true });
  expect.addEqualityTesters([isSaidAlike]);
  for (const matcher of [expect.stringContaining(''), expect.stringMatching('')]) takesFacts(matcher);
}
