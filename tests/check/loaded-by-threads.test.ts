/** @file What the threads of a check load before their first line, as shipped: each of them pays for it with every file. */

import { expect, it } from 'vitest';
import { evaluatedWith, filesWith, filesWithZod, importedLater } from '../built-modules.ts';

it.each(['scan-worker.js', 'digest-worker.js', 'check-worker.js', 'portion-worker.js', 'line-worker.js'])(
  '%s loads no zod',
  (entry) => {
    const files = evaluatedWith(entry);
    expect(files.size).toBeGreaterThan(1);
    expect(filesWithZod(files)).toEqual([]);
  },
);

it.each(['scan-worker.js', 'digest-worker.js'])('%s loads nothing that puts errors into words', (entry) => {
  expect(filesWith('IntlMessageFormat', evaluatedWith('check-worker.js'))).not.toEqual([]);
  expect(filesWith('IntlMessageFormat', evaluatedWith(entry))).toEqual([]);
});

it('a scanner loads the judge for the first line that needs it, and that loads no zod either', () => {
  const later = importedLater(evaluatedWith('scan-worker.js'));
  expect(later).not.toEqual([]);
  expect(filesWithZod(later.flatMap((file) => [...evaluatedWith(file)]))).toEqual([]);
});
