/**
 * @file The preload of the Electron window: exposes exactly the contract as `window.tranship`. It runs sandboxed, knows
 * names only, and hands the page neither `ipcRenderer` nor an Electron event.
 */

import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { commandNames, eventNames } from './channels.ts';

const invoke = commandNames.map((name) => [name, (input: unknown) => ipcRenderer.invoke(name, input)]);

const on = eventNames.map((name) => [
  name,
  (listener: (payload: unknown) => void) => {
    const receive = (_event: IpcRendererEvent, payload: unknown) => listener(payload);
    ipcRenderer.on(name, receive);
    return () => {
      ipcRenderer.off(name, receive);
    };
  },
]);

contextBridge.exposeInMainWorld('tranship', { invoke: Object.fromEntries(invoke), on: Object.fromEntries(on) });
