/** @file `BrowserWindow`: its place, its visibility, and closing, in Electron's order of events. */

import type { BrowserWindow, BrowserWindowConstructorOptions, ProgressBarOptions, Rectangle } from 'electron';
import { conform, ElectronEmitter, preventableEvent, typeName } from '../api/conformity.ts';
import { SessionDouble } from './session.ts';
import { record, requireReady, stage } from './stage.ts';
import { mayUnload, WebContentsDouble } from './web-contents.ts';

type Implemented =
  | 'id'
  | 'loadURL'
  | 'reload'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'minimize'
  | 'restore'
  | 'maximize'
  | 'unmaximize'
  | 'setFullScreen'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'isFullScreen'
  | 'isDestroyed'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setPosition'
  | 'setSize'
  | 'close'
  | 'destroy'
  | 'setTitle'
  | 'getTitle'
  | 'setBackgroundColor'
  | 'getBackgroundColor'
  | 'setProgressBar'
  | 'setOverlayIcon'
  | 'flashFrame'
  | 'setMenuBarVisibility'
  | 'moveTop';

/** What the rest of the double hears of windows. */
export const windowEvents = {
  created: (_window: BrowserWindowDouble): void => {},
  focused: (_window: BrowserWindowDouble, _isFocused: boolean): void => {},
  closeCancelled: (): void => {},
  allClosed: (): void => {},
};

let last = 0;
const open = new Set<BrowserWindowDouble>();

/** The progress on the taskbar, which Electron does not give back; not for the app. */
export let progressOf: (window: BrowserWindowDouble) => number;

export class BrowserWindowDouble extends ElectronEmitter implements Pick<BrowserWindow, Implemented> {
  static override readonly [typeName] = 'BrowserWindow';
  readonly #id = ++last;
  readonly #contents: WebContentsDouble;
  readonly #minimum: { width: number; height: number };
  #bounds: Rectangle;
  #title: string;
  #backgroundColor: string;
  #progress = -1;
  #isVisible = false;
  #isFocused = false;
  #isMinimized = false;
  #isMaximized = false;
  #isFullScreen = false;
  #isGone = false;
  #hasPainted = false;

