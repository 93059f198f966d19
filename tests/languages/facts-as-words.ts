/** @file In comparisons of tests, a fact equals the words that it says in English, value by value. */

import { expect } from 'vitest';
import { factSchema } from '../../src-shared/languages/fact-schema.ts';
import { inEnglish } from '../../src-shared/languages/message.ts';

/** Undefined leaves it to the usual comparison. */
function isSaidAlike(one: unknown, other: unknown): boolean | undefined {
  if (typeof one === typeof other) return undefined;
  const [words, said] = typeof one === 'string' ? [one, other] : [other, one];
  if (typeof words !== 'string') return undefined;
  const fact = factSchema.safeParse(said).data;
  return fact === undefined ? undefined : inEnglish(fact) === words;
}

expect.addEqualityTesters([isSaidAlike]);
