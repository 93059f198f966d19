/** @file `WebContents`: what a window shows, a page of Chromium behind the app's decisions. */

import type { WebContents } from 'electron';
import { z } from 'zod';
import { conform, ElectronEmitter, preventableEvent, typeName } from '../api/conformity.ts';
import type { FromPage } from '../page/isolated-world.ts';
import { toApp, toChromium } from './addresses.ts';
import { endFrame, FrameDouble, moveFrame } from './frame.ts';
import { answerInvoke, codec, heed, type IpcEvent } from './ipc.ts';
import { browserContextId, type PageEvents, PageHost } from './page-host.ts';
import { Permissions } from './permissions.ts';
import { followRequests, type PausedRequest } from './requests.ts';
import { type SessionDouble, session } from './session.ts';
import { record, stage } from './stage.ts';

type WindowOpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

type Implemented =
  | 'id'
  | 'loadURL'
  | 'reload'
  | 'getURL'
  | 'isDestroyed'
  | 'isLoading'
  | 'isCrashed'
  | 'isFocused'
  | 'focus'
  | 'send'
  | 'setWindowOpenHandler'
  | 'executeJavaScript'
  | 'forcefullyCrashRenderer'
  | 'close'
  | 'getZoomFactor'
  | 'setZoomFactor'
  | 'printToPDF';

let last = 0;
const ours = new Set<string>();

/** For the double itself: what the app cannot reach. */
export interface ContentsPorts {
  preload: string | undefined;
  /** The default one, if the app named none. */
  session: SessionDouble | undefined;
  hasScripts: boolean;
  size: { width: number; height: number };
  onPaint: () => void;
  onGone: () => void;
}

/** The page of some contents; not for the app. */
export let hostOf: (contents: WebContentsDouble) => Promise<PageHost>;
/** For a window that closes politely; not for the app. */
export let mayUnload: (contents: WebContentsDouble) => Promise<boolean>;

/** Chromium shows no question of its own here: what the page says goes to `will-prevent-unload`. */
const askBeforeUnload = `(() => {
  if (!navigator.userActivation.hasBeenActive) return true;
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return !event.defaultPrevented;
})()`;

export class WebContentsDouble extends ElectronEmitter implements Pick<WebContents, Implemented> {
  static override readonly [typeName] = 'WebContents';
  readonly #id = ++last;
  readonly #ports: ContentsPorts;
  readonly #host: Promise<PageHost>;
  readonly #permissions: Promise<Permissions>;
  #frame = new FrameDouble('');
  #address = '';
  #expected: string | undefined;
  #settleLoad: { resolve: () => void; reject: (error: Error) => void } | undefined;
  #openHandler: WindowOpenHandler | undefined;
  #isGone = false;
  #isLoading = false;
  #isCrashed = false;
  #isFocused = false;
  #zoom = 1;

