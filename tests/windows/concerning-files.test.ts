/** @file Whether the tests that run as on Windows are those of what has to do with files. */

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { concerningFiles, replacingThemselves } from './concerning-files.ts';

/** The rooms of the product whose tests run on a real Windows too, and where their tests are. */
const rooms: [tests: string, product: RegExp][] = [
  ['tests/*.test.ts', /^src-main\/[^/]+$/],
  ['tests/ground/**/*.test.ts', /^src-main\/ground\/(files|logs|settings)\//],
  ['tests/shells/**/*.test.ts', /^src-main\/shells\//],
];
const isLong = (file: string) => file.endsWith('.long.test.ts');
const asksForFiles = (module: string) =>
  /from 'node:(fs|fs\/promises|os|path|sqlite)'/.test(readFileSync(module, 'utf8'));

/** What a test file tests: the modules that it imports, not what they import. */
function testedBy(file: string): string[] {
  const imports = readFileSync(file, 'utf8').matchAll(/^(?:import|\} from)(?! type).*'(\.[^']+)'/gm);
  return [...imports].map(([, from = '']) => join(dirname(file), from));
}

it('A test of what opens, names or locks files runs as on Windows as well', () => {
  const missing = rooms.flatMap(([tests, product]) =>
    globSync(tests)
      .filter((file) => !replacingThemselves.includes(file))
      .filter((file) => !isLong(file) && testedBy(file).some((module) => product.test(module) && asksForFiles(module)))
      .filter((file) => !concerningFiles.some((pattern) => matchesGlob(file, pattern))),
  );
  expect(missing).toEqual([]);
});

it.each([...concerningFiles, ...replacingThemselves])('%s still names tests', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
