/** @file What `tranship serve` does not load before it shows the window, as shipped: a person waits for it. */

import { expect, it } from 'vitest';
import { evaluatedWith, importedLater } from '../built-modules.ts';

const start = [...evaluatedWith('tranship.js')];
const isOf = (name: string) => (file: string) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file);
const later = importedLater(start).filter((file) => ['session', 'serve'].some((name) => isOf(name)(file)));
const beforeTheWindow = new Set([...start, ...later.flatMap((file) => [...evaluatedWith(file)])]);

it('the tables by which a template is guessed are loaded with the first export', () => {
  expect(later.length).toBeGreaterThan(1);
  expect([...beforeTheWindow].filter(isOf('first-template'))).toEqual([]);
  expect(importedLater(beforeTheWindow).some(isOf('first-template'))).toBe(true);
});
