/** @file What `tranship serve` does not load before it shows the window, as shipped: a person waits for it. */

import { expect, it } from 'vitest';
import { evaluatedWith, filesWith, importedLater } from '../built-modules.ts';

const start = [...evaluatedWith('tranship.js')];
const isOf = (name: string) => (file: string) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file);
const later = importedLater(start).filter((file) => ['session', 'serve'].some((name) => isOf(name)(file)));
const beforeTheWindow = new Set([...start, ...later.flatMap((file) => [...evaluatedWith(file)])]);

it('the tables by which a template is guessed are loaded by the thread that looks at an export', () => {
  expect(later.length).toBeGreaterThan(1);
  expect(filesWith('beneficiary', beforeTheWindow)).toEqual([]);
  expect(filesWith('beneficiary', evaluatedWith('examination-worker.js'))).toHaveLength(1);
});

it('the thread that examines the queue, for which the start waits, loads only what that needs', () => {
  const files = [...evaluatedWith('queue-worker.js')];
  expect(files.some(isOf('examination'))).toBe(true);
  expect(files.filter((file) => ['work', 'reading', 'threads', 'app'].some((name) => isOf(name)(file)))).toEqual([]);
});
