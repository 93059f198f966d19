/** @file A log that another program has open when Tranship ends: no line is lost as long as that lets go within seconds. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { DailyFile, securityLog } from '../../../src-main/ground/logs/daily-file.ts';
import { FakeClock } from '../../fake-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const opening = vi.hoisted(() => ({ inUse: 0 }));
vi.mock('node:fs', async (original) => {
  const files = await original<typeof import('node:fs')>();
  const openSync = (path: string, flags: number, mode: number) => {
    if (opening.inUse-- > 0) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY', syscall: 'open', path });
    return files.openSync(path, flags, mode);
  };
  return { ...files, openSync };
});

it('The last lines are written while it ends', () => {
  const folder = temporaryFolder();
  const log = new DailyFile(folder, new FakeClock(Date.parse('2026-01-05')), { log: securityLog });
  opening.inUse = 3;
  log.append('{"event":"session-ended"}\n');
  log.close();
  expect(readFileSync(join(folder, 'security-2026-01-05.log'), 'utf8')).toBe('{"event":"session-ended"}\n');
});
