/** @file The system's notifications: a click shows the window, and leads to what the notification is about. */

import { randomUUID } from 'node:crypto';
import type { ActivationArguments, Notification, NotificationConstructorOptions } from 'electron';
import type { SubmissionRow } from '../../../src-shared/contract.ts';
import type { NotificationContent } from '../../../src-shared/happenings.ts';
import { idsOfToast, isStartedForToast, toastXml } from './toast.ts';

/** How many of the notifications in the system's list lead somewhere. */
const CLICKABLE_NOTIFICATIONS = 50;

interface Shown extends Pick<Notification, 'show'> {
  on(event: 'click', listener: () => void): unknown;
  /** On Windows and macOS; nothing throws there. */
  on(event: 'failed', listener: (event: unknown, reason: string) => void): unknown;
}

/** The part of Electron's `Notification`. */
export interface SystemNotifications {
  new (options: NotificationConstructorOptions): Shown;
  /** On Windows, the question also registers the app for this person, see toast.ts. */
  isSupported: () => boolean;
  /** On Windows only. */
  handleActivation: (callback: (details: ActivationArguments) => void) => void;
}

export interface NotificationPorts {
  notifications: SystemNotifications;
  /** The values of `process`. */
  platform: string;
  argv: readonly string[];
  showWindow: () => void;
  lead: (ids: SubmissionRow['id'][]) => void;
  /** For support: a person who has turned notifications off is not told that there are none. */
  noteRefusal: (reason: string) => void;
}

/** Returns a function that shows a notification. */
export function notificationsOn(ports: NotificationPorts): (content: NotificationContent) => void {
  const { notifications, platform, argv, showWindow, lead, noteRefusal } = ports;
  const isWindows = platform === 'win32';
  // Referenced, because a collected notification loses its click; not every system says when one is closed.
  const latest: Shown[] = [];
  let isRefused = false;
  const follow = (ids: SubmissionRow['id'][]) => {
    showWindow();
    if (ids.length > 0) lead(ids);
  };
  if (isWindows) {
    notifications.handleActivation(({ arguments: launch }) => follow(idsOfToast(launch)));
    // Windows waits with the click until this process is registered.
    if (isStartedForToast(argv)) notifications.isSupported();
  }
  return ({ title, body, ids }) => {
    if (!notifications.isSupported()) return;
    const id = randomUUID();
    const ofWindows = isWindows && { id, toastXml: toastXml({ title, body }, ids, id) };
    const notification = new notifications({ title, body, ...ofWindows });
    latest.push(notification);
    if (latest.length > CLICKABLE_NOTIFICATIONS) latest.shift();
    notification.on('failed', (_event, reason) => {
      if (!isRefused) noteRefusal(reason);
      isRefused = true;
    });
    // On Windows, each click comes by the handler above.
    if (!isWindows) notification.on('click', () => follow(ids));
    notification.show();
  };
}
