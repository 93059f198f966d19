import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { isFromPage, sendEvent, serveContract } from '../../../src-main/shells/electron/contract-over-ipc.ts';
import { pageOf } from '../../../src-main/shells/electron/page.ts';
import { commandNames, droppedFilesChannel } from '../../../src-shared/channels.ts';
import type { PickedFiles, Result } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { handlersDouble } from './handlers.ts';

const page = pageOf(undefined);

type Listener = (event: unknown, ...values: unknown[]) => Promise<Result<unknown>>;

function serve({ isTrusted = true } = {}) {
  const registered = new Map<string, Listener>();
  const handlers = handlersDouble();
  const offerPaths = vi.fn(async (): Promise<PickedFiles> => ({ offers: [], refused: [] }));
  // Only the name and the listener matter.
  const ipcMain = { handle: (name: string, listener: unknown) => registered.set(name, listener as Listener) };
  serveContract({ ipcMain, handlers, offerPaths, isTrusted: () => isTrusted });
  return {
    handlers,
    offerPaths,
    registered,
    call: (name: string, ...values: unknown[]) => registered.get(name)?.({}, ...values),
  };
}

const refusal = { ok: false, error: { code: 'usage.invalid' } };
const file = { name: 'a.jsonl', path: '/exports/a.jsonl' };

describe('The contract over IPC', () => {
  it('The IPC answers every command of the contract and dropped files, and nothing else', () => {
    expect([...serve().registered.keys()].sort()).toEqual([...commandNames, droppedFilesChannel].sort());
  });

  it('The IPC passes a valid call to its command', async () => {
    const { call, handlers } = serve();
    expect(await call('queue.watch', { ids: [3] })).toEqual({ ok: true, value: undefined });
    expect(handlers['queue.watch']).toHaveBeenCalledWith({ ids: [3] });
  });

  it('The IPC refuses a value that the command does not take', async () => {
    const { call, handlers } = serve();
    expect(await call('queue.pause', { ids: ['3'] })).toMatchObject(refusal);
    expect(handlers['queue.pause']).not.toHaveBeenCalled();
  });

  it.each(commandNames)('The IPC refuses %s when it does not come from the window', async (name) => {
    const { call, handlers } = serve({ isTrusted: false });
    expect(await call(name)).toMatchObject(refusal);
    expect(handlers[name]).not.toHaveBeenCalled();
  });
});

describe('Dropped files', () => {
  it('Dropped files are offered by their paths', async () => {
    const { call, offerPaths } = serve();
    expect(await call(droppedFilesChannel, [file])).toEqual({ ok: true, value: { offers: [], refused: [] } });
    expect(offerPaths.mock.calls).toEqual([[['/exports/a.jsonl']]]);
  });

  it('Dropped files without a path are refused by their names, and the others offered', async () => {
    const { call, offerPaths } = serve();
    const reply = await call(droppedFilesChannel, [{ name: '/etc/passwd', path: '' }, file]);
    expect(reply).toMatchObject({ ok: true, value: { refused: [{ fileName: '/etc/passwd' }] } });
    expect(offerPaths.mock.calls).toEqual([[['/exports/a.jsonl']]]);
  });

  it.each([
    ['nothing', []],
    ['bare paths', [['/exports/a.jsonl']]],
    ['more than one value', [[file], [file]]],
    ['more than a name and a path', [[{ ...file, mode: 'write' }]]],
    ['more files than anybody drops', [Array.from({ length: 100_001 }, () => file)]],
  ])('Dropped files are refused as %s', async (_what, values) => {
    const { call, offerPaths } = serve();
    expect(await call(droppedFilesChannel, ...values)).toMatchObject(refusal);
    expect(offerPaths).not.toHaveBeenCalled();
  });

  it('Dropped files are refused when they do not come from the window', async () => {
    const { call, offerPaths } = serve({ isTrusted: false });
    expect(await call(droppedFilesChannel, [file])).toMatchObject(refusal);
    expect(offerPaths).not.toHaveBeenCalled();
  });

  it('Dropped files that cannot be offered are a failure as data', async () => {
    const { call, offerPaths } = serve();
    offerPaths.mockRejectedValue(new AppError('disk.full', { folder: '/data' }));
    expect(await call(droppedFilesChannel, [file])).toMatchObject({ ok: false, error: { code: 'disk.full' } });
  });
});

describe('A call is from the page', () => {
  const mainFrame = { url: page.address };
  // Only identity and address are examined.
  const contents = { mainFrame } as unknown as WebContents;
  const from = (sender: unknown, senderFrame: unknown, window: WebContents | undefined = contents) =>
    isFromPage({ sender, senderFrame } as Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>, window, page);

  it('A call from the top frame of the window is accepted', () => {
    expect(from(contents, mainFrame)).toBe(true);
  });

  it('A call from another frame of the window is refused', () => {
    expect(from(contents, { url: page.address })).toBe(false);
  });

  it('A call from another window is refused', () => {
    expect(from({ mainFrame }, mainFrame)).toBe(false);
  });

  it('A call from a frame that is gone is refused', () => {
    expect(from(contents, null)).toBe(false);
  });

  it('A call is refused while the window shows another address', () => {
    const elsewhere = { url: 'https://example.com/' };
    const away = { mainFrame: elsewhere } as unknown as WebContents;
    expect(from(away, elsewhere, away)).toBe(false);
  });
});

describe('An event to the page', () => {
  const change = { sequence: 2, submissions: [], removed: [] };

  it('An event to the page carries only what the contract names', () => {
    const send = vi.fn();
    const payload = { ...change, address: 'https://storage.example/?X-Amz-Signature=canary' };
    sendEvent({ isDestroyed: () => false, send }, 'queue.changed', payload);
    expect(send.mock.calls).toEqual([['queue.changed', change]]);
  });

  it('An event to the page is dropped when the window is gone', () => {
    const send = vi.fn();
    sendEvent({ isDestroyed: () => true, send }, 'queue.changed', change);
    expect(send).not.toHaveBeenCalled();
  });
});
