import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { type BrowserBridge, bridgeOver, type UploadFile } from '../../../src-renderer/browser-connection.ts';
import { createWindowQueue } from '../../../src-renderer/window-queue.ts';
import type { QueueState } from '../../../src-shared/contract.ts';
import { AppError } from '../../../src-shared/errors.ts';
import { submissionIdSchema } from '../../../src-shared/shapes.ts';
import { bearer, type Served, serve } from './served.ts';

const nothingPicked = { offers: [], refused: [] };
const change = (sequence: number): QueueState => ({ sequence, submissions: [], removed: [] });

let served: Served;
let bridge: BrowserBridge;
let sockets: WebSocket[];
let upload: UploadFile;
let secret: string;
beforeEach(async () => {
  served = await serve();
  secret = await served.enter();
  sockets = [];
  upload = async () => ({ ok: true, value: nothingPicked });
  bridge = bridgeOver({
    connect: () => {
      const socket = served.connect(secret);
      socket.on('error', () => {});
      sockets.push(socket);
      return socket;
    },
    hasEnded: async () => {
      const answer = served.request({ path: '/session', headers: bearer(secret) });
      return (await answer.catch(() => undefined))?.status === 401;
    },
    upload: (file, onProgress, signal) => upload(file, onProgress, signal),
  });
});
afterEach(async () => {
  bridge.close();
  await served[Symbol.asyncDispose]();
});

const snapshot = () => bridge.invoke['queue.snapshot']();
const breakConnection = () => sockets.at(-1)?.terminate();
/** Resolves with the next change of the connection. */
const connection = () => new Promise<boolean>((resolve) => bridge.onConnection(resolve));

describe('A call', () => {
  it('A call made before there is a connection is answered once there is one', async () => {
    expect(await snapshot()).toEqual({ ok: true, value: change(1) });
  });

  it('A call carries its values in the form of the contract', async () => {
    await bridge.invoke['queue.approve']({ id: submissionIdSchema.parse(3) });
    expect(served.handlers['queue.approve'].mock.calls).toEqual([[{ id: 3 }]]);
  });

  it('A call without a result succeeds', async () => {
    expect(await bridge.invoke['app.confirmNotice']()).toMatchObject({ ok: true });
  });

  it('Each call gets its own answer, in any order of answers', async () => {
    const { promise, resolve } = Promise.withResolvers<QueueState>();
    served.handlers['queue.snapshot'].mockReturnValueOnce(promise);
    const [slow, quick] = [snapshot(), snapshot()];
    expect(await quick).toEqual({ ok: true, value: change(1) });
    resolve(change(9));
    expect(await slow).toEqual({ ok: true, value: change(9) });
  });

  it('A call under way when the connection breaks ends with an error that says so', async () => {
    await snapshot();
    served.handlers['queue.snapshot'].mockReturnValueOnce(new Promise(() => {}));
    const call = snapshot();
    await expect.poll(() => served.handlers['queue.snapshot'].mock.calls.length).toBe(2);
    breakConnection();
    expect(await call).toMatchObject({ ok: false, error: { code: 'page.disconnected', retryable: true } });
  });

  it('A call made after the connection broke connects again, without waiting for the end of a pause', async () => {
    await snapshot();
    const broken = connection();
    breakConnection();
    expect(await broken).toBe(false);
    expect(await snapshot()).toMatchObject({ ok: true });
  });

  it('A call ends with an error when the app is gone', async () => {
    await snapshot();
    const broken = connection();
    await served.shell.close();
    await broken;
    expect(await snapshot()).toMatchObject({ ok: false, error: { code: 'page.disconnected' } });
  });
});

describe('An event', () => {
  it('An event reaches its listeners, except those that unsubscribed', async () => {
    await snapshot();
    const first = vi.fn();
    const stop = bridge.on['queue.changed'](first);
    const both = new Promise((resolve) => bridge.on['queue.changed'](resolve));
    stop();
    served.ports.tell('queue.changed', change(2));
    expect(await both).toEqual(change(2));
    expect(first).not.toHaveBeenCalled();
  });
});

