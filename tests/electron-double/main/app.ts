/** @file `app`: the life of the process, in the order of shell/browser/browser.cc and lib/browser/init.ts of Electron. */

import { mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { App, CommandLine, LoginItemSettings, RelaunchOptions, Settings } from 'electron';
import { z } from 'zod';
import { conform, ElectronEmitter, preventableEvent, typeName } from '../api/conformity.ts';
import { BrowserWindowDouble, windowEvents } from './browser-window.ts';
import { closeOsCrypt, openOsCrypt } from './safe-storage.ts';
import { SingleInstance } from './single-instance.ts';
import { record, stage } from './stage.ts';

type Implemented =
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'isReady'
  | 'whenReady'
  | 'focus'
  | 'getAppPath'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getName'
  | 'setName'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'requestSingleInstanceLock'
  | 'hasSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'enableSandbox'
  | 'commandLine'
  | 'disableHardwareAcceleration'
  | 'setActivationPolicy'
  | 'dock'
  | 'setBadgeCount'
  | 'getBadgeCount'
  | 'isPackaged'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'showAboutPanel'
  | 'setAboutPanelOptions'
  | 'addRecentDocument'
  | 'hide'
  | 'show';

const packageSchema = z.looseObject({
  name: z.string(),
  productName: z.string().optional(),
  version: z.string(),
});

/** Begins the app's life once its main script has run; not for the app. */
export let launch: () => void;
let follow: () => void;

/** What Chromium is started with; it reads it when it starts. */
class CommandLineDouble implements CommandLine {
  readonly #switches = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    this.#switches.set(name.toLowerCase(), value);
    record('switch', { name, value });
  }

  appendArgument(value: string): void {
    record('argument', { value });
  }

  hasSwitch(name: string): boolean {
    return this.#switches.has(name.toLowerCase());
  }

  getSwitchValue(name: string): string {
    return this.#switches.get(name.toLowerCase()) ?? '';
  }

  removeSwitch(name: string): void {
    this.#switches.delete(name.toLowerCase());
  }
}

class AppDouble extends ElectronEmitter implements Pick<App, Implemented> {
  static override readonly [typeName] = 'App';
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();
  #instance: SingleInstance | undefined;
  #package: z.infer<typeof packageSchema> | undefined;
  #name: string | undefined;
  #badge = 0;
  #isQuitting = false;
  #isExiting = false;
  #isShutDown = false;
  #exitCode = 0;
  #loginItem: Settings = {};
  readonly commandLine = new CommandLineDouble();

  get isPackaged(): boolean {
    return stage().options.isPackaged;
  }

