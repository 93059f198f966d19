/** @file The sabotages follow the product: each can be done, in one place. That the tests notice them is tried by `npm run sabotage`. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { broken } from './broken.ts';
import { sabotages } from './sabotages.ts';

describe('A sabotage', () => {
  it.each(sabotages.map((sabotage) => [sabotage.name, sabotage] as const))('can be done: %s', (_name, sabotage) => {
    const whole = readFileSync(sabotage.file, 'utf8');
    expect(broken(whole, sabotage)).not.toBe(whole);
  });

  it.each([
    ['is not there any more', 'one two', 0],
    ['is there twice', 'three three', 2],
  ])('says so when its text %s', (_how, whole, places) => {
    const sabotage = { name: 'lost', file: 'a.ts', text: 'three', replacement: '' };
    expect(() => broken(whole, sabotage)).toThrow(`“lost” finds its text ${places} times in a.ts`);
  });

  it('has a name of its own', () => {
    expect(new Set(sabotages.map(({ name }) => name)).size).toBe(sabotages.length);
  });
});
