/** @file What a corrected file is called: also where it is corrected again, its name does not grow. */

import { expect, it } from 'vitest';
import { nameOfCorrected } from '../../src-main/send/correction/corrected-file.ts';

it.each([
  ['day.jsonl', 'day.corrected.jsonl'],
  ['day.corrected.jsonl', 'day.corrected-2.jsonl'],
  ['day.corrected-9.jsonl', 'day.corrected-10.jsonl'],
  ['day.corrected.rest.jsonl', 'day.corrected.rest.corrected.jsonl'],
  ['C:\\exports\\day.corrected\\north.jsonl', 'north.corrected.jsonl'],
  ['no-ending', 'no-ending.corrected'],
])('%s becomes %s', (name, corrected) => {
  expect(nameOfCorrected({ name })).toBe(corrected);
});
