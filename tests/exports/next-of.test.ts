import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NextOf } from '../../src-main/exports/delimited/next-of.ts';

it('The next of some bytes is found forwards, backwards, and in other bytes', () => {
  const next = new NextOf([0x0a, 0x22]);
  next.search(Buffer.from('ab"cd\nef'));
  expect([0, 2, 3, 5, 6, 8].map((from) => next.next(from))).toEqual([2, 2, 5, 5, 8, 8]);
  expect([4, 1, 0].map((from) => next.next(from))).toEqual([5, 2, 2]);
  next.search(Buffer.from('abcdefg\n'));
  expect([0, 7, 8].map((from) => next.next(from))).toEqual([7, 7, 8]);
  next.search(Buffer.from(''));
  expect(next.next(0)).toBe(0);
});

it('From any place to any other, the next one is the first that stands there', () => {
  const text = fc.array(fc.constantFrom(...'ab,;'), { maxLength: 30 });
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 30 }), { maxLength: 12 }), (letters, places) => {
      const next = new NextOf([0x2c, 0x3b]);
      next.search(Buffer.from(letters.join('')));
      for (const place of places) {
        const from = Math.min(place, letters.length);
        const found = letters.findIndex((letter, at) => at >= from && !/[ab]/.test(letter));
        expect(next.next(from)).toBe(found === -1 ? letters.length : found);
      }
    }),
    { numRuns: 500 },
  );
});
