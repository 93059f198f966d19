import { beforeEach, describe, expect, it, vi } from 'vitest';
import { commandNames, eventNames } from '../../../src-preload/channels.ts';
import type { Bridge } from '../../../src-preload/contract.ts';

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(), on: vi.fn(), off: vi.fn() },
}));
vi.mock('electron', () => electron);

let exposed: Bridge;
beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  await import('../../../src-preload/index.ts');
  exposed = electron.contextBridge.exposeInMainWorld.mock.calls[0]?.[1];
});

describe('the preload', () => {
  it('exposes exactly the contract, as window.tranship', () => {
    expect(electron.contextBridge.exposeInMainWorld.mock.calls.map(([name]) => name)).toEqual(['tranship']);
    expect(Object.keys(exposed).sort()).toEqual(['invoke', 'on']);
    expect(Object.keys(exposed.invoke)).toEqual(commandNames);
    expect(Object.keys(exposed.on)).toEqual(eventNames);
  });

  it.each(commandNames)('passes %s on under its own name, with one value only', (name) => {
    const call = exposed.invoke[name] as (...values: unknown[]) => unknown;
    call({ id: 1 }, 'more');
    expect(electron.ipcRenderer.invoke.mock.calls).toEqual([[name, { id: 1 }]]);
  });

  it('hands the page the payload of an event, not the event of Electron', () => {
    const listener = vi.fn();
    exposed.on['queue.changed'](listener);
    electron.ipcRenderer.on.mock.calls[0]?.[1]({ sender: 'ipcRenderer' }, { sequence: 1, submissions: [] });
    expect(listener.mock.calls).toEqual([[{ sequence: 1, submissions: [] }]]);
  });

  it('takes off exactly the listener that it put on', () => {
    exposed.on['queue.changed'](() => {})();
    expect(electron.ipcRenderer.off.mock.calls).toEqual(electron.ipcRenderer.on.mock.calls);
    expect(electron.ipcRenderer.off).toHaveBeenCalledTimes(1);
  });
});