  constructor(options: BrowserWindowConstructorOptions = {}) {
    requireReady('Cannot create BrowserWindow before app is ready');
    super();
    const { width = 800, height = 600, minWidth = 0, minHeight = 0, webPreferences = {}, show = true } = options;
    const { preload, sandbox, contextIsolation, nodeIntegration, session, javascript = true } = webPreferences;
    if (sandbox === false || contextIsolation === false || nodeIntegration === true)
      throw new Error('The double of Electron has only sandboxed pages with context isolation and without Node.');
    this.#minimum = { width: minWidth, height: minHeight };
    const size = { width: Math.max(width, minWidth), height: Math.max(height, minHeight) };
    this.#bounds = { ...centred(size), ...size };
    if (options.x !== undefined && options.y !== undefined) this.#bounds = { ...size, x: options.x, y: options.y };
    this.#title = options.title ?? 'Electron';
    this.#backgroundColor = (options.backgroundColor ?? '#ffffff').toUpperCase();
    this.#contents = new WebContentsDouble({
      preload,
      size,
      hasScripts: javascript,
      session: sessionOf(session),
      onPaint: () => this.#painted(),
      onGone: () => this.#closed(),
    });
    open.add(this);
    windowEvents.created(this);
    if (show) this.show();
  }

  static getAllWindows(): BrowserWindowDouble[] {
    return [...open];
  }

  static getFocusedWindow(): BrowserWindowDouble | null {
    return [...open].find((window) => window.#isFocused) ?? null;
  }

  static fromId(id: number): BrowserWindowDouble | null {
    return [...open].find((window) => window.#id === id) ?? null;
  }

  static fromWebContents(contents: unknown): BrowserWindowDouble | null {
    return [...open].find((window) => window.#contents === contents) ?? null;
  }

  get id(): number {
    return this.#id;
  }

  get webContents(): WebContentsDouble {
    this.#requireLife();
    return this.#contents;
  }

  loadURL(address: string): Promise<void> {
    this.#requireLife();
    return this.#contents.loadURL(address);
  }

  reload(): void {
    this.#requireLife();
    this.#contents.reload();
  }

  show(): void {
    this.#requireLife();
    const wasVisible = this.#isVisible;
    this.#isVisible = true;
    if (!wasVisible) this.emit('show');
    this.focus();
  }

  showInactive(): void {
    this.#requireLife();
    if (this.#isVisible) return;
    this.#isVisible = true;
    this.emit('show');
  }

  hide(): void {
    this.#requireLife();
    if (!this.#isVisible) return;
    this.blur();
    this.#isVisible = false;
    this.emit('hide');
  }

  focus(): void {
    this.#requireLife();
    // A hidden or minimised window takes no focus.
    if (this.#isFocused || !this.#isVisible || this.#isMinimized) return;
    this.#isFocused = true;
    this.#contents.focus();
    this.emit('focus', preventableEvent());
    windowEvents.focused(this, true);
  }

  blur(): void {
    this.#requireLife();
    if (!this.#isFocused) return;
    this.#isFocused = false;
    this.emit('blur', preventableEvent());
    windowEvents.focused(this, false);
  }

  moveTop(): void {
    this.#requireLife();
  }

  minimize(): void {
    this.#requireLife();
    if (this.#isMinimized) return;
    this.#isMinimized = true;
    this.blur();
    this.emit('minimize');
  }

  restore(): void {
    this.#requireLife();
    if (!this.#isMinimized) return;
    this.#isMinimized = false;
    this.emit('restore');
  }

  maximize(): void {
    this.#requireLife();
    if (this.#isMaximized) return;
    this.#isMaximized = true;
    // Electron shows a window that it maximises.
    this.#isVisible = true;
    this.emit('maximize');
  }

  unmaximize(): void {
    this.#requireLife();
    if (!this.#isMaximized) return;
    this.#isMaximized = false;
    this.emit('unmaximize');
  }

  setFullScreen(isWanted: boolean): void {
    this.#requireLife();
    if (this.#isFullScreen === isWanted) return;
    // An animation on macOS; the state changes at its end.
    setTimeout(() => {
      if (this.#isGone) return;
      this.#isFullScreen = isWanted;
      this.emit(isWanted ? 'enter-full-screen' : 'leave-full-screen');
    });
  }

  isVisible(): boolean {
    this.#requireLife();
    return this.#isVisible;
  }

  isFocused(): boolean {
    this.#requireLife();
    return this.#isFocused;
  }

  isMinimized(): boolean {
    this.#requireLife();
    return this.#isMinimized;
  }

  isMaximized(): boolean {
    this.#requireLife();
    return this.#isMaximized;
  }

  isFullScreen(): boolean {
    this.#requireLife();
    return this.#isFullScreen;
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  getBounds(): Rectangle {
    this.#requireLife();
    return this.#isMaximized ? { ...firstArea() } : { ...this.#bounds };
  }

  getNormalBounds(): Rectangle {
    this.#requireLife();
    return { ...this.#bounds };
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#requireLife();
    const wanted = { ...this.#bounds, ...bounds };
    const { width, height } = this.#minimum;
    this.#bounds = { ...wanted, width: Math.max(wanted.width, width), height: Math.max(wanted.height, height) };
    this.emit('resize');
    this.emit('move');
  }

  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }

  setTitle(title: string): void {
    this.#requireLife();
    this.#title = title;
  }

  getTitle(): string {
    this.#requireLife();
    return this.#title;
  }

  setBackgroundColor(color: string): void {
    this.#requireLife();
    this.#backgroundColor = color.toUpperCase();
  }

  getBackgroundColor(): string {
    this.#requireLife();
    return this.#backgroundColor;
  }

  setProgressBar(progress: number, options: ProgressBarOptions = { mode: 'normal' }): void {
    this.#requireLife();
    this.#progress = progress;
    record('progress', { progress, mode: options.mode });
  }

  setOverlayIcon(image: object | null, description: string): void {
    this.#requireLife();
    // Elsewhere nothing happens, without a word.
    if (stage().options.platform === 'win32') record('overlay', { hasIcon: image !== null, description });
  }

  flashFrame(isWanted: boolean): void {
    this.#requireLife();
    record('flash', { isWanted });
  }

  setMenuBarVisibility(): void {
    this.#requireLife();
  }

  close(): void {
    if (this.#isGone || this.#contents.isDestroyed()) return;
    const event = preventableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) windowEvents.closeCancelled();
    else
      void mayUnload(this.#contents).then((may) => {
        if (may) this.#contents.close();
        else windowEvents.closeCancelled();
      });
  }

  destroy(): void {
    if (!this.#isGone) this.#contents.close();
  }

  static {
    progressOf = (window) => window.#progress;
  }

  #painted(): void {
    if (this.#hasPainted || this.#isGone) return;
    this.#hasPainted = true;
    this.emit('ready-to-show', preventableEvent());
  }

  #closed(): void {
    if (this.#isGone) return;
    if (this.#isFocused) {
      this.#isFocused = false;
      windowEvents.focused(this, false);
    }
    this.#isGone = true;
    open.delete(this);
    this.emit('closed');
    if (open.size === 0) windowEvents.allClosed();
  }

  #requireLife(): void {
    if (this.#isGone) throw new TypeError('Object has been destroyed');
  }
}

/** What the app hands over as a session can only be one of the double. */
function sessionOf(given: unknown): SessionDouble | undefined {
  if (given === undefined || given instanceof SessionDouble) return given;
  throw new TypeError('The session of a window must be a Session.');
}

function firstArea(): Rectangle {
  return stage().options.displays[0] ?? { x: 0, y: 0, width: 1280, height: 800 };
}

function centred({ width, height }: { width: number; height: number }): { x: number; y: number } {
  const area = firstArea();
  return { x: Math.round(area.x + (area.width - width) / 2), y: Math.round(area.y + (area.height - height) / 2) };
}

conform(BrowserWindowDouble.prototype, 'BrowserWindow');
conform(BrowserWindowDouble, 'BrowserWindow', 'statics');
