/** @file The reading of a report that cannot take its place. */

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { reportIn } from '../../practice/report-places.ts';

it('It is told as a file that cannot be written, and not as a fault of Tranship', async () => {
  const { report, readings, signal } = await reportIn('json-object');
  mkdirSync(join(dirname(report.path), 'entries', 'batch.db', 'of others'), { recursive: true });
  await expect(readings.table(report, signal)).rejects.toMatchObject({ code: 'file.cannot-write' });
});
