/** @file A click on a notification leads to its file, in the process that showed it and, on Windows, in a later one. */

import { EventEmitter } from 'node:events';
import type { ActivationArguments, NotificationConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { notificationsOn } from '../../../src-main/shells/electron/notifications.ts';
import { submissionIdSchema } from '../../../src-shared/shapes.ts';

const ids = [3, 17].map((id) => submissionIdSchema.parse(id));
const content = { title: 'Held', body: 'export.jsonl', ids };

/** Electron's notifications as one process has them. @param launchedBy what stood in the one whose click has started it */
function start(platform: string, { isSupported = true, launchedBy = '' } = {}) {
  const shown: (EventEmitter & { options: NotificationConstructorOptions })[] = [];
  const led: number[][] = [];
  const refused: string[] = [];
  let registrations = 0;
  let activate: ((details: ActivationArguments) => void) | undefined;
  class Notifications extends EventEmitter {
    readonly options: NotificationConstructorOptions;

    constructor(options: NotificationConstructorOptions) {
      super();
      this.options = options;
    }

    static isSupported() {
      registrations += 1;
      if (registrations === 1 && launchedBy !== '') activate?.({ type: 'click', arguments: launchedBy });
      return isSupported;
    }

    static handleActivation(callback: (details: ActivationArguments) => void) {
      if (platform !== 'win32') throw new TypeError('Notification.handleActivation is not a function');
      activate = callback;
    }

    show() {
      shown.push(this);
    }
  }
  const notify = notificationsOn({
    notifications: Notifications,
    platform,
    showWindow: () => {},
    argv: ['Tranship.exe', ...(launchedBy === '' ? [] : ['-Embedding'])],
    lead: (to) => led.push(to),
    noteRefusal: (reason) => refused.push(reason),
  });
  return {
    notify,
    shown,
    led,
    refused,
    registrations: () => registrations,
    /** As Windows passes it, and tells the notification itself, too. */
    click() {
      const [last] = shown.slice(-1);
      const launch = /launch="([^"]*)"/.exec(last?.options.toastXml ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
      activate?.({ type: 'click', arguments: launch });
      last?.emit('click');
      return launch;
    },
  };
}

it.each(['darwin', 'win32'])('one that the system refuses is written down once with its reason, on %s', (platform) => {
  const { notify, shown, refused } = start(platform);
  for (const _ of [1, 2]) {
    notify(content);
    shown.at(-1)?.emit('failed', {}, 'Notifications are turned off.');
  }
  expect(refused).toEqual(['Notifications are turned off.']);
});

it.each(['linux', 'darwin', 'win32'])('a click leads to the file once, on %s', (platform) => {
  const { notify, click, led } = start(platform);
  notify(content);
  click();
  expect(led).toEqual([ids]);
});

it('on Windows, a click leads to the file also after Tranship was closed', () => {
  const before = start('win32');
  before.notify(content);
  const launchedBy = before.click();
  expect(start('win32', { launchedBy }).led).toEqual([ids]);
});

it('nothing is registered with Windows before there is something to show', () => {
  const { notify, registrations } = start('win32');
  expect(registrations()).toBe(0);
  notify(content);
  expect(registrations()).toBe(1);
});

it('nothing is shown where the system has no notifications', () => {
  const { notify, shown } = start('linux', { isSupported: false });
  notify(content);
  expect(shown).toEqual([]);
});
