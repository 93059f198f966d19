/** @file A recovery that is killed at each of its changes of the disk: the next start completes it, and says so. */

import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isIntact } from '../../src-main/send/receipt.ts';
import { followChanges } from '../harness/changes-of-disk.ts';
import { isNight } from '../harness/night.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { bytesOf, filesIn, killedFolder, overwrite, start } from './folders.ts';
import { ended, startProcess } from './processes.ts';

/** Some pages are gone from the database; its log is intact. */
function damagedFolder(): string {
  const { folder } = killedFolder(40, 6);
  overwrite(join(folder, 'queue.db'), new Uint8Array(10 * 4096), 0);
  return folder;
}

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** The next start finds in the folder what the damaged one held. */
function expectCompleted(folder: string, damaged: string, expected: ReturnType<typeof start>, moment: string): void {
  const after = start(folder);
  expect(after.recovery, moment).toEqual(expected.recovery);
  expect(after.submissions).toEqual(expected.submissions);
  expect(after.batches).toEqual(expected.batches);
  expect(isIntact(after.history)).toBe(true);
  for (const end of ['', '-wal']) {
    const setAside = bytesOf(folder, `queue.damaged-2026-11-21T10-00-00.db${end}`);
    expect(setAside.equals(bytesOf(damaged, `queue.db${end}`))).toBe(true);
  }
  expect(filesIn(folder).filter((name) => /-2\.db|recover/.test(name))).toEqual([]);
}

it('a recovery that was killed at any point is completed by the next start, and reported', async () => {
  const damaged = damagedFolder();
  const folder = copyOf(damaged);
  const left: string[] = [];
  const following = followChanges((when) => {
    if (when === 'before') left.push(copyOf(folder));
  });
  onTestFinished(() => following[Symbol.dispose]());
  const expected = start(folder);
  following[Symbol.dispose]();
  expect(left.length).toBeGreaterThan(50);
  expect(expected.recovery?.recovered.submissions).toBeGreaterThan(6);

  /** Where the damaged file goes is decided with its whole path: a folder stays where it is. */
  const putBack = (remains: string) => {
    rmSync(folder, { recursive: true });
    cpSync(remains, folder, { recursive: true });
  };
  for (const [change, remains] of left.entries()) {
    if (!isNight && change % 3 !== 0) continue;
    putBack(remains);
    expectCompleted(folder, damaged, expected, `killed before change ${change + 1}`);
  }

  // Witnesses: what a process leaves that is really killed.
  const moments = left.map((_, change) => change + 1);
  for (const moment of isNight ? moments : [moments.length >> 1, moments.length - 10]) {
    putBack(damaged);
    expect(await ended(startProcess('killed-recovery.ts', folder, String(moment)))).toBe('SIGKILL');
    expectCompleted(folder, damaged, expected, `killed before change ${moment}`);
  }
});
