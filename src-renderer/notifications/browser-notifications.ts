/** @file Notifications of the browser. On the desktop, the app itself shows them. */

import type { Bridge } from '../../src-preload/bridge.ts';
import type { NotificationContent } from '../../src-shared/happenings.ts';
import { Notifier } from '../../src-shared/notifier.ts';
import type { Stores } from '../stores.ts';
import { leadTo } from './lead-to.ts';
import { newsBetween } from './news.ts';

/** Notifies of the queue's news while the page is not looked at, as far as the browser allows it. Returns how to end this. */
export function notifyInBrowser(bridge: Bridge, stores: Stores): () => void {
  const notifier = new Notifier({
    clock: { sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) },
    settings: async () => {
      const result = await bridge.invoke['settings.get']();
      return result.ok ? result.value.notifications : { ended: false, needsPerson: false };
    },
    isWatched: () => document.visibilityState === 'visible' && document.hasFocus(),
    show: (content) => show(content, stores),
  });
  const unsubscribe = stores.queue.subscribe(({ list }, before) => {
    if (!isAllowed()) return;
    for (const happening of newsBetween(before.list, list)) notifier.note(happening);
  });
  return () => {
    unsubscribe();
    notifier.close();
  };
}

const isAllowed = (): boolean => 'Notification' in window && Notification.permission === 'granted';

function show({ title, body, ids }: NotificationContent, stores: Stores): void {
  // Another tab of the same app has the same news: the same tag shows them once.
  const notification = new Notification(title, { body, tag: `tranship ${title} ${ids.join()}` });
  notification.addEventListener('click', () => {
    window.focus();
    notification.close();
    leadTo(stores, ids);
  });
}
