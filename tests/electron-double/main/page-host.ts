/** @file One page of Chromium as a window's content: its worlds, what it says to the app, and what it loads. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { electronApi, namesOf } from '../api/electron-api.ts';
import type { Cdp, CdpSession } from '../cdp.ts';
import { type FromPage, type IsolatedSettings, isolatedWorld, type ToPage } from '../page/isolated-world.ts';
import { pageWorld } from '../page/page-world.ts';
import { createCloneCodec } from '../page/structured-clone.ts';
import { createWorldBridge } from '../page/world-bridge.ts';
import { stage } from './stage.ts';

const WORLD = 'Electron Isolated Context';
const SAY = 'electronDoubleSay';

const contextSchema = z.object({
  context: z.object({ id: z.number(), name: z.string(), auxData: z.looseObject({ frameId: z.string().optional() }) }),
});
const frameSchema = z.looseObject({
  frame: z.looseObject({ id: z.string(), parentId: z.string().optional(), url: z.string() }),
});
const callFrameSchema = z.looseObject({ callFrameId: z.string(), functionName: z.string() });
const pausedSchema = z.looseObject({ callFrames: z.array(callFrameSchema) });
const evaluatedSchema = z.looseObject({
  result: z.looseObject({
    value: z.unknown().optional(),
    objectId: z.string().optional(),
    description: z.string().optional(),
  }),
  exceptionDetails: z.unknown().optional(),
});

export interface PageEvents {
  /** The preload's world of a new document exists, and its scripts will run now. */
  worldMade: () => void;
  said: (message: FromPage) => void;
  /** Returns the answer, an encoded clone. */
  saidSync: (channel: string, values: string) => string;
  /** The main frame shows another document. */
  navigated: (address: string) => void;
  movedWithin: (address: string) => void;
  painted: () => void;
  loaded: () => void;
  crashed: () => void;
  /** The page opens another one. */
  opens: (address: string) => void;
}

let windows = Promise.resolve<unknown>(undefined);
let browserContext: Promise<string> | undefined;

/** The browser context of this process: the pages, permissions and storage of no other. It ends with the process. */
export function browserContextId(cdp: Cdp): Promise<string> {
  browserContext ??= cdp
    .send('Target.createBrowserContext', { disposeOnDetach: true })
    .then((answer) => z.string().parse(answer['browserContextId']));
  return browserContext;
}

export class PageHost {
  readonly targetId: string;
  readonly session: CdpSession;
  readonly #events: PageEvents;
  #world: number | undefined;
  mainFrameId = '';

  private constructor(targetId: string, session: CdpSession, events: PageEvents) {
    this.targetId = targetId;
    this.session = session;
    this.#events = events;
  }

