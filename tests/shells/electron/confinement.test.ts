import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import {
  type ConfinedContents,
  type ConfinedSession,
  confineContents,
  confineSession,
} from '../../../src-main/shells/electron/confinement.ts';
import { pageOf } from '../../../src-main/shells/electron/page.ts';
import { windowOptions } from '../../../src-main/shells/electron/window.ts';

const page = pageOf(undefined);
const development = pageOf('http://localhost:5173');
const place = { width: 1280, height: 800, isMaximised: false };

function confinedSession(of = page) {
  const session = {
    setPermissionRequestHandler: vi.fn(),
    setPermissionCheckHandler: vi.fn(),
    setDevicePermissionHandler: vi.fn(),
    webRequest: { onBeforeRequest: vi.fn(), onHeadersReceived: vi.fn() },
  };
  confineSession(session as ConfinedSession, of);
  return session;
}

interface Asking {
  requestingUrl?: string;
  isMainFrame: boolean;
}

/** What the handlers for a request and for a query say. */
function answers(permission: string, asking: Asking): unknown[] {
  const session = confinedSession();
  const decide = vi.fn();
  session.setPermissionRequestHandler.mock.calls[0]?.[0]({}, permission, decide, asking);
  const origin = 'tranship://app/';
  // Where Chromium asks for no frame, there are no contents either.
  const contents = asking.requestingUrl === undefined ? null : {};
  const queried = session.setPermissionCheckHandler.mock.calls[0]?.[0](contents, permission, origin, asking);
  return [...decide.mock.calls.flat(), queried];
}

/** The names in Electron's own declarations. */
function everyPermission(): string[] {
  const declarations = readFileSync(createRequire(import.meta.url).resolve('electron/electron.d.ts'), 'utf8');
  const names =
    /setPermissionCheckHandler\(handler: .*?permission: (.*?), requestingOrigin/.exec(declarations)?.[1] ?? '';
  return names.split(' | ').map((name) => name.replaceAll("'", ''));
}

function confinedContents(links: readonly string[] = []) {
  const openExternal = vi.fn(async () => {});
  const listeners = new Map<string, (details: { url: string; preventDefault: () => void }) => void>();
  let openHandler: (details: { url: string }) => unknown = () => ({ action: 'allow' });
  const contents = {
    on: (event: string, listener: (details: { url: string; preventDefault: () => void }) => void) =>
      listeners.set(event, listener),
    setWindowOpenHandler: (handler: typeof openHandler) => {
      openHandler = handler;
    },
  };
  // The part of Electron's contents that the confinement uses.
  confineContents(contents as unknown as ConfinedContents, page, openExternal, links);
  return {
    openExternal,
    isPrevented(event: string, url: string): boolean {
      const preventDefault = vi.fn();
      listeners.get(event)?.({ url, preventDefault });
      return preventDefault.mock.calls.length > 0;
    },
    open: (url: string) => openHandler({ url }),
  };
}

describe('The window', () => {
  const { webPreferences } = windowOptions({ place, preload: '/app/preload.cjs', isDark: false, isInstalled: true });

  it('The window is sandboxed, isolated and without Node, including workers and frames', () => {
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
    });
  });

  it('The window has developer tools only outside an installed app', () => {
    expect(webPreferences?.devTools).toBe(false);
    expect(windowOptions({ place, preload: '', isDark: true, isInstalled: false }).webPreferences?.devTools).toBe(true);
  });

  it('The window is shown only when its page has loaded', () => {
    expect(windowOptions({ place, preload: '', isDark: false, isInstalled: true }).show).toBe(false);
  });
});

