import { cpSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isIntact } from '../../src-main/queue/receipt.ts';
import { bytesOf, filesIn, killedFolder, newFolder, overwrite, start } from './folders.ts';
import { ended, firstOutput, startProcess } from './processes.ts';

/** Some pages are gone from the database; its log is intact. */
function damagedFolder(): string {
  const { folder } = killedFolder(40, 6);
  overwrite(join(folder, 'queue.db'), new Uint8Array(10 * 4096), 0);
  return folder;
}

it('a recovery that was killed at any point is completed by the next start, and reported', async () => {
  const damaged = damagedFolder();
  const [database, log] = [bytesOf(damaged, 'queue.db'), bytesOf(damaged, 'queue.db-wal')];
  const copy = () => {
    const folder = newFolder();
    cpSync(damaged, folder, { recursive: true });
    return folder;
  };
  const whole = copy();
  const changes = Number(await firstOutput(startProcess('killed-recovery.ts', whole, '0')));
  const expected = start(whole);
  expect(changes).toBeGreaterThan(15);
  expect(expected.recovery?.recovered.submissions).toBeGreaterThan(6);

  const moments = Array.from({ length: changes }, (_, index) => index + 1);
  const killedAt = async (moment: number) => {
    const folder = copy();
    expect(await ended(startProcess('killed-recovery.ts', folder, String(moment)))).toBe('SIGKILL');
    const after = start(folder);
    const said = { ...after.recovery, setAside: expected.recovery?.setAside.replace(whole, folder) };
    expect(after.recovery, `killed before change ${moment}`).toEqual(said);
    expect(after.recovery?.recovered).toEqual(expected.recovery?.recovered);
    expect(after.submissions).toEqual(expected.submissions);
    expect(after.batches).toEqual(expected.batches);
    expect(isIntact(after.history)).toBe(true);
    expect(bytesOf(folder, 'queue.damaged-2026-11-21T10-00-00.db').equals(database)).toBe(true);
    expect(bytesOf(folder, 'queue.damaged-2026-11-21T10-00-00.db-wal').equals(log)).toBe(true);
    expect(filesIn(folder).filter((name) => /-2\.db|recover/.test(name))).toEqual([]);
  };
  const workers = Array.from({ length: cpus().length }, async () => {
    for (let moment = moments.shift(); moment !== undefined; moment = moments.shift()) await killedAt(moment);
  });
  await Promise.all(workers);
});
