/**
 * @file What runs in the preload's isolated world: the `electron` that a sandboxed preload gets, and then the preload
 * itself. The function stands alone, because its text runs in the page.
 */

import type { ToApp } from './page-world.ts';
import type { createCloneCodec } from './structured-clone.ts';
import type { createWorldBridge } from './world-bridge.ts';

export interface IsolatedSettings {
  token: string;
  toAppName: string;
  /** Electron's names, of modules in the renderer and of their members. */
  modules: Readonly<Record<string, readonly string[]>>;
  process: Readonly<Record<string, unknown>>;
}

/** Said to the main process; `values`, `result` and so on are encoded clones. */
export type FromPage =
  | { type: 'invoke'; id: number; channel: string; values: string }
  | { type: 'send'; channel: string; values: string }
  | { type: 'permission'; id: number; permission: string; kind: 'check' | 'request' }
  | { type: 'window-open'; address: string }
  | { type: 'preload-error'; message: string; stack: string };

export type ToPage =
  | { type: 'reply'; id: number; result: string }
  | { type: 'failed'; id: number; error: string }
  | { type: 'message'; channel: string; values: string }
  | { type: 'permission'; id: number; isGranted: boolean };

export type Preload = (
  require: (name: string) => unknown,
  process: unknown,
  Buffer: undefined,
  global: typeof globalThis,
  setImmediate: (work: () => void) => unknown,
  clearImmediate: (id: number) => void,
  exports: object,
  module: { exports: object },
) => void;

/** What the double puts into the world before: the way to the main process, and the way back. */
interface World {
  electronDoubleSay?: (message: string) => void;
  electronDoubleHear?: (message: ToPage) => void;
}

export function isolatedWorld(
  settings: IsolatedSettings,
  makeCodec: typeof createCloneCodec,
  makeBridge: typeof createWorldBridge,
  preload: Preload,
): void {
  // The preload runs in no other frame, because `nodeIntegrationInSubFrames` is off.
  if (window.top !== window) return;
  type Listener = (event: object, ...values: unknown[]) => void;
  const world = globalThis as World;
  const codec = makeCodec();
  const bridge = makeBridge(settings.token, 'preload');
  const say = (message: FromPage) => world.electronDoubleSay?.(JSON.stringify(message));
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const decisions = new Map<number, (isGranted: boolean) => void>();
  const listeners = new Map<string, { listener: Listener; isOnce: boolean }[]>();
  let last = 0;

  const on = (channel: string, listener: Listener, isOnce: boolean) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, isOnce }]);
    return ipcRenderer;
  };
  const off = (channel: string, listener: Listener) => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((each) => each.listener !== listener),
    );
    return ipcRenderer;
  };

  const ipcRenderer = {
    on: (channel: string, listener: Listener) => on(channel, listener, false),
    addListener: (channel: string, listener: Listener) => on(channel, listener, false),
    once: (channel: string, listener: Listener) => on(channel, listener, true),
    off,
    removeListener: off,
    removeAllListeners: (channel: string) => {
      listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
    invoke: async (channel: string, ...values: unknown[]) => {
      const id = ++last;
      const encoded = codec.encode(values);
      return await new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject });
        say({ type: 'invoke', id, channel, values: encoded });
      });
    },
    send: (channel: string, ...values: unknown[]) => {
      say({ type: 'send', channel, values: codec.encode(values) });
    },
    sendSync: (channel: string, ...values: unknown[]) =>
      codec.decode(electronDoubleSendSync(JSON.stringify({ channel, values: codec.encode(values) }))),
  };

  /** @param _asked read by the double while the page stands still */
  const stopped = (_asked: unknown, answer: string | undefined): string => {
    if (answer === undefined) throw new Error('The double could not stop the page to answer.');
    return answer;
  };

  /** The double stops here as a debugger does, and puts the answer into the variable before it lets go. */
  function electronDoubleSendSync(question: string): string {
    let answer: string | undefined;
    // biome-ignore lint/suspicious/noDebugger: the synchronous way to the main process.
    debugger;
    return stopped(question, answer);
  }

  function electronDoublePathOf(file: File): string {
    let answer: string | undefined;
    // biome-ignore lint/suspicious/noDebugger: as above.
    debugger;
    return stopped(file, answer);
  }

  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => bridge.offer(name, api),
  };
  const webUtils = {
    getPathForFile: (file: unknown) => {
      if (!(file instanceof File))
        throw new TypeError('getPathForFile expected to receive a File object but one was not provided');
      return electronDoublePathOf(file);
    },
  };

  const complete = (name: string, implemented: object) => {
    const known = settings.modules[name] ?? [];
    for (const member of Object.keys(implemented))
      if (!known.includes(member) && member !== 'listenerCount')
        throw new Error(`The double offers ${name}.${member}, which Electron does not have.`);
    return new Proxy(implemented, {
      get: (target, member) => {
        if (typeof member === 'string' && known.includes(member) && !(member in target))
          throw new Error(`Electron has ${name}.${member}, but its double does not implement it yet.`);
        return Reflect.get(target, member);
      },
    });
  };
  const electron = complete('electron', {
    contextBridge: complete('contextBridge', contextBridge),
    ipcRenderer: complete('ipcRenderer', ipcRenderer),
    webUtils: complete('webUtils', webUtils),
  });

  /** What a sandboxed preload may require: https://www.electronjs.org/docs/latest/tutorial/sandbox */
  const require = (name: string): unknown => {
    if (['electron', 'electron/common', 'electron/renderer'].includes(name)) return electron;
    if (['events', 'timers', 'url'].includes(name.replace(/^node:/, '')))
      throw new Error(`A sandboxed preload gets “${name}” from Electron, but its double does not implement it yet.`);
    throw new Error(`module not found: ${name}`);
  };

  world.electronDoubleHear = (message) => {
    switch (message.type) {
      case 'reply':
        pending.get(message.id)?.resolve(codec.decode(message.result));
        pending.delete(message.id);
        return;
      case 'failed':
        pending.get(message.id)?.reject(new Error(message.error));
        pending.delete(message.id);
        return;
      case 'permission':
        decisions.get(message.id)?.(message.isGranted);
        decisions.delete(message.id);
        return;
      case 'message': {
        const values = codec.decode(message.values);
        const { channel } = message;
        const heard = listeners.get(channel) ?? [];
        listeners.set(
          channel,
          heard.filter((each) => !each.isOnce),
        );
        for (const { listener } of heard)
          listener({ sender: ipcRenderer, ports: [], senderId: 0 }, ...(Array.isArray(values) ? values : []));
      }
    }
  };

  const ask: ToApp['ask'] = (permission, kind) =>
    new Promise((resolve) => {
      const id = ++last;
      decisions.set(id, resolve);
      say({ type: 'permission', id, permission, kind });
    });
  const toApp: ToApp = { ask, opens: (address) => say({ type: 'window-open', address }) };
  bridge.offer(settings.toAppName, toApp);

  try {
    const module = { exports: {} };
    const later = (work: () => void) => setTimeout(work);
    preload(require, settings.process, undefined, globalThis, later, clearTimeout, module.exports, module);
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    console.error('Unable to load preload script', error);
    say({ type: 'preload-error', message: error.message, stack: error.stack ?? '' });
  }
}
