/** @file What `tranship check` loads before it checks, as shipped: it is paid for with every call. */

import { expect, it } from 'vitest';
import { evaluatedWith, filesWithZod, importedLater } from '../built-modules.ts';

const start = evaluatedWith('tranship.js');
const command = (name: string) =>
  importedLater(start).filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
const loadedBy = (name: string) => [...start, ...command(name).flatMap((file) => [...evaluatedWith(file)])];

it('the command line starts without zod', () => {
  expect(start.size).toBeGreaterThan(1);
  expect(filesWithZod(start)).toEqual([]);
});

it('the check needs no zod and no queue', () => {
  expect(command('check')).toHaveLength(1);
  expect(filesWithZod(loadedBy('check'))).toEqual([]);
});

it('sending does', () => {
  expect(
    filesWithZod([...loadedBy('send'), ...command('session').flatMap((file) => [...evaluatedWith(file)])]),
  ).not.toEqual([]);
});
