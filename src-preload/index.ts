/**
 * @file The preload of the Electron window: exposes exactly the contract as `window.tranship`. It runs sandboxed, knows
 * only names, and gives the page neither `ipcRenderer` nor Electron events.
 */

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { commandNames, droppedFilesChannel, type EventName, eventNames } from '../src-shared/channels.ts';

type Listener = (payload: unknown) => void;

const invoke = commandNames.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]);

const on = eventNames.map((name) => [name, follow(name)]);

/**
 * Returns the function by which the page subscribes to an event. Events that a person caused while the page was still
 * loading wait for the first listener. Queue changes do not: the snapshot contains them.
 */
function follow(name: EventName): (listener: Listener) => () => void {
  const listeners = new Set<Listener>();
  const waiting: unknown[] = [];
  ipcRenderer.on(name, (_event, payload: unknown) => {
    if (listeners.size === 0 && name !== 'queue.changed') waiting.push(payload);
    for (const listener of listeners) listener(payload);
  });
  return (listener) => {
    const own: Listener = (payload) => listener(payload);
    listeners.add(own);
    for (const payload of waiting.splice(0)) listener(payload);
    return () => {
      listeners.delete(own);
    };
  };
}

/** Only the preload learns the path of a file; the page can hand over files, but can neither name nor read a path. */
function offerFiles(files: readonly File[]): Promise<unknown> {
  const dropped = files.map((file) => ({ name: file.name, path: webUtils.getPathForFile(file) }));
  return ipcRenderer.invoke(droppedFilesChannel, dropped);
}

contextBridge.exposeInMainWorld('tranship', {
  invoke: Object.fromEntries(invoke),
  on: Object.fromEntries(on),
  offerFiles,
});
