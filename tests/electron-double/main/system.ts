/** @file The rest of the system: notifications, colours, power and screens. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type {
  ActivationArguments,
  Display,
  NotificationConstructorOptions,
  PowerMonitor,
  PowerSaveBlocker,
  Rectangle,
  Screen,
} from 'electron';
import { z } from 'zod';
import { conform, ElectronEmitter, preventableEvent, typeName } from '../api/conformity.ts';
import { onCommand, record, requireReady, stage } from './stage.ts';

/** What a person still sees. The app alone holds a notification: one that it lets go of has no click. */
const notifications: { body: string; launch: string; held: WeakRef<NotificationDouble> }[] = [];
let activated: ((details: ActivationArguments) => void) | undefined;

/** What Windows passes back of a toast: that of its root. */
function launchOf(toastXml = ''): string {
  const [, launch = ''] = /^<toast launch="([^"]*)"/.exec(toastXml) ?? [];
  return launch.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** Lets go of all that the app does not hold, as happens sooner or later. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

class NotificationDouble extends ElectronEmitter {
  static override readonly [typeName] = 'Notification';
  readonly #options: NotificationConstructorOptions;

  constructor(options: NotificationConstructorOptions = {}) {
    requireReady('Cannot create Notification before app is ready');
    super();
    this.#options = options;
  }

  static isSupported(): boolean {
    return stage().options.notifications !== 'unsupported';
  }

  /** One callback, which stays; Windows only. */
  static handleActivation(callback: (details: ActivationArguments) => void): void {
    if (stage().options.platform !== 'win32') throw new TypeError('Notification.handleActivation is not a function');
    activated = callback;
  }

  get title(): string {
    return this.#options.title ?? '';
  }

  get body(): string {
    return this.#options.body ?? '';
  }

  show(): void {
    const { title, body } = this;
    const { toastXml } = this.#options;
    // Without a presenter nothing happens, not even an event.
    if (!NotificationDouble.isSupported()) return;
    if (stage().options.notifications === 'failing') {
      record('notification-failed', { title, body });
      // Linux tells none.
      if (stage().options.platform !== 'linux')
        setImmediate(() => this.emit('failed', preventableEvent(), 'The system does not show it.'));
      return;
    }
    notifications.push({ body, launch: launchOf(toastXml), held: new WeakRef(this) });
    record('notification', { title, body, toastXml });
    setImmediate(() => this.emit('show', preventableEvent()));
  }

  close(): void {
    setImmediate(() => this.emit('close', preventableEvent()));
  }
}

let isSystemDark = false;

class NativeThemeDouble extends ElectronEmitter {
  static override readonly [typeName] = 'NativeTheme';
  #source: 'system' | 'light' | 'dark' = 'system';

  get themeSource(): 'system' | 'light' | 'dark' {
    return this.#source;
  }

  set themeSource(source: 'system' | 'light' | 'dark') {
    const before = this.shouldUseDarkColors;
    this.#source = source;
    if (this.shouldUseDarkColors !== before) this.emit('updated');
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? isSystemDark : this.#source === 'dark';
  }
}

class PowerMonitorDouble
  extends ElectronEmitter
  implements Pick<PowerMonitor, 'getSystemIdleTime' | 'isOnBatteryPower'>
{
  static override readonly [typeName] = 'PowerMonitor';

  getSystemIdleTime(): number {
    return 0;
  }

  isOnBatteryPower(): boolean {
    return false;
  }
}

const blocks = new Map<number, string>();

class PowerSaveBlockerDouble implements Pick<PowerSaveBlocker, 'start' | 'stop' | 'isStarted'> {
  /** From 0, which is a number like any other. */
  #next = 0;

  start(type: 'prevent-app-suspension' | 'prevent-display-sleep'): number {
    if (!['prevent-app-suspension', 'prevent-display-sleep'].includes(type)) throw new TypeError('Invalid type');
    const id = this.#next++;
    blocks.set(id, type);
    record('stay-awake', { blocks: blocks.size });
    return id;
  }