describe('A broken connection', () => {
  it('A broken connection comes back by itself, and listeners hear of both', async () => {
    await snapshot();
    const said: boolean[] = [];
    bridge.onConnection((isConnected) => said.push(isConnected));
    breakConnection();
    await expect.poll(() => said).toEqual([false, true]);
    expect(await snapshot()).toMatchObject({ ok: true });
  });

  it('makes the list of the queue take a new snapshot', async () => {
    const store = createWindowQueue(bridge);
    store.getState().follow();
    await expect.poll(() => store.getState().list?.sequence).toBe(1);
    served.handlers['queue.snapshot'].mockReturnValue(change(40));
    breakConnection();
    await expect.poll(() => store.getState().list?.sequence).toBe(40);
  });

  it('A broken connection stays broken once the bridge is closed', async () => {
    await snapshot();
    bridge.close();
    expect(await snapshot()).toMatchObject({ ok: false, error: { code: 'page.disconnected' } });
    expect(sockets).toHaveLength(1);
  });
});

describe('A session that ends', () => {
  it('closes the connection for good, and listeners hear of it once', async () => {
    await snapshot();
    const heard = vi.fn();
    const ended = new Promise<void>((resolve) => bridge.onEnd(resolve));
    bridge.onEnd(heard);
    await served.request({ method: 'DELETE', path: '/session', headers: { ...bearer(secret), origin: served.origin } });
    await ended;
    expect(await snapshot()).toMatchObject({ ok: false, error: { code: 'page.disconnected' } });
    expect([heard.mock.calls.length, sockets.length]).toEqual([1, 1]);
  });
});

describe('Files from the page', () => {
  const file = (name: string, bytes: number) => new File(['x'.repeat(bytes)], name);

  it('Files are sent one after another, and offered together', async () => {
    const names: string[] = [];
    upload = async ({ name }) => {
      names.push(name);
      return { ok: true, value: { offers: [], refused: [{ fileName: name, error: locked }] } };
    };
    const result = await bridge.offerFiles([file('a', 1), file('b', 1)]);
    expect(result).toMatchObject({ ok: true, value: { refused: [{ fileName: 'a' }, { fileName: 'b' }] } });
    expect(names).toEqual(['a', 'b']);
  });

  it('A file that cannot be sent does not affect the others', async () => {
    upload = async ({ name }) => (name === 'a' ? { ok: false, error: locked } : { ok: true, value: nothingPicked });
    const result = await bridge.offerFiles([file('a', 1), file('b', 1)]);
    expect(result).toEqual({ ok: true, value: { offers: [], refused: [{ fileName: 'a', error: locked }] } });
  });
  const locked = new AppError('file.locked', { path: 'a' }).toRecord();

  it('Once they are stopped, no further file is sent, and none is offered', async () => {
    let stop = () => {};
    const names: string[] = [];
    upload = async ({ name }, _, signal) => {
      names.push(name);
      if (name === 'b') stop();
      const offer = { ...nothingPicked, refused: [{ fileName: name, error: locked }] };
      return signal.aborted ? { ok: false, error: locked } : { ok: true, value: offer };
    };
    const files = [file('a', 1), file('b', 1), file('c', 1)];
    const result = await bridge.offerFiles(files, undefined, (given) => {
      stop = given;
    });
    expect([result, names]).toEqual([{ ok: true, value: nothingPicked }, ['a', 'b']]);
  });

  it('The progress covers all files, and never goes back', async () => {
    upload = async ({ size }, onProgress) => {
      onProgress(1);
      // The count of sent bytes may include headers.
      onProgress(size + 100);
      return { ok: true, value: nothingPicked };
    };
    const told: [number, number][] = [];
    await bridge.offerFiles([file('a', 4), file('b', 6)], (sent, total) => told.push([sent, total]));
    expect(told).toEqual([1, 4, 4, 5, 10, 10].map((sent) => [sent, 10]));
  });
});
