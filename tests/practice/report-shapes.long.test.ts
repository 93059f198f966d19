/** @file Reports of the practice tenant that are made to fill memory and disk; the largest ones at night. */

import { setInterval } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isNight } from '../harness/night.ts';
import { linesIn, readIn, reportIn } from './report-places.ts';

test.each([...(isNight ? [['large-entries', undefined] as const] : []), ['gzip-bomb', 'too-large'] as const])(
  '%s tells the same of the same lines',
  async (shape, cutOff) => {
    const expected = (await readIn('json-lines')).lines.map(({ batchLine }) => batchLine);

    const { lines, facts } = await readIn(shape);

    expect(lines.map(({ batchLine }) => batchLine)).toEqual(expected);
    expect(facts.cutOff).toBe(cutOff);
  },
);

test.runIf(isNight)('a million entries are read while this thread continues with other work', async () => {
  const { report, readings, invalidLines, signal } = await reportIn('million-entries');
  const reading = new AbortController();
  const read = readings.table(report, signal).finally(() => reading.abort());
  let turns = 0;
  // A timer that comes around is other work that had its turn.
  for await (const _ of setInterval(1)) {
    turns += 1;
    if (reading.signal.aborted) break;
  }

  const table = await read;

  expect(table.facts.entries).toBeGreaterThanOrEqual(1_000_000);
  expect(linesIn(table)).toHaveLength(invalidLines);
  expect(turns).toBeGreaterThan(100);
  table.close();
});