  stop(id: number): boolean {
    const wasStarted = blocks.delete(id);
    record('stay-awake', { blocks: blocks.size });
    return wasStarted;
  }

  isStarted(id: number): boolean {
    return blocks.has(id);
  }
}

type ScreenNames = 'getPrimaryDisplay' | 'getAllDisplays' | 'getDisplayMatching';

class ScreenDouble extends ElectronEmitter implements Pick<Screen, ScreenNames> {
  static override readonly [typeName] = 'Screen';

  override on(event: string | symbol, listener: Parameters<ElectronEmitter['on']>[1]): this {
    requireReady(SCREEN_EARLY);
    return super.on(event, listener);
  }

  getPrimaryDisplay(): Display {
    const [first] = this.getAllDisplays();
    if (first === undefined) throw new Error('The test took all screens away.');
    return first;
  }

  getAllDisplays(): Display[] {
    requireReady(SCREEN_EARLY);
    return stage().options.displays.map(displayOf);
  }

  getDisplayMatching({ x, y, width, height }: Rectangle): Display {
    const middle = { x: x + width / 2, y: y + height / 2 };
    const isIn = ({ bounds }: Display) =>
      middle.x >= bounds.x &&
      middle.x < bounds.x + bounds.width &&
      middle.y >= bounds.y &&
      middle.y < bounds.y + bounds.height;
    return this.getAllDisplays().find(isIn) ?? this.getPrimaryDisplay();
  }
}

const SCREEN_EARLY = "The 'screen' module can't be used before the app 'ready' event";

/** The rest of a display is not asked for; reading it gives undefined, which a test would notice. */
function displayOf(area: Rectangle, index: number): Display {
  const { x, y, width, height } = area;
  const known = {
    id: index + 1,
    label: `Screen ${index + 1}`,
    bounds: { x, y, width, height },
    workArea: { x, y, width, height },
  };
  return { ...known, size: { width, height }, workAreaSize: { width, height }, scaleFactor: 1, rotation: 0 } as Display;
}

conform(NotificationDouble.prototype, 'Notification');
conform(NotificationDouble, 'Notification', 'statics');
conform(NativeThemeDouble.prototype, 'NativeTheme');
conform(PowerMonitorDouble.prototype, 'PowerMonitor');
conform(PowerSaveBlockerDouble.prototype, 'PowerSaveBlocker');
conform(ScreenDouble.prototype, 'Screen');

export { NotificationDouble as Notification };
export const nativeTheme = new NativeThemeDouble();
export const powerMonitor = new PowerMonitorDouble();
export const powerSaveBlocker = new PowerSaveBlockerDouble();
export const screen = new ScreenDouble();

const areaSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

onCommand('clickNotification', ({ body }) => {
  collectGarbage();
  const clicked = notifications.findLast((notification) => notification.body === body);
  if (clicked === undefined) throw new Error(`No notification says “${String(body)}”.`);
  clicked.held.deref()?.emit('click', preventableEvent());
  activated?.({ type: 'click', arguments: clicked.launch } as ActivationArguments);
});
onCommand('setDark', ({ isDark }) => {
  isSystemDark = isDark === true;
  nativeTheme.emit('updated');
});
onCommand('power', ({ event }) => {
  if (event === 'shutdown' && stage().options.platform === 'win32')
    throw new Error('On Windows, Electron tells no shutdown to the power monitor: end the session.');
  const passed = preventableEvent();
  powerMonitor.emit(String(event), passed);
  return { isDelayed: passed.defaultPrevented };
});
onCommand('setDisplays', ({ displays }) => {
  stage().options.displays = z.array(areaSchema).parse(displays);
  screen.emit('display-metrics-changed', preventableEvent(), screen.getPrimaryDisplay(), ['bounds', 'workArea']);
});