  constructor(ports: ContentsPorts) {
    super();
    this.#ports = ports;
    this.#permissions = browserContextId(stage().cdp).then((id) => new Permissions(stage().cdp, id, this.session));
    this.#host = PageHost.open(ports.size, ports.preload, this.#pageEvents()).then(async (host) => {
      ours.add(host.targetId);
      await followRequests({
        session: host.session,
        owner: this.session,
        webContentsId: this.#id,
        isMainFrame: (frameId) => frameId === host.mainFrameId,
        mayNavigate: (paused) => this.#mayNavigate(paused, host),
      });
      if (!ports.hasScripts) await host.session.send('Emulation.setScriptExecutionDisabled', { value: true });
      return host;
    });
  }

  get id(): number {
    return this.#id;
  }

  get mainFrame(): FrameDouble {
    return this.#frame;
  }

  get session() {
    return this.#ports.session ?? session.defaultSession;
  }

  async loadURL(address: string): Promise<void> {
    const host = await this.#host;
    this.#settleLoad?.reject(failedLoad('ERR_ABORTED', -3, toApp(this.#expected ?? '')));
    this.#expected = toChromium(address);
    const loaded = new Promise<void>((resolve, reject) => {
      this.#settleLoad = { resolve, reject };
    });
    loaded.catch(() => {});
    await (await this.#permissions).denyAll(this.#expected);
    this.#begin();
    const { errorText } = await host.session.send('Page.navigate', { url: this.#expected });
    if (errorText !== undefined) {
      this.#isLoading = false;
      const name = String(errorText).replace(/^net::/, '');
      this.emit('did-fail-load', preventableEvent(), -2, name, address, true, 0, 0);
      this.#settleLoad?.reject(failedLoad(name, -2, address));
    }
    await loaded;
  }

  reload(): void {
    this.#expected = this.#address;
    this.#begin();
    void this.#host.then((host) => host.session.send('Page.reload')).catch(() => {});
  }

  getURL(): string {
    return toApp(this.#address);
  }

  isDestroyed(): boolean {
    return this.#isGone;
  }

  isLoading(): boolean {
    return this.#isLoading;
  }

  isCrashed(): boolean {
    return this.#isCrashed;
  }

  isFocused(): boolean {
    return this.#isFocused;
  }

  focus(): void {
    this.#isFocused = true;
  }

  getZoomFactor(): number {
    return this.#zoom;
  }

  setZoomFactor(factor: number): void {
    if (!(factor > 0)) throw new Error("'zoomFactor' must be a double greater than 0.0");
    this.#zoom = factor;
  }

  /** Chromium itself prints. */
  async printToPDF(given: Electron.PrintToPDFOptions): Promise<Buffer> {
    const { preferCSSPageSize, printBackground, generateTaggedPDF, generateDocumentOutline, ...others } = given;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw new Error(`Electron prints with “${unknown}”, which its double does not yet.`);
    if (this.#isGone) throw new TypeError('Object has been destroyed');
    const options = { preferCSSPageSize, printBackground, generateTaggedPDF, generateDocumentOutline };
    const { data } = await (await this.#host).session.send('Page.printToPDF', options);
    return Buffer.from(z.base64().parse(data), 'base64');
  }

  send(channel: string, ...values: unknown[]): void {
    if (typeof channel !== 'string') throw new TypeError('Missing required channel argument');
    if (this.#isGone) throw new TypeError('Object has been destroyed');
    try {
      const encoded = codec.encode(values);
      void this.#host.then((host) => host.say({ type: 'message', channel, values: encoded })).catch(() => {});
    } catch (thrown) {
      console.error('Error sending from webFrameMain: ', thrown);
    }
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler;
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return await (await this.#host).evaluate(code);
  }

  forcefullyCrashRenderer(): void {
    void this.#host.then((host) => host.session.send('Page.crash')).catch(() => {});
  }

  /** Whether the page lets itself be closed politely; a page that a person has never touched is not asked. */
  static {
    mayUnload = async (contents) => {
      if (contents.#isCrashed) return true;
      const answer = await contents.#host.then((host) => host.evaluate(askBeforeUnload, false)).catch(() => true);
      if (answer !== false || contents.#isGone) return true;
      const event = preventableEvent();
      contents.emit('will-prevent-unload', event);
      return event.defaultPrevented;
    };
  }

  close(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    endFrame(this.#frame);
    this.#settleLoad?.reject(failedLoad('ERR_ABORTED', -3, this.getURL()));
    const gone = () => {
      this.emit('destroyed');
      this.#ports.onGone();
    };
    // Chromium's answer is not waited for: a window of Electron is gone, whatever its page still does.
    const closing = this.#host.then(({ targetId }) => {
      ours.delete(targetId);
      void stage()
        .cdp.send('Target.closeTarget', { targetId })
        .catch(() => {});
    });
    closing.then(gone, gone);
  }

  static {
    hostOf = (contents) => contents.#host;
  }

  /** The page opens another one: the app is asked. The double itself opens none. */
  #askToOpen(address: string): void {
    const url = toApp(address);
    const referrer = { url: this.getURL(), policy: 'default' };
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab', referrer };
    const answer = this.#openHandler?.(details as Parameters<WindowOpenHandler>[0]);
    record('window-open', { url, action: answer?.action ?? 'allow' });
    if (answer?.action !== 'deny') console.error('The double of Electron opens no further windows.');
  }

  #begin(): void {
    this.#isLoading = true;
    this.emit('did-start-loading');
  }

  #mayNavigate(paused: PausedRequest, host: PageHost): boolean {
    const isMain = paused.frameId === host.mainFrameId;
    const url = paused.request.url;
    if (isMain && url === this.#expected?.split('#', 1)[0]) {
      this.#expected = undefined;
      return true;
    }
    const details = {
      url: toApp(url),
      isMainFrame: isMain,
      isSameDocument: false,
      frame: this.#frame,
      initiator: this.#frame,
    };
    const names =
      paused.redirectedRequestId !== undefined
        ? ['will-redirect']
        : ['will-frame-navigate', ...(isMain ? ['will-navigate'] : [])];
    return names.every((name) => {
      const event = preventableEvent(details);
      this.emit(name, event, details.url);
      return !event.defaultPrevented;
    });
  }

  #pageEvents(): PageEvents {
    return {
      worldMade: () => {},
      opens: (address) => this.#askToOpen(address),
      navigated: (address) => {
        endFrame(this.#frame);
        this.#frame = new FrameDouble(address);
        this.#address = address;
        this.#isCrashed = false;
        this.emit('did-navigate', preventableEvent(), toApp(address), 200, 'OK');
      },
      movedWithin: (address) => {
        this.#address = address;
        moveFrame(this.#frame, address);
        this.emit('did-navigate-in-page', preventableEvent(), toApp(address), true, 0, 0);
      },
      painted: () => this.#ports.onPaint(),
      loaded: () => {
        this.#isLoading = false;
        record('page-loaded');
        this.emit('dom-ready', preventableEvent());
        this.emit('did-finish-load');
        this.emit('did-stop-loading');
        this.#settleLoad?.resolve();
      },
      crashed: () => {
        this.#isCrashed = true;
        endFrame(this.#frame);
        this.emit('render-process-gone', preventableEvent(), { reason: 'crashed', exitCode: 5 });
      },
      said: (message) => void this.#heed(message),
      saidSync: (channel, values) => {
        const event = { ...this.#ipcEvent(), returnValue: undefined as unknown };
        heed(channel, values, event);
        return codec.encode(event.returnValue);
      },
    };
  }

  #ipcEvent(): IpcEvent {
    const frame = this.#frame;
    return {
      sender: this,
      get senderFrame() {
        return frame.isDestroyed() ? null : frame;
      },
    };
  }

  async #heed(message: FromPage): Promise<void> {
    const host = await this.#host;
    const frame = this.#frame;
    switch (message.type) {
      case 'invoke':
        return await answerInvoke(message, this.#ipcEvent(), (reply) => {
          if (!frame.isDestroyed()) host.say(reply);
        });
      case 'send':
        return heed(message.channel, message.values, this.#ipcEvent());
      case 'permission': {
        const { id, permission, kind } = message;
        const isGranted = await (await this.#permissions).decide(this, this.#address, permission, kind);
        return host.say({ type: 'permission', id, isGranted });
      }
      case 'window-open':
        return this.#askToOpen(message.address);
      case 'preload-error': {
        const { preload } = this.#ports;
        this.emit(
          'preload-error',
          preventableEvent(),
          preload,
          Object.assign(new Error(message.message), { stack: message.stack }),
        );
      }
    }
  }
}

const openedSchema = z.looseObject({
  targetInfo: z.looseObject({ targetId: z.string(), type: z.string(), openerId: z.string().optional() }),
});

/** Closes the windows that pages open as soon as Chromium tells of them. */
export async function closeOpenedPages(): Promise<void> {
  const { cdp } = stage();
  cdp.on('Target.targetCreated', (params) => {
    const { targetId, type, openerId = '' } = openedSchema.parse(params).targetInfo;
    if (type === 'page' && ours.has(openerId)) void cdp.send('Target.closeTarget', { targetId }).catch(() => {});
  });
  await cdp.send('Target.setDiscoverTargets', { discover: true });
}

function failedLoad(name: string, code: number, address: string): Error {
  return Object.assign(new Error(`${name} (${code}) loading '${address}'`), { code: name, errno: code, url: address });
}

conform(WebContentsDouble.prototype, 'WebContents');