describe('The session', () => {
  const asPage = { requestingUrl: `${page.address}#/connections`, isMainFrame: true };

  it('The session lets the page write to the clipboard, for its copy buttons', () => {
    expect(answers('clipboard-sanitized-write', asPage)).toEqual([true, true]);
  });

  it.each<[string, Asking]>([
    ['a frame in the page', { ...asPage, isMainFrame: false }],
    ['another file of the app', { ...asPage, requestingUrl: 'tranship://app/assets/index.js' }],
    ['a page of somebody else', { ...asPage, requestingUrl: 'https://example.com/' }],
    ['a page with a similar address', { ...asPage, requestingUrl: 'tranship://app/index.html.example.com/' }],
    ['an unknown sender', { isMainFrame: true }],
  ])('The session does not let %s write to the clipboard', (_who, asking) => {
    expect(answers('clipboard-sanitized-write', asking)).toEqual([false, false]);
  });

  it('The session refuses the page every other permission that Electron knows, whether requested or queried', () => {
    const names = everyPermission().filter((name) => name !== 'clipboard-sanitized-write');
    expect(names).toEqual(expect.arrayContaining(['media', 'clipboard-read', 'unknown']));
    for (const name of names) expect([name, answers(name, asPage)]).toEqual([name, [false, false]]);
  });

  it('The session refuses every device', () => {
    expect(confinedSession().setDevicePermissionHandler.mock.calls[0]?.[0]({ deviceType: 'usb' })).toBe(false);
  });

  it.each([
    ['tranship://app/assets/index.js', false],
    ['https://example.com/collect', true],
    ['file:///etc/passwd', true],
  ])("For a request for %s, the session's answer to “cancelled” is %s", (url, cancel) => {
    const decide = vi.fn();
    confinedSession().webRequest.onBeforeRequest.mock.calls[0]?.[0]({ url }, decide);
    expect(decide.mock.calls).toEqual([[{ cancel }]]);
  });

  it('The session keeps the policy that the page is served with', () => {
    expect(confinedSession().webRequest.onHeadersReceived).not.toHaveBeenCalled();
  });

  it('The session replaces the policy of a development server with that of the page', () => {
    const decide = vi.fn();
    const responseHeaders = { Server: ['x'], 'content-security-policy': ["default-src 'unsafe-inline'"] };
    confinedSession(development).webRequest.onHeadersReceived.mock.calls[0]?.[0]({ responseHeaders }, decide);
    expect(decide.mock.calls).toEqual([
      [{ responseHeaders: { Server: ['x'], 'Content-Security-Policy': [development.policy('')] } }],
    ]);
  });
});

describe('The contents', () => {
  it.each(['will-navigate', 'will-redirect', 'will-frame-navigate'])(
    'The contents do not leave their page: %s',
    (event) => {
      const contents = confinedContents();
      const addresses = ['https://example.com/', 'file:///etc/passwd', 'tranship://app/other.html', page.address];
      expect(addresses.map((url) => contents.isPrevented(event, url))).toEqual([true, true, true, false]);
    },
  );

  it('The contents write a sheet into a frame of theirs, and into nothing else', () => {
    const contents = confinedContents();
    const events = ['will-frame-navigate', 'will-navigate', 'will-redirect'];
    expect(events.map((event) => contents.isPrevented(event, 'about:srcdoc'))).toEqual([false, true, true]);
  });

  it('The contents open no other window, not even with their own page', () => {
    const contents = confinedContents();
    expect([contents.open('https://example.com/'), contents.open(page.address)]).toEqual([
      { action: 'deny' },
      { action: 'deny' },
    ]);
  });

  it('The contents open only listed addresses in the system’s browser', () => {
    const listed = 'https://docs.example.com/batches';
    const { open, openExternal } = confinedContents([listed]);
    const others = [`${listed}?to=x`, 'https://docs.example.com/', 'https://docs.example.com.evil.example/batches'];
    for (const url of [...others, 'file:///etc/passwd', listed]) open(url);
    expect(openExternal.mock.calls).toEqual([[listed]]);
  });

  it('The contents refuse a webview', () => {
    expect(confinedContents().isPrevented('will-attach-webview', page.address)).toBe(true);
  });
});
