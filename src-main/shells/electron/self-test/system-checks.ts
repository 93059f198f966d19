/** @file Whether the system tells the app of power and sessions, and shows its notifications; and what of that was not tried. */

import type { Notification, NotificationConstructorOptions, PowerSaveBlocker } from 'electron';
import type { Check } from '../../../actions/self-test/run-checks.ts';
import { after, type Clock, SECOND } from '../../../ground/clock.ts';

/** What tells of events. */
interface Teller {
  on(event: string, listener: () => void): unknown;
  listenerCount(event: string): number;
}

interface Shown extends Pick<Notification, 'show' | 'close'> {
  on(event: 'show', listener: () => void): unknown;
  /** Linux gives no reason. */
  on(event: 'failed', listener: (event: unknown, error: string) => void): unknown;
}

export interface SystemPorts {
  /** The value of `process.platform`. */
  platform: string;
  powerMonitor: Teller & { off(event: string, listener: () => void): unknown };
  powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>;
  /** A window that is never shown. */
  createTeller: () => Teller & { destroy(): void };
  notifications: { new (options: NotificationConstructorOptions): Shown; isSupported(): boolean };
  clock: Clock;
}

export function systemChecks(ports: SystemPorts): Check[] {
  return [
    { name: 'power', patience: 10 * SECOND, run: async () => checkPower(ports) },
    { name: 'notification', patience: 20 * SECOND, run: () => checkNotification(ports) },
  ];
}

/** Sleep and waking; where the system tells the app itself of its end, that as well. Windows tells the window. */
const powerEvents = (platform: string) => ['suspend', 'resume', ...(platform === 'win32' ? [] : ['shutdown'])];
const sessionEvents = ['query-session-end', 'session-end'];

/** That the app listens, and that it can keep the computer awake. */
function checkPower({ platform, powerMonitor, powerSaveBlocker, createTeller }: SystemPorts): string {
  const events = powerEvents(platform);
  const listener = () => {};
  try {
    listen(powerMonitor, events, listener);
  } finally {
    for (const event of events) powerMonitor.off(event, listener);
  }
  if (platform === 'win32') {
    const window = createTeller();
    try {
      listen(window, sessionEvents, listener);
    } finally {
      window.destroy();
    }
    events.push(...sessionEvents);
  }
  const block = powerSaveBlocker.start('prevent-app-suspension');
  const isHeld = powerSaveBlocker.isStarted(block);
  powerSaveBlocker.stop(block);
  if (!isHeld) throw new Error('The computer cannot be kept awake while files are sent.');
  return [
    `The app listens to ${events.join(', ')}, and can ask for the computer to stay awake.`,
    'Not tried: that the system tells them, since this test neither sleeps nor signs out.',
  ].join(' ');
}

function listen(teller: Teller, events: readonly string[], listener: () => void): void {
  for (const event of events) {
    teller.on(event, listener);
    if (teller.listenerCount(event) === 0) throw new Error(`The app cannot listen to ${event}.`);
  }
}

const ANSWER = 5 * SECOND;

/** Fails for nothing that a person or the organisation may want: the window shows all that a notification says. */
async function checkNotification({ notifications, clock }: SystemPorts): Promise<string> {
  if (!notifications.isSupported()) return 'This system shows no notifications; the window and its icon show the same.';
  const notification = new notifications({ title: 'Tranship', body: 'Self-test of notifications', silent: true });
  const answered = new AbortController();
  const outcome = new Promise<string>((resolve) => {
    notification.on('show', () => resolve('The system says that it has shown a notification.'));
    notification.on('failed', (_event, error) =>
      resolve(
        `The system refused a notification${error === '' ? '.' : `: ${error}`} The window and its icon show the same.`,
      ),
    );
    const unsaid = `The system took a notification, and has not said within ${ANSWER / SECOND} s whether it is shown.`;
    after(clock, ANSWER, () => resolve(unsaid), answered);
  });
  notification.show();
  try {
    return await outcome;
  } finally {
    answered.abort();
    notification.close();
  }
}
