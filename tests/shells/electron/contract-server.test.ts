import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import type { CommandHandlers } from '../../../src-main/shells/command-handlers.ts';
import { isFromPage, sendEvent, serveContract } from '../../../src-main/shells/electron/contract-server.ts';
import { pageOf } from '../../../src-main/shells/electron/page.ts';
import { commandNames } from '../../../src-preload/channels.ts';
import type { Result } from '../../../src-preload/contract.ts';
import { AppError } from '../../../src-preload/errors.ts';
import { submission } from '../submissions.ts';

const page = pageOf(undefined);

function serve({ isTrusted = true } = {}) {
  const registered = new Map<string, (event: unknown, ...values: unknown[]) => Promise<Result<unknown>>>();
  const handlers = {
    'queue.snapshot': vi.fn(() => ({ sequence: 1, submissions: [] })),
    'queue.addFiles': vi.fn(async () => ({ added: [submission(5).id], refused: [] })),
    'queue.pause': vi.fn(),
    'queue.resume': vi.fn(),
    'queue.retry': vi.fn(),
    'queue.cancel': vi.fn(),
    'queue.approve': vi.fn(),
  } satisfies CommandHandlers;
  const ipcMain = {
    handle: (name: string, listener: (event: IpcMainInvokeEvent, ...values: unknown[]) => Promise<Result<unknown>>) =>
      registered.set(name, listener as (event: unknown, ...values: unknown[]) => Promise<Result<unknown>>),
  };
  serveContract({ ipcMain, handlers, isTrusted: () => isTrusted });
  return {
    handlers,
    registered,
    call: (name: string, ...values: unknown[]) => registered.get(name)?.({}, ...values),
  };
}

const refusal = { ok: false, error: { code: 'usage.invalid' } };
const takesNothing = (name: string) => name === 'queue.snapshot' || name === 'queue.addFiles';
const valid = (name: string) => (takesNothing(name) ? undefined : { id: 3 });

const junk: [string, unknown[]][] = [
  ['a text', ['3']],
  ['null', [null]],
  ['an empty object', [{}]],
  ['a list', [[3]]],
  ['a text for an id', [{ id: '3' }]],
  ['a fraction for an id', [{ id: 1.5 }]],
  ['not a number', [{ id: Number.NaN }]],
  ['more than an id', [{ id: 3, path: '/etc/passwd' }]],
  ['a path', ['/etc/passwd']],
];

describe('the contract over IPC', () => {
  it('answers every command of the contract and nothing else', () => {
    expect([...serve().registered.keys()].sort()).toEqual([...commandNames].sort());
  });

  describe.each(commandNames)('%s', (name) => {
    it.each(junk)('refuses %s', async (_what, values) => {
      const { call, handlers } = serve();
      expect(await call(name, ...values)).toMatchObject(refusal);
      expect(handlers[name]).not.toHaveBeenCalled();
    });

    it('refuses a second value', async () => {
      expect(await serve().call(name, valid(name), 'more')).toMatchObject(refusal);
    });

    it('refuses a call that does not come from the window', async () => {
      const { call, handlers } = serve({ isTrusted: false });
      expect(await call(name, valid(name))).toMatchObject(refusal);
      expect(handlers[name]).not.toHaveBeenCalled();
    });

    it('answers a valid call', async () => {
      const { call, handlers } = serve();
      expect(await call(name, valid(name))).toMatchObject({ ok: true });
      expect(handlers[name]).toHaveBeenCalledTimes(1);
    });
  });

  it('hands an expected failure over as data', async () => {
    const { call, handlers } = serve();
    handlers['queue.pause'].mockImplementation(() => {
      throw new AppError('queue.unknown-id', { id: '3' });
    });
    expect(await call('queue.pause', { id: 3 })).toEqual({
      ok: false,
      error: { code: 'queue.unknown-id', params: { id: '3' }, retryable: false },
    });
  });

  it('hands a mistake of ours over as data, too', async () => {
    const { call, handlers } = serve();
    handlers['queue.addFiles'].mockRejectedValue(new TypeError('no dialog'));
    expect(await call('queue.addFiles')).toMatchObject({ ok: false, error: { code: 'internal.unexpected' } });
  });

  it('lets nothing out that the contract does not name', async () => {
    const { call, handlers } = serve();
    const tooMuch = { sequence: 1, submissions: [], sealedSecret: 'canary' };
    handlers['queue.snapshot'].mockReturnValue(tooMuch);
    expect(await call('queue.snapshot')).toEqual({ ok: true, value: { sequence: 1, submissions: [] } });
  });
});

describe('a call is from the page', () => {
  const mainFrame = { url: page.address };
  // Identity and address are all that is looked at.
  const contents = { mainFrame } as unknown as WebContents;
  const from = (sender: unknown, senderFrame: unknown, window: WebContents | undefined = contents) =>
    isFromPage({ sender, senderFrame } as Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, window, page);

  it('when the top frame of the window sent it', () => {
    expect(from(contents, mainFrame)).toBe(true);
  });

  it('and not when another frame of it did', () => {
    expect(from(contents, { url: page.address })).toBe(false);
  });

  it('and not when another window did', () => {
    expect(from({ mainFrame }, mainFrame)).toBe(false);
  });

  it('and not when the frame is gone', () => {
    expect(from(contents, null)).toBe(false);
  });

  it('and not when the window shows another address', () => {
    const elsewhere = { url: 'https://example.com/' };
    const away = { mainFrame: elsewhere } as unknown as WebContents;
    expect(from(away, elsewhere, away)).toBe(false);
  });
});

describe('an event to the page', () => {
  it('carries nothing that the contract does not name', () => {
    const send = vi.fn();
    const payload = { sequence: 2, submissions: [], address: 'https://storage.example/?X-Amz-Signature=canary' };
    sendEvent({ isDestroyed: () => false, send }, 'queue.changed', payload);
    expect(send.mock.calls).toEqual([['queue.changed', { sequence: 2, submissions: [] }]]);
  });

  it('is dropped when the window is gone', () => {
    const send = vi.fn();
    sendEvent({ isDestroyed: () => true, send }, 'queue.changed', { sequence: 2, submissions: [] });
    expect(send).not.toHaveBeenCalled();
  });
});
