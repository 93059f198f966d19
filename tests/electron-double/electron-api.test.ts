/** @file Electron's names as its typings have them, and the double held to them. */

import { expect, test } from 'vitest';
import { conform, ElectronEmitter, missingModule, typeName } from './api/conformity.ts';
import { electronApi, namesOf, readElectronApi } from './api/electron-api.ts';

test('the table has the modules, members, inherited members, statics and events of Electron', () => {
  expect(electronApi.main.get('BrowserWindow')).toBe('BrowserWindow');
  expect(electronApi.main.get('nativeImage')).toBe('NativeImage');
  expect(electronApi.main.has('ipcRenderer')).toBe(false);
  expect([...electronApi.renderer.keys()]).toEqual(
    expect.arrayContaining(['contextBridge', 'ipcRenderer', 'webUtils']),
  );
  expect(namesOf('BrowserWindow', 'members')).toContain('getNormalBounds');
  // Declared by BaseWindow only.
  expect(namesOf('BrowserWindow', 'members')).toContain('contentView');
  expect(namesOf('BrowserWindow', 'statics')).toContain('fromWebContents');
  expect(namesOf('BrowserWindow', 'events')).toContain('ready-to-show');
  expect(namesOf('App', 'events')).toContain('will-finish-launching');
  expect(namesOf('App', 'members')).toContain('isPackaged');
});

test('every type and every event of the typings is in the table', () => {
  // Guards against a reader that silently stops at a form of line that it does not know.
  const counted = {
    types: electronApi.types.size,
    events: [...electronApi.types.values()].flatMap(({ events }) => [...events]).length,
  };
  expect(counted.types).toBeGreaterThan(300);
  expect(counted.events).toBeGreaterThan(250);
});

test('a member in a comment, or a parameter, is no member', () => {
  const api = readElectronApi(
    [
      '  class Door extends NodeEventEmitter {',
      '    /**',
      '     * open(): void;',
      '     */',
      "    on(event: 'slammed', listener: (event: Event,",
      '                                    hard: boolean) => void): this;',
      '    static all(): Door[];',
      '    readonly isOpen: boolean;',
      '  }',
    ].join('\n'),
  );
  const door = api.types.get('Door');
  expect([...(door?.members ?? [])]).toEqual(['on', 'isOpen']);
  expect([...(door?.statics ?? [])]).toEqual(['all']);
  expect([...(door?.events ?? [])]).toEqual(['slammed']);
});

test('the double cannot offer what Electron does not have', () => {
  class Invented {
    teleport(): void {}
  }
  expect(() => conform(Invented.prototype, 'BrowserWindow')).toThrow('BrowserWindow.teleport');
});

test('reading what the double lacks names it, and so does writing it', () => {
  class Small {
    show(): void {}
  }
  conform(Small.prototype, 'BrowserWindow');
  const small: object = new Small();
  expect(() => Reflect.get(small, 'setVibrancy')).toThrow('Electron has BrowserWindow.setVibrancy, but');
  expect(() => Reflect.set(small, 'setVibrancy', () => {})).toThrow('Electron has BrowserWindow.setVibrancy, but');
  expect(Reflect.get(small, 'teleport')).toBeUndefined();
  expect(() => Reflect.get(missingModule('electron.net'), 'fetch')).toThrow('Electron has electron.net.fetch, but');
});

test('an event that Electron does not have can neither be heard nor sent', () => {
  class Watched extends ElectronEmitter {
    static override readonly [typeName] = 'BrowserWindow';
  }
  const watched = new Watched();
  expect(() => watched.on('closing', () => {})).toThrow('no event “closing”');
  expect(() => watched.emit('closing')).toThrow('no event “closing”');
  expect(() => watched.on('close', () => {})).not.toThrow();
});