  static open(
    size: { width: number; height: number },
    preload: string | undefined,
    events: PageEvents,
  ): Promise<PageHost> {
    // One after the other: two at once could take each other for their own.
    const opened = windows.then(() => PageHost.#open(size, preload, events));
    windows = opened.catch(() => {});
    return opened;
  }

  static async #open(
    size: { width: number; height: number },
    preload: string | undefined,
    events: PageEvents,
  ): Promise<PageHost> {
    const { cdp } = stage();
    const created = await cdp.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
      browserContextId: await browserContextId(cdp),
    });
    const targetId = z.string().parse(created['targetId']);
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true });
    const host = new PageHost(targetId, cdp.session(z.string().parse(sessionId)), events);
    await host.#prepare(preload);
    return host;
  }

  async #prepare(preload: string | undefined): Promise<void> {
    const { session } = this;
    this.#follow();
    const tree = z.looseObject({ frameTree: frameSchema });
    await Promise.all(
      ['Page.enable', 'Runtime.enable', 'Inspector.enable', 'Debugger.enable'].map((name) => session.send(name)),
    );
    this.mainFrameId = tree.parse(await session.send('Page.getFrameTree')).frameTree.frame.id;
    await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
    await session.send('Runtime.addBinding', { name: SAY, executionContextName: WORLD });
    const token = randomUUID();
    const toAppName = `to the app ${randomUUID()}`;
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${pageWorld})(${createWorldBridge}, ${JSON.stringify(token)}, ${JSON.stringify(toAppName)})`,
    });
    const settings: IsolatedSettings = {
      token,
      toAppName,
      modules: { electron: [...electronApi.renderer.keys()], ...rendererModules() },
      process: {
        type: 'renderer',
        sandboxed: true,
        contextIsolated: true,
        platform: process.platform,
        versions: process.versions,
      },
    };
    const text = preload === undefined ? '' : readFileSync(preload, 'utf8');
    const names = 'require, process, Buffer, global, setImmediate, clearImmediate, exports, module';
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      worldName: WORLD,
      source: `(${isolatedWorld})(${JSON.stringify(settings)}, ${createCloneCodec}, ${createWorldBridge}, function (${names}) {\n${text}\n})`,
    });
  }

  #follow(): void {
    const { session } = this;
    const events = this.#events;
    session.on('Runtime.executionContextCreated', (params) => {
      const { context } = contextSchema.parse(params);
      if (context.name !== WORLD || context.auxData.frameId !== this.mainFrameId) return;
      this.#world = context.id;
      events.worldMade();
    });
    session.on('Runtime.executionContextsCleared', () => {
      this.#world = undefined;
    });
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      // A message of an earlier document has no sender any more.
      if (name === SAY && executionContextId === this.#world) events.said(JSON.parse(String(payload)));
    });
    session.on('Page.frameNavigated', (params) => {
      const { frame } = frameSchema.parse(params);
      if (frame.parentId === undefined) events.navigated(frame.url);
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.mainFrameId) events.movedWithin(String(url));
    });
    session.on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (frameId === this.mainFrameId && name === 'firstPaint') events.painted();
    });
    session.on('Page.loadEventFired', () => events.loaded());
    // A link or a form; `window.open` never comes as far.
    session.on('Page.windowOpen', ({ url }) => events.opens(String(url)));
    session.on('Inspector.targetCrashed', () => events.crashed());
    session.on('Debugger.paused', (params) => void this.#answerSync(pausedSchema.parse(params).callFrames[0]));
  }

  /** The page waits in its debugger for an answer. */
  async #answerSync(at: z.infer<typeof callFrameSchema> | undefined): Promise<void> {
    const { session } = this;
    const evaluate = async (expression: string) =>
      evaluatedSchema.parse(
        await session.send('Debugger.evaluateOnCallFrame', { callFrameId: at?.callFrameId, expression }),
      ).result;
    try {
      if (at?.functionName === 'electronDoublePathOf') {
        const { objectId } = await evaluate('file');
        const { path } = await session.send('DOM.getFileInfo', { objectId });
        await evaluate(`answer = ${JSON.stringify(path)}`);
      } else if (at?.functionName === 'electronDoubleSendSync') {
        const { value } = await evaluate('question');
        const { channel, values } = z
          .object({ channel: z.string(), values: z.string() })
          .parse(JSON.parse(String(value)));
        await evaluate(`answer = ${JSON.stringify(this.#events.saidSync(channel, values))}`);
      }
    } finally {
      await session.send('Debugger.resume').catch(() => {});
    }
  }

  /** Says something to the preload's world; it is lost where there is none. */
  say(message: ToPage): void {
    const contextId = this.#world;
    if (contextId === undefined) return;
    this.session
      .send('Runtime.evaluate', { contextId, expression: `electronDoubleHear(${JSON.stringify(message)})` })
      // The document has gone meanwhile.
      .catch(() => {});
  }

  /** Runs a script in the page's own world, as if a person had touched the page; returns what it returns, as a clone. */
  async evaluate(expression: string, userGesture = true): Promise<unknown> {
    const answer = await this.session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    });
    const { result, exceptionDetails } = evaluatedSchema.parse(answer);
    if (exceptionDetails !== undefined) throw new Error(result.description ?? 'The script failed.');
    return result.value;
  }
}

function rendererModules(): Record<string, string[]> {
  const modules = { contextBridge: 'ContextBridge', ipcRenderer: 'IpcRenderer', webUtils: 'WebUtils' };
  return Object.fromEntries(Object.entries(modules).map(([name, type]) => [name, [...namesOf(type, 'members')]]));
}
