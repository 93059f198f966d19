import type { BrowserWindow } from 'electron';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { activityOf } from '../../../src-main/shells/electron/activity.ts';
import { StartAtLogin, type StartAtLoginPorts } from '../../../src-main/shells/electron/start-at-login.ts';
import { MemorySettings } from '../../memory-stores.ts';
import { row } from '../rows.ts';

const idle = activityOf([], false);
const working = activityOf([row(1, { state: 'waiting' })], false);
const paused = activityOf([row(1, { state: 'waiting', paused: true })], false);
// The dialog only passes it on.
const window = {} as BrowserWindow;

let settings: MemorySettings;
/** What the system has registered, with the arguments of the entry. */
let registered: boolean;
let calls: unknown[];
let answer: number;
let asked: number;

beforeEach(() => {
  settings = new MemorySettings();
  registered = false;
  calls = [];
  answer = 0;
  asked = 0;
});

function login(ports: Partial<StartAtLoginPorts> = {}): StartAtLogin {
  return new StartAtLogin({
    electronApp: {
      isPackaged: true,
      setLoginItemSettings: (item) => {
        calls.push(item);
        registered = item?.openAtLogin === true;
      },
      getLoginItemSettings: () => ({
        openAtLogin: registered,
        openAsHidden: false,
        wasOpenedAtLogin: true,
        wasOpenedAsHidden: false,
        restoreState: false,
        status: 'enabled',
        executableWillLaunchAtLogin: registered,
        launchItems: [],
      }),
    },
    dialog: {
      showMessageBox: vi.fn(async () => {
        asked += 1;
        return { response: answer, checkboxChecked: false };
      }),
    },
    say: (make) => make(),
    settings,
    platform: 'win32',
    argv: ['Tranship.exe'],
    isAllowed: () => true,
    ...ports,
  });
}

describe('The start at sign-in', () => {
  it('Nothing is registered before the person was asked', () => {
    login().follow(working);
    expect([registered, calls]).toEqual([false, []]);
  });

  it('It is registered only while the queue has something to do', () => {
    settings.set('startAtLogin', true);
    const own = login();
    own.follow(working);
    expect(registered).toBe(true);
    own.follow(idle);
    expect(registered).toBe(false);
    own.follow(paused);
    expect(registered).toBe(false);
  });

  it('What an earlier run registered is taken back when the queue is empty', () => {
    settings.set('startAtLogin', true);
    registered = true;
    login().follow(idle);
    expect(registered).toBe(false);
  });

  it('The system is told only of changes', () => {
    settings.set('startAtLogin', true);
    const own = login();
    for (const activity of [working, working, working]) own.follow(activity);
    expect(calls).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
  });

  it('macOS is told in its own way', () => {
    settings.set('startAtLogin', true);
    login({ platform: 'darwin' }).follow(working);
    expect(calls).toEqual([{ openAtLogin: true, type: 'mainAppService' }]);
  });

  it('It asks once, and keeps the answer', async () => {
    const own = login();
    own.follow(working);
    expect(await own.askOnce(Promise.resolve('quit'), window)).toBe('quit');
    expect(await own.askOnce(Promise.resolve('quit'), window)).toBe('quit');
    expect([asked, settings.get('startAtLogin'), registered]).toEqual([1, true, true]);
  });

  it('A no is kept, too', async () => {
    answer = 1;
    const own = login();
    own.follow(working);
    await own.askOnce(Promise.resolve('quit'), window);
    await login().askOnce(Promise.resolve('quit'), window);
    expect([asked, settings.get('startAtLogin'), registered]).toEqual([1, false, false]);
  });

  it('Who quits is not held back by an answer that cannot be stored, and is asked again another time', async () => {
    const full = {
      get: () => undefined,
      set: () => {
        throw new Error('disk full');
      },
    };
    const own = login({ settings: full });
    expect(await own.askOnce(Promise.resolve('quit'), window)).toBe('quit');
    expect(await own.askOnce(Promise.resolve('quit'), window)).toBe('quit');
    expect([asked, registered]).toEqual([2, false]);
  });

  it.each(['background', 'cancel'] as const)('A person who does not quit is not asked: %s', async (chosen) => {
    expect(await login().askOnce(Promise.resolve(chosen), window)).toBe(chosen);
    expect(asked).toBe(0);
  });

  it.each<[string, Partial<StartAtLoginPorts>]>([
    ['on Linux', { platform: 'linux' }],
    ['where the organisation forbids it', { isAllowed: () => false }],
  ])('There is no question, and nothing is registered, %s', async (_where, ports) => {
    settings.set('startAtLogin', true);
    const own = login(ports);
    own.follow(working);
    settings.set('startAtLogin', undefined);
    await own.askOnce(Promise.resolve('quit'), window);
    expect([asked, calls]).toEqual([0, []]);
  });

  it('A changed setting takes effect at once', () => {
    const own = login();
    own.follow(working);
    settings.set('startAtLogin', true);
    own.refresh();
    expect(registered).toBe(true);
  });

  it('The window stays hidden only when the system has started the app', () => {
    expect(login().wasStartedAtLogin).toBe(false);
    expect(login({ argv: ['Tranship.exe', '--hidden'] }).wasStartedAtLogin).toBe(true);
    expect(login({ platform: 'darwin' }).wasStartedAtLogin).toBe(true);
    expect(login({ platform: 'linux', argv: ['tranship', '--hidden'] }).wasStartedAtLogin).toBe(false);
  });
});
