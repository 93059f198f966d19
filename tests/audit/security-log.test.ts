/** @file The security log: its lines, its bounds, and what it never has. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SecurityLog } from '../../src-main/audit/security-log.ts';
import { DAY, MINUTE } from '../../src-main/ground/clock.ts';
import { dailyFiles } from '../../src-main/ground/logs/daily-file.ts';
import { FakeClock } from '../fake-clock.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function opened() {
  const [folder, clock] = [temporaryFolder(), new FakeClock()];
  const forwarded: string[] = [];
  const recorder = { user: 'mara', machine: 'desk-7', version: '1.2.3' };
  const log = new SecurityLog({ folder, clock, recorder, forward: (message) => forwarded.push(String(message)) });
  const lines = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('security-'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
      .map((line): Record<string, unknown> => JSON.parse(line));
  return { folder, clock, log, lines, forwarded };
}

describe('the security log', () => {
  it('says when, who, where and what', () => {
    const { log, lines, forwarded } = opened();
    log.record({ kind: 'submission-approved', submission: 7, name: '/exports/day.jsonl', reason: 'agreed' });
    expect(lines()).toEqual([
      {
        time: '2026-01-05T09:00:00.000Z',
        user: 'mara',
        machine: 'desk-7',
        event: 'submission-approved',
        submission: 7,
        name: '/exports/day.jsonl',
        reason: 'agreed',
      },
    ]);
    expect(forwarded).toEqual([expect.stringContaining(' submission-approved - {"time":')]);
  });

  it('keeps the changes of a setting, without what looks like a secret', () => {
    const { log, lines } = opened();
    const changes = [{ field: 'address', before: undefined, after: 'https://mara:secret-word@proxy.test' }];
    log.record({ kind: 'proxy-changed', changes });
    expect(lines()[0]).toMatchObject({ changes: [{ field: 'address', after: 'https://[redacted]@proxy.test' }] });
  });

  it.skipIf(process.platform === 'win32')('can be read by its owner only', () => {
    const { folder, log } = opened();
    log.record({ kind: 'passphrase-changed' });
    const [name = ''] = readdirSync(folder);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it('is kept for 400 days, apart from the log for support', async () => {
    const { folder, clock, log } = opened();
    const day = (days: number) => new Date(clock.now() - days * DAY).toISOString().slice(0, 10);
    for (const days of [399, 400]) writeFileSync(join(folder, `security-${day(days)}.log`), '{}\n');
    writeFileSync(join(folder, `tranship-${day(399)}.log`), '{}\n');
    log.record({ kind: 'passphrase-changed' });
    expect(readdirSync(folder).sort()).toEqual([
      `security-${day(399)}.log`,
      `security-${day(0)}.log`,
      `tranship-${day(399)}.log`,
    ]);
    expect(dailyFiles(folder)).toEqual([`tranship-${day(399)}.log`]);
  });

  it('grows by sixty lines a minute at most, however often somebody knocks, and counts the others', async () => {
    const { clock, log, lines } = opened();
    for (let count = 0; count < 10_000; count++)
      log.record({ kind: 'session-refused', shell: 'browser', why: 'no token' });
    expect(lines()).toHaveLength(60);
    await clock.advance(MINUTE);
    log.record({ kind: 'session-refused', shell: 'browser', why: 'no token' });
    expect(lines().slice(60)).toMatchObject([
      { event: 'events-omitted', of: 'session-refused', count: 9940 },
      { event: 'session-refused' },
    ]);
  });

  it('omits nothing of what only a person with rights can do', () => {
    const { log, lines } = opened();
    for (let submission = 0; submission < 500; submission++) {
      log.record({ kind: 'submission-approved', submission, name: 'a', reason: '' });
    }
    expect(lines()).toHaveLength(500);
  });
});