  #read(): z.infer<typeof packageSchema> {
    this.#package ??= packageSchema.parse(
      JSON.parse(readFileSync(join(stage().options.appFolder, 'package.json'), 'utf8')),
    );
    return this.#package;
  }

  getAppPath(): string {
    return stage().options.appFolder;
  }

  getVersion(): string {
    return this.#read().version;
  }

  getName(): string {
    return this.#name ?? this.#read().productName ?? this.#read().name;
  }

  setName(name: string): void {
    this.#name = name;
  }

  getLocale(): string {
    return stage().isReady ? 'en-GB' : '';
  }

  getPreferredSystemLanguages(): string[] {
    return [...stage().options.languages];
  }

  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    const home = homedir();
    const appData = process.env['XDG_CONFIG_HOME'] || join(home, '.config');
    const known: Record<string, string> = {
      home,
      appData,
      temp: tmpdir(),
      exe: process.execPath,
      module: process.execPath,
      userData: join(appData, this.getName()),
      sessionData: this.#paths.get('userData') ?? join(appData, this.getName()),
      logs: join(this.#paths.get('userData') ?? join(appData, this.getName()), 'logs'),
      desktop: join(home, 'Desktop'),
      documents: join(home, 'Documents'),
      downloads: join(home, 'Downloads'),
    };
    const path = known[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }

  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.getPath(name);
    this.#paths.set(name, path);
  }

  isReady(): boolean {
    return stage().isReady;
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    record('single-instance-lock');
    if (this.#instance !== undefined) return true;
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    this.#instance = SingleInstance.take(
      folder,
      { argv: process.argv, workingFolder: process.cwd(), additionalData: additionalData ?? null },
      (other) => {
        // Other instances wait until this one is ready.
        void this.#ready.promise.then(() =>
          this.emit(
            ...(['second-instance', preventableEvent(), asChromiumHasThem(other.argv)] as const),
            ...[other.workingFolder, other.additionalData],
          ),
        );
      },
    );
    return this.#instance !== undefined;
  }

  hasSingleInstanceLock(): boolean {
    return this.#instance !== undefined;
  }

  releaseSingleInstanceLock(): void {
    this.#instance?.release();
    this.#instance = undefined;
  }

  enableSandbox(): void {
    if (stage().isReady) throw new Error('app.enableSandbox() can only be called before app is ready');
  }

  disableHardwareAcceleration(): void {
    if (stage().isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
  }

  setActivationPolicy(policy: 'regular' | 'accessory' | 'prohibited'): void {
    if (stage().options.platform !== 'darwin') throw new TypeError('app.setActivationPolicy is not a function');
    record('activation-policy', { policy });
  }

  /** Only macOS has one; that one is not in the double. */
  get dock(): undefined {
    if (stage().options.platform === 'darwin')
      throw new Error('Electron has App.dock, but its double does not implement it yet.');
    return undefined;
  }

  setAppUserModelId(id: string): void {
    record('app-user-model-id', { id });
  }

  setToastActivatorCLSID(id: string): void {
    if (stage().options.platform !== 'win32') throw new TypeError('app.setToastActivatorCLSID is not a function');
    record('toast-activator', { id });
  }

  setBadgeCount(count = 0): boolean {
    this.#badge = count;
    record('badge', { count });
    // Only macOS, and Linux with Unity's launcher, have a badge.
    return stage().options.platform === 'darwin';
  }

  getBadgeCount(): number {
    return this.#badge;
  }

  getLoginItemSettings(asked: Pick<Settings, 'path' | 'args'> = {}): LoginItemSettings {
    const isSet = this.#loginItem.openAtLogin === true && isSameItem(this.#loginItem, asked);
    return {
      openAtLogin: isSet,
      wasOpenedAtLogin: stage().options.platform === 'darwin' && stage().options.wasOpenedAtLogin,
      // Spread, since the types of Electron do not have them.
      ...{ openAsHidden: false, wasOpenedAsHidden: false, restoreState: false },
      executableWillLaunchAtLogin: isSet,
      launchItems: [],
      status: isSet ? 'enabled' : 'not-registered',
    };
  }

  setLoginItemSettings(settings: Settings): void {
    // Linux has none: the call does nothing there.
    if (stage().options.platform !== 'linux') this.#loginItem = settings;
    record('login-item', { settings });
  }

  showAboutPanel(): void {
    record('about-panel');
  }

  setAboutPanelOptions(): void {}

  addRecentDocument(path: string): void {
    record('recent-document', { path });
  }

  focus(): void {
    BrowserWindowDouble.getAllWindows()
      .find((window) => window.isVisible())
      ?.focus();
  }

  hide(): void {
    record('app-hide');
  }

  show(): void {
    record('app-show');
  }

  relaunch({ args = process.argv.slice(1), execPath = process.execPath }: RelaunchOptions = {}): void {
    record('relaunch', { args, execPath });
  }

  quit(): void {
    if (this.#isQuitting) return;
    const event = preventableEvent();
    this.emit('before-quit', event);
    this.#isQuitting = !event.defaultPrevented;
    if (!this.#isQuitting) return;
    const windows = BrowserWindowDouble.getAllWindows();
    if (windows.length === 0) this.#notifyAndShutDown();
    else for (const window of windows) window.close();
  }

  exit(exitCode = 0): void {
    this.#exitCode = exitCode;
    this.#isQuitting = true;
    this.#isExiting = true;
    const windows = BrowserWindowDouble.getAllWindows();
    if (windows.length === 0) this.#shutDown();
    else for (const window of windows) window.destroy();
  }

  static {
    launch = () => app.#launch();
    follow = () => app.#follow();
  }

  /** As the main script has run: the system tells, and the app becomes ready. */
  #launch(): void {
    this.emit('will-finish-launching');
    for (const path of stage().options.openFiles) this.emit('open-file', preventableEvent(), path);
    mkdirSync(this.getPath('userData'), { recursive: true });
    openOsCrypt(this.getPath('sessionData'));
    stage().isReady = true;
    this.#ready.resolve();
    this.emit('ready', preventableEvent(), {});
    if (this.#isShutDown) this.#end();
  }

  #follow(): void {
    windowEvents.created = (window) => {
      this.emit('web-contents-created', preventableEvent(), window.webContents);
      this.emit('browser-window-created', preventableEvent(), window);
    };
    windowEvents.focused = (window, isFocused) =>
      void this.emit(isFocused ? 'browser-window-focus' : 'browser-window-blur', preventableEvent(), window);
    windowEvents.closeCancelled = () => {
      this.#isQuitting = false;
    };
    windowEvents.allClosed = () => {
      if (this.#isExiting) this.#shutDown();
      else if (this.#isQuitting) this.#notifyAndShutDown();
      else if (this.listenerCount('window-all-closed') === 0) this.quit();
      else this.emit('window-all-closed');
    };
  }

  #notifyAndShutDown(): void {
    if (this.#isShutDown) return;
    const event = preventableEvent();
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.#shutDown();
  }

  #shutDown(): void {
    if (this.#isShutDown) return;
    this.#isShutDown = true;
    this.#isQuitting = true;
    this.emit('quit', preventableEvent(), this.#exitCode);
    // Before it is ready, Chromium has no loop that could end: the app becomes ready first.
    if (stage().isReady) this.#end();
  }

  #end(): void {
    this.releaseSingleInstanceLock();
    closeOsCrypt();
    setImmediate(() => leave(this.#exitCode));
  }
}

/** Chromium puts switches first, and adds its own (base/command_line.cc, `AppendSwitch`). */
function asChromiumHasThem([program = '', ...given]: readonly string[]): string[] {
  const end = given.indexOf('--');
  const isSwitch = (argument: string, index: number) =>
    argument.length > 1 && argument.startsWith('-') && (end === -1 || index < end);
  const others = given.filter((argument, index) => !isSwitch(argument, index));
  return [program, ...given.filter(isSwitch), '--allow-file-access-from-files', ...others];
}

/** Windows finds an entry only by exactly the command line that it was made with. */
function isSameItem(set: Settings, asked: Pick<Settings, 'path' | 'args'>): boolean {
  if (stage().options.platform !== 'win32') return true;
  const lineOf = ({ path = process.execPath, args = [] }: typeof asked) => JSON.stringify([path, ...args]);
  return lineOf(set) === lineOf(asked);
}

/** Node's own `process.exit`, which the app no longer has: Electron puts `app.exit` in its place. */
const exitOfNode = process.exit.bind(process);

function leave(exitCode: number): void {
  record('left', { exitCode });
  // The last messages to the test leave first.
  if (process.connected) process.disconnect();
  exitOfNode(exitCode);
}

conform(AppDouble.prototype, 'App');
export const app = new AppDouble();
follow();
