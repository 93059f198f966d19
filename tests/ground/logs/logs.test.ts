import { readdirSync, readlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Write } from '../../../src-main/ground/logs/daily-file.ts';
import { openLogs } from '../../../src-main/ground/logs/logs.ts';
import { FakeClock } from '../../fake-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { linesOf } from './folders.ts';

const DAY = 86_400_000;
const evening = Date.UTC(2026, 0, 5, 23, 59, 59);

function open({
  folder = temporaryFolder(),
  at = evening,
  write,
}: {
  folder?: string;
  at?: number;
  write?: Write;
} = {}) {
  const clock = new FakeClock(at);
  const logs = openLogs({ folder, clock, version: '1.2.3', ...(write && { write }) });
  onTestFinished(() => logs.close());
  return { folder, clock, logs };
}

const request = {
  correlationId: 'c-1',
  purpose: 'batch-status',
  method: 'GET',
  host: 'api.example.com',
  status: 200,
  milliseconds: 31,
  sentBytes: 0,
  receivedBytes: 90,
};

describe('the log', () => {
  it('the log begins with what was started, and on which system', () => {
    const { folder } = open();
    expect(linesOf(folder, '2026-01-05')).toEqual([
      expect.objectContaining({ event: 'app.started', version: '1.2.3', node: process.version, level: 'info' }),
    ]);
  });

  it('a request is logged on one line, with its time, before the call returns', () => {
    const { folder, logs } = open();
    logs.request(request);
    expect(linesOf(folder, '2026-01-05').at(-1)).toEqual({
      level: 'info',
      time: '2026-01-05T23:59:59.000Z',
      event: 'request',
      ...request,
    });
  });

  it('a request that ended with an error is logged as a warning', () => {
    const { folder, logs } = open();
    logs.request({ ...request, error: 'network.cut' });
    expect(linesOf(folder, '2026-01-05').at(-1)).toMatchObject({ level: 'warn', error: 'network.cut' });
  });

  it('the log begins another file at midnight', async () => {
    const { folder, clock, logs } = open();
    await clock.advance(2000);
    logs.event('info', 'connection.changed', { connection: 'Nordbank' });
    expect(linesOf(folder, '2026-01-05')).toHaveLength(1);
    expect(linesOf(folder, '2026-01-06')).toMatchObject([{ event: 'connection.changed', connection: 'Nordbank' }]);
  });

  it('the log continues the file of the day when it is opened again', () => {
    const { folder, logs } = open();
    logs.close();
    open({ folder });
    const events = linesOf(folder, '2026-01-05').map((line) => Object(line).event);
    expect(events).toEqual(['app.started', 'app.closed', 'app.started']);
  });

  it('files older than fourteen days are removed at the start, and nothing else', () => {
    const folder = temporaryFolder();
    for (const name of ['tranship-2025-12-22.log', 'tranship-2025-12-23.log', 'notes.log', 'tranship-2025-01-01.txt'])
      writeFileSync(join(folder, name), '{}\n');
    open({ folder });
    expect(readdirSync(folder).sort()).toEqual([
      'notes.log',
      'tranship-2025-01-01.txt',
      'tranship-2025-12-23.log',
      'tranship-2026-01-05.log',
    ]);
  });

  it('the fifteenth day is removed when a day begins', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tranship-2025-12-23.log'), '{}\n');
    const { clock, logs } = open({ folder });
    expect(readdirSync(folder).sort()).toEqual(['tranship-2025-12-23.log', 'tranship-2026-01-05.log']);
    await clock.advance(14 * DAY);
    logs.event('info', 'connection.changed');
    expect(readdirSync(folder)).toEqual(['tranship-2026-01-19.log']);
  });

  it('the log hides what is a secret by its form or its name', () => {
    const { folder, logs } = open();
    logs.event('error', 'error', {
      code: 'service.refused',
      params: { reason: 'see https://b.example.com/k?X-Amz-Signature=canary', client_secret: 'canary' },
      accessToken: 'canary',
    });
    const line = linesOf(folder, '2026-01-05').at(-1);
    expect(line).toMatchObject({
      code: 'service.refused',
      params: { reason: expect.stringContaining('b.example.com') },
    });
    expect(JSON.stringify(line)).not.toContain('canary');
  });
});

describe('a log that cannot be written', () => {
  it('the log throws nothing when its folder cannot be created', () => {
    const file = join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    const { logs } = open({ folder: join(file, 'logs') });
    expect(() => logs.request(request)).not.toThrow();
  });

  it('the log is completed in order once there is room again, even when a part of a line was written', async () => {
    let room = 10;
    const write: Write = (file, bytes) => {
      if (room === 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      const written = writeSync(file, bytes.subarray(0, room));
      room -= written;
      return written;
    };
    const { folder, clock, logs } = open({ at: evening - DAY / 2, write });
    logs.event('info', 'first');
    logs.event('info', 'second');

    room = Number.POSITIVE_INFINITY;
    await clock.advance(5000);

    const events = linesOf(folder, '2026-01-05').map((line) => Object(line).event);
    expect(events).toEqual(['app.started', 'first', 'second']);
  });

  it('the log says how many lines it lost when the wait was too long', async () => {
    let isFull = true;
    const write: Write = (file, bytes) => {
      if (isFull) throw new Error('ENOSPC');
      return writeSync(file, bytes);
    };
    const { folder, clock, logs } = open({ at: evening - DAY / 2, write });
    // More than the eight megabytes that may wait; with spaces, because a long run of letters would be redacted.
    for (let line = 0; line < 10; line++) logs.event('info', 'long', { text: 'word '.repeat(200_000) });
    isFull = false;
    await clock.advance(5000);
    logs.event('info', 'after');
    const lines = linesOf(folder, '2026-01-05');
    const kept = lines.filter((line) => Object(line).event === 'long');
    expect(lines.filter((line) => Object(line).event === 'log.lines-lost')).toEqual([
      expect.objectContaining({ level: 'warn', lines: 11 - kept.length }),
    ]);
  });
});

it.runIf(process.platform === 'linux')('a closed log holds no file open, even when more is written', () => {
  const { folder, logs } = open();
  logs.close();
  logs.request(request);
  const held = readdirSync('/proc/self/fd').filter((name) => targetOf(name).startsWith(folder));
  expect([linesOf(folder, '2026-01-05').at(-1), held]).toEqual([expect.objectContaining(request), []]);
});

function targetOf(descriptor: string): string {
  try {
    return readlinkSync(join('/proc/self/fd', descriptor));
  } catch {
    // The descriptor with which this folder is read.
    return '';
  }
}
