/**
 * @file The preload of the Electron window: exposes exactly the contract as `window.tranship`. It runs sandboxed, knows
 * names only, and hands the page neither `ipcRenderer` nor an Electron event.
 */

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { commandNames, droppedFilesChannel, type EventName, eventNames } from '../src-shared/channels.ts';

type Listener = (payload: unknown) => void;

const invoke = commandNames.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]);

const on = eventNames.map((name) => [name, follow(name)]);

/**
 * Returns what the page calls to hear of an event. What a person asked for while the page was still being built waits
 * for its first listener; a change of the queue does not, because the snapshot has it.
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

/** Only this side learns where a file is; the page can hand over files, but neither name nor read a path. */
function offerFiles(files: readonly File[]): Promise<unknown> {
  const dropped = files.map((file) => ({ name: file.name, path: webUtils.getPathForFile(file) }));
  return ipcRenderer.invoke(droppedFilesChannel, dropped);
}

contextBridge.exposeInMainWorld('tranship', {
  invoke: Object.fromEntries(invoke),
  on: Object.fromEntries(on),
  offerFiles,
});
