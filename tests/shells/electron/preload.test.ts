import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bridge } from '../../../src-preload/bridge.ts';
import { commandNames, droppedFilesChannel, eventNames } from '../../../src-shared/channels.ts';

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(), on: vi.fn() },
  webUtils: { getPathForFile: vi.fn() },
}));
vi.mock('electron', () => electron);

let exposed: Bridge;
beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  await import('../../../src-preload/index.ts');
  exposed = electron.contextBridge.exposeInMainWorld.mock.calls[0]?.[1];
});

/** An event as it comes from the app. */
function receive(name: string, payload: unknown): void {
  for (const [of, listener] of electron.ipcRenderer.on.mock.calls) {
    if (of === name) listener({ sender: 'ipcRenderer' }, payload);
  }
}

describe('The preload', () => {
  it('The preload exposes exactly the contract, as window.tranship', () => {
    expect(electron.contextBridge.exposeInMainWorld.mock.calls.map(([name]) => name)).toEqual(['tranship']);
    expect(Object.keys(exposed).sort()).toEqual(['invoke', 'offerFiles', 'on']);
    expect(Object.keys(exposed.invoke)).toEqual(commandNames);
    expect(Object.keys(exposed.on)).toEqual(eventNames);
  });

  it.each(commandNames)('The preload passes %s on under its own name, with one value only', (name) => {
    const call = exposed.invoke[name] as (...values: unknown[]) => unknown;
    call({ id: 1 }, 'more');
    expect(electron.ipcRenderer.invoke.mock.calls).toEqual([[name, { id: 1 }]]);
  });

  it("The preload gives the page the payload of an event, not Electron's event", () => {
    const listener = vi.fn();
    exposed.on['queue.changed'](listener);
    receive('queue.changed', { sequence: 1 });
    expect(listener.mock.calls).toEqual([[{ sequence: 1 }]]);
  });

  it('The preload removes exactly the listener that it added', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const end = exposed.on['page.show'](first);
    exposed.on['page.show'](second);
    end();
    receive('page.show', { page: 'queue' });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });

  it("The preload keeps a person's request until the page listens, and delivers it once", () => {
    receive('page.show', { page: 'settings' });
    const [first, second] = [vi.fn(), vi.fn()];
    exposed.on['page.show'](first);
    exposed.on['page.show'](second);
    expect([first.mock.calls, second.mock.calls]).toEqual([[[{ page: 'settings' }]], []]);
  });

  it('The preload keeps no change of the queue, because the snapshot has it', () => {
    receive('queue.changed', { sequence: 1 });
    const listener = vi.fn();
    exposed.on['queue.changed'](listener);
    expect(listener).not.toHaveBeenCalled();
  });
});

describe('Dropped files', () => {
  it('Dropped files go to the app with the path that Electron knows, which the page never sees', () => {
    electron.webUtils.getPathForFile.mockReturnValue('/exports/a.jsonl');
    exposed.offerFiles([new File(['x'], 'a.jsonl')]);
    expect(electron.ipcRenderer.invoke.mock.calls).toEqual([
      [droppedFilesChannel, [{ name: 'a.jsonl', path: '/exports/a.jsonl' }]],
    ]);
  });

  it('Files that a script made up have a name, but no path', () => {
    electron.webUtils.getPathForFile.mockReturnValue('');
    exposed.offerFiles([new File(['x'], '/etc/passwd')]);
    expect(electron.ipcRenderer.invoke.mock.calls[0]?.[1]).toEqual([{ name: '/etc/passwd', path: '' }]);
  });
});
