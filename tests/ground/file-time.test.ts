import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fileTime } from '../../src-main/ground/files/file-time.ts';

it('A time that is set is read back as the same millisecond, by number and by nanoseconds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tranship-file-time-'));
  try {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    const times = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(times, (time) => {
        utimesSync(path, fileTime(time), fileTime(time));
        const { mtimeMs } = statSync(path);
        const { mtimeNs } = statSync(path, { bigint: true });
        expect([Math.floor(mtimeMs), Number(mtimeNs / 1_000_000n)]).toEqual([time, time]);
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
