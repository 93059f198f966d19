import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Breakdown,
  type BreakdownPorts,
  type RunningApp,
  type Saving,
} from '../../../src-main/shells/electron/breakdown.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { FakeClock, settle } from '../../fake-clock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const fault = () => new Error('a part is missing');

function breakdown(change: Partial<BreakdownPorts> = {}) {
  const clock = new FakeClock();
  const ended = Promise.withResolvers<number>();
  const ports = {
    ask: vi.fn(async (_error: AppError, _saving: Saving | undefined): Promise<'save' | 'quit'> => 'quit'),
    askWhere: vi.fn(async (): Promise<string | undefined> => undefined),
    ...change,
  };
  const end = vi.fn((code: number) => ended.resolve(code));
  return { ...ports, clock, end, ended: ended.promise, it: new Breakdown({ clock, version: '1.2.3', end, ...ports }) };
}

function runningApp(change: Partial<RunningApp> = {}) {
  const calls: string[] = [];
  return {
    calls,
    logs: { event: vi.fn() },
    stop: async () => void calls.push('stop'),
    close: async () => void calls.push('close'),
    exportForSupport: async (path: string) => void calls.push(`export ${path}`),
    ...change,
  };
}

/** All that was logged in a folder. */
function logged(logs: string): string {
  return readdirSync(logs)
    .map((name) => readFileSync(join(logs, name), 'utf8'))
    .join('');
}

describe('An error that no part of the app has caught', () => {
  it('is told in words, and ends the process as a fault of Tranship', async () => {
    const { it: broken, ask, ended } = breakdown();
    broken.take(fault());
    expect(await ended).toBe(5);
    const [error, note] = vi.mocked(ask).mock.calls[0] ?? [];
    expect([error?.title, error?.detail, note]).toEqual([
      'Something went wrong inside Tranship',
      'a part is missing',
      undefined,
    ]);
  });

  it('is told in its own words if it has any', async () => {
    const { it: broken, ask, ended } = breakdown();
    broken.take(new AppError('disk.full', { folder: '/data' }));
    await ended;
    expect(vi.mocked(ask).mock.calls[0]?.[0].title).toBe('The disk is full');
  });

  it('is logged with its stack before anything else', () => {
    const running = runningApp();
    const { it: broken } = breakdown();
    broken.follow(running);
    broken.take(fault());
    expect(running.logs.event).toHaveBeenCalledWith(
      'error',
      'app.broke-down',
      expect.objectContaining({ problem: expect.stringContaining('a part is missing'), stack: expect.any(String) }),
    );
  });

  it('is logged before there is an app, too', async () => {
    const { it: broken, ended } = breakdown();
    broken.logInto(join(folder, 'logs'));
    broken.take(fault());
    await ended;
    expect(logged(join(folder, 'logs'))).toMatch(/app\.broke-down.*a part is missing/);
  });

  it('stops the queue while the person reads, and closes the app before the end', async () => {
    const running = runningApp();
    const { it: broken, ended } = breakdown({
      ask: async () => {
        running.calls.push('ask');
        return 'quit';
      },
    });
    broken.follow(running);
    broken.take(fault());
    await ended;
    expect(running.calls).toEqual(['stop', 'ask', 'close']);
  });

  it('is told once, however many more come', async () => {
    const answer = Promise.withResolvers<'quit'>();
    const ask = vi.fn(() => answer.promise);
    const { it: broken, end, ended } = breakdown({ ask });
    for (let count = 0; count < 50; count++) broken.take(fault());
    await settle();
    expect(ask).toHaveBeenCalledTimes(1);
    answer.resolve('quit');
    await ended;
    await settle();
    expect(end).toHaveBeenCalledTimes(1);
  });

  it('fills no disk, however many more come', () => {
    const running = runningApp();
    const { it: broken } = breakdown({ ask: () => new Promise(() => {}) });
    broken.follow(running);
    for (let count = 0; count < 10_000; count++) broken.take(fault());
    expect(running.logs.event).toHaveBeenCalledTimes(100);
  });

  it.each([undefined, null, 'a text', 7, Object.create(null)])('may be no error at all: %o', async (thrown) => {
    const { it: broken, ended } = breakdown();
    broken.take(thrown);
    expect(await ended).toBe(5);
  });
});

describe('An error while an error is told', () => {
  it('ends the process if the dialog cannot be shown', async () => {
    const { it: broken, ended } = breakdown({ ask: () => Promise.reject(new Error('no display')) });
    broken.take(fault());
    expect(await ended).toBe(5);
  });

  it('does not matter if the log cannot be written', async () => {
    const event = () => {
      throw new Error('disk full');
    };
    const { it: broken, ask, ended } = breakdown();
    broken.follow(runningApp({ logs: { event } }));
    broken.take(fault());
    expect(await ended).toBe(5);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('ends the process if the queue cannot be stopped', async () => {
    const { it: broken, ended } = breakdown();
    broken.follow(runningApp({ stop: () => Promise.reject(new Error('disk full')) }));
    broken.take(fault());
    expect(await ended).toBe(5);
  });

  it('ends the process in time if stop and close hang', async () => {
    const { it: broken, clock, ended } = breakdown();
    broken.follow(runningApp({ stop: () => new Promise(() => {}), close: () => new Promise(() => {}) }));
    broken.take(fault());
    await clock.advance(20_000);
    expect(await ended).toBe(5);
  });
});

describe('Saving for support after an error', () => {
  /** Saves once, then quits. */
  const savingOnce = () => {
    const answers: ('save' | 'quit')[] = ['save', 'quit'];
    return vi.fn(async (_error: AppError, _saving: Saving | undefined) => answers.shift() ?? 'quit');
  };

  it('writes what the app knows, and says where', async () => {
    const running = runningApp();
    const ask = savingOnce();
    const { it: broken, ended } = breakdown({ ask, askWhere: async () => '/out/support.zip' });
    broken.follow(running);
    broken.take(fault());
    await ended;
    expect(running.calls).toContain('export /out/support.zip');
    expect(ask.mock.calls[1]?.[1]).toEqual({ kind: 'saved', path: '/out/support.zip' });
  });

  it.each(['before there is an app', 'if the app cannot'])('writes the logs %s', async (when) => {
    const path = join(folder, 'support.zip');
    const { it: broken, ended } = breakdown({ ask: savingOnce(), askWhere: async () => path });
    broken.logInto(join(folder, 'logs'));
    if (when === 'if the app cannot')
      broken.follow(runningApp({ exportForSupport: () => Promise.reject(new Error('no such table')) }));
    broken.take(fault());
    await ended;
    expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');
  });

  it('says why it could not be written, and asks again', async () => {
    const ask = savingOnce();
    const { it: broken, ended } = breakdown({ ask, askWhere: async () => join(folder, 'missing', 'support.zip') });
    broken.take(fault());
    await ended;
    expect(ask.mock.calls[1]?.[1]).toMatchObject({ kind: 'failed', error: { code: 'file.cannot-write' } });
  });

  it('asks again if the person cancels the choice of a place', async () => {
    const ask = savingOnce();
    const { it: broken, ended } = breakdown({ ask });
    broken.take(fault());
    await ended;
    expect(ask.mock.calls.map(([, saving]) => saving)).toEqual([undefined, undefined]);
  });
});
