/** @file `Menu`, `MenuItem`, `Tray` and `nativeImage`: what a person sees of them, and can choose in them. */

import { existsSync, readFileSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { z } from 'zod';
import { conform, ElectronEmitter, preventableEvent, typeName } from '../api/conformity.ts';
import { app } from './app.ts';
import { BrowserWindowDouble } from './browser-window.ts';
import { onCommand, record, requireReady } from './stage.ts';

/** What roles do that the app can notice; the others are Chromium's own. */
const roles: Readonly<Record<string, () => void>> = {
  quit: () => app.quit(),
  close: () => BrowserWindowDouble.getFocusedWindow()?.close(),
  minimize: () => BrowserWindowDouble.getFocusedWindow()?.minimize(),
  reload: () => BrowserWindowDouble.getFocusedWindow()?.reload(),
  about: () => app.showAboutPanel(),
};

type Click = NonNullable<MenuItemConstructorOptions['click']>;

class MenuItemDouble {
  readonly label: string;
  readonly type: string;
  readonly enabled: boolean;
  readonly visible: boolean;
  readonly role: string | undefined;
  readonly submenu: MenuDouble | undefined;
  readonly click: () => void;

  constructor(options: MenuItemConstructorOptions) {
    const { label, role, type, submenu, click, enabled = true, visible = true } = options;
    if (label === undefined && role === undefined && type === undefined)
      throw new TypeError('Invalid template for MenuItem: must have label, role or type');
    this.role = role?.toLowerCase();
    this.label = label ?? this.role ?? '';
    this.type = type ?? (submenu === undefined ? 'normal' : 'submenu');
    this.enabled = enabled;
    this.visible = visible;
    if (Array.isArray(submenu)) this.submenu = MenuDouble.buildFromTemplate(submenu);
    this.click = () => {
      const act = roles[this.role ?? ''];
      if (act !== undefined) act();
      // The arguments are Electron's own objects, which no menu of the app reads.
      else (click as undefined | ((...values: Partial<Parameters<Click>>) => void))?.();
    };
  }
}

let applicationMenu: MenuDouble | null = null;

class MenuDouble extends ElectronEmitter {
  static override readonly [typeName] = 'Menu';
  readonly #items: MenuItemDouble[] = [];

  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): MenuDouble {
    if (!Array.isArray(template)) throw new TypeError('Invalid template for Menu: Menu template must be an array');
    const menu = new MenuDouble();
    for (const options of template) menu.#items.push(new MenuItemDouble(options));
    return menu;
  }

  static setApplicationMenu(menu: MenuDouble | null): void {
    applicationMenu = menu;
    record('application-menu', { labels: labelsOf(menu) });
  }

  static getApplicationMenu(): MenuDouble | null {
    return applicationMenu;
  }

  get items(): MenuItemDouble[] {
    return this.#items;
  }
}

function labelsOf(menu: MenuDouble | null): string[] {
  return (menu?.items ?? []).map(({ label }) => plain(label));
}

/** Without the mark of the key. */
function plain(label: string): string {
  return label.replace(/&(.)/g, '$1');
}

function choose(menu: MenuDouble | null, [label, ...deeper]: readonly string[]): void {
  const item = menu?.items.find((each) => plain(each.label) === label);
  if (item === undefined) throw new Error(`There is no “${label}” among ${labelsOf(menu).join(', ')}.`);
  if (!item.enabled) throw new Error(`“${label}” cannot be chosen now.`);
  if (deeper.length > 0) choose(item.submenu ?? null, deeper);
  else item.click();
}

const images = new WeakSet<object>();

/** Only whether there is a picture: the double shows none. */
class NativeImageDouble {
  readonly #isEmpty: boolean;
  readonly #size: { width: number; height: number };

  constructor(isEmpty: boolean, size = { width: 0, height: 0 }) {
    this.#isEmpty = isEmpty;
    this.#size = size;
    images.add(this);
  }

  static createEmpty(): NativeImageDouble {
    return new NativeImageDouble(true);
  }

  static createFromPath(path: string): NativeImageDouble {
    return isPicture(path) ? new NativeImageDouble(false, sizeOf(path)) : NativeImageDouble.createEmpty();
  }

  getSize(): { width: number; height: number } {
    return { ...this.#size };
  }

  isEmpty(): boolean {
    return this.#isEmpty;
  }

  setTemplateImage(): void {}
}

function isPicture(path: string): boolean {
  return existsSync(path) && readFileSync(path).subarray(1, 4).toString('latin1') === 'PNG';
}

/** As the head of a PNG says it. */
function sizeOf(path: string): { width: number; height: number } {
  const head = readFileSync(path);
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

let tray: TrayDouble | undefined;

let sightOf: (of: TrayDouble) => { toolTip: string; labels: string[]; disabled: string[] };
let menuOf: (of: TrayDouble) => MenuDouble | null;

class TrayDouble extends ElectronEmitter {
  static override readonly [typeName] = 'Tray';
  #toolTip = '';
  #menu: MenuDouble | null = null;
  #isGone = false;

  constructor(image: NativeImageDouble | string) {
    requireReady('Cannot create Tray before app is ready');
    super();
    if (typeof image === 'string' && !isPicture(image)) throw new Error(`Failed to load image from path '${image}'`);
    tray = this;
    record('tray');
  }

  setToolTip(toolTip: string): void {
    this.#toolTip = toolTip;
    record('tray-tool-tip', { toolTip });
  }

  setContextMenu(menu: MenuDouble | null): void {
    this.#menu = menu;
  }

  setImage(image: NativeImageDouble | string): void {
    if (typeof image === 'string' && !isPicture(image)) throw new Error(`Failed to load image from path '${image}'`);
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  destroy(): void {
    this.#isGone = true;
  }

  static {
    sightOf = (of) => ({
      toolTip: of.#toolTip,
      labels: labelsOf(of.#menu),
      disabled: (of.#menu?.items ?? []).filter(({ enabled }) => !enabled).map(({ label }) => plain(label)),
    });
    menuOf = (of) => of.#menu;
  }
}

function existingTray(): TrayDouble {
  if (tray === undefined) throw new Error('The app has no tray icon.');
  return tray;
}

conform(MenuDouble.prototype, 'Menu');
conform(MenuDouble, 'Menu', 'statics');
conform(MenuItemDouble.prototype, 'MenuItem');
conform(NativeImageDouble.prototype, 'NativeImage');
conform(NativeImageDouble, 'NativeImage', 'statics');
conform(TrayDouble.prototype, 'Tray');

export { MenuDouble as Menu, MenuItemDouble as MenuItem, NativeImageDouble as nativeImage, TrayDouble as Tray };

onCommand('chooseInMenu', ({ labels }) => choose(applicationMenu, z.array(z.string()).parse(labels)));
onCommand('chooseInTray', ({ label }) => choose(menuOf(existingTray()), [String(label)]));
onCommand('trayLabels', () => sightOf(existingTray()));
onCommand('clickTray', () => void existingTray().emit('click', preventableEvent()));
