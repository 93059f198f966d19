/** @file `ipcMain`, and how a call from the page is answered: as lib/browser/ipc-dispatch.ts in Electron does. */

import { EventEmitter } from 'node:events';
import { conform } from '../api/conformity.ts';
import type { FromPage, ToPage } from '../page/isolated-world.ts';
import { createCloneCodec } from '../page/structured-clone.ts';

export const codec = createCloneCodec();

/** What a listener or handler sees as its first argument. */
export interface IpcEvent {
  readonly sender: object;
  /** Null once the frame has gone or shows another document. */
  readonly senderFrame: object | null;
}

type Handler = (event: IpcEvent, ...values: unknown[]) => unknown;

const handlers = new Map<string, { handler: Handler; isOnce: boolean }>();

class IpcMainDouble extends EventEmitter {
  handle(channel: string, handler: Handler): void {
    this.#add(channel, handler, false);
  }

  handleOnce(channel: string, handler: Handler): void {
    this.#add(channel, handler, true);
  }

  removeHandler(channel: string): void {
    handlers.delete(channel);
  }

  #add(channel: string, handler: Handler, isOnce: boolean): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    if (typeof handler !== 'function')
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`);
    handlers.set(channel, { handler, isOnce });
  }
}

conform(IpcMainDouble.prototype, 'IpcMain');
export const ipcMain = new IpcMainDouble();

/** Answers `ipcRenderer.invoke`. */
export async function answerInvoke(
  { id, channel, values }: Extract<FromPage, { type: 'invoke' }>,
  event: IpcEvent,
  reply: (message: ToPage) => void,
): Promise<void> {
  try {
    const found = handlers.get(channel);
    if (found === undefined) throw new Error(`No handler registered for '${channel}'`);
    if (found.isOnce) handlers.delete(channel);
    const result: unknown = await found.handler(event, ...decoded(values));
    reply({ type: 'reply', id, result: codec.encode(result) });
  } catch (thrown) {
    console.error(`Error occurred in handler for '${channel}':`, thrown);
    reply({ type: 'failed', id, error: `Error invoking remote method '${channel}': ${String(thrown)}` });
  }
}

/** Passes on what `ipcRenderer.send` or `sendSync` said. */
export function heed(channel: string, values: string, event: object): void {
  ipcMain.emit(channel, event, ...decoded(values));
}

function decoded(values: string): unknown[] {
  const all = codec.decode(values);
  return Array.isArray(all) ? all : [];
}
