/**
 * @file Starts the page in the language that is spoken by now: connects to the app, loads what the first view needs, and
 * renders.
 */

import './styles.ts';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../src-preload/bridge.ts';
import { goByClockOf } from '../src-shared/app-zone.ts';
import { spokenLanguage } from '../src-shared/languages/message.ts';
import { App } from './app.tsx';
import { BridgeContext } from './bridge-context.ts';
import { createBrowserBridge, createBrowserSession } from './browser-bridge.ts';
import { watchPresence } from './browser-presence.ts';
import { type BrowserSession, beginSession, tokenIn } from './browser-session.ts';
import { ErrorWords } from './errors/error-words.tsx';
import { TroubleBoundary } from './errors/trouble-boundary.tsx';
import { KnownAppInfo } from './known-app-info.tsx';
import type { OnConnection } from './link-store.ts';
import { SignedOutPage } from './session/signed-out.tsx';
import { SessionContext } from './session-context.ts';
import { createStores, StoresContext } from './stores.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './theme.ts';

declare global {
  interface Window {
    /** Exists only on the desktop. */
    readonly tranship?: Bridge;
  }
}

const place = document.getElementById('root');
if (place === null) throw new Error('The page has no place to render to.');
const root = createRoot(place);

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

// Not awaited here: late pages import this module, and are not shown before it has run to its end, which in a browser would
// be that of the session.
void (window.tranship === undefined ? startInBrowser() : firstView(window.tranship).then(render));

/** Signs in with the token of the address, which then disappears from it; a browser without a session sees only that. */
async function startInBrowser(): Promise<void> {
  const session = createBrowserSession();
  const token = tokenIn(location.hash);
  if (token !== undefined) history.replaceState(null, '', location.pathname);
  // An address that is opened in this very tab changes only what stands after “#”, and loads nothing.
  addEventListener('hashchange', () => {
    if (tokenIn(location.hash) !== undefined) location.reload();
  });
  const signedOut = await beginSession(session, token);
  if (signedOut !== undefined) return render({ content: <SignedOutPage why={signedOut} /> });
  void session.prepareReturn();
  const bridge = createBrowserBridge(session);
  const ended = new Promise<View>((resolve) => {
    bridge.onEnd(() => resolve({ content: <SignedOutPage why="ended" /> }));
  });
  watchPresence(window, () => bridge.reportPresence());
  render(await Promise.race([firstView(bridge, { session, onConnection: bridge.onConnection }), ended]));
  render(await ended);
}

interface View {
  content: ReactNode;
  appearance?: 'auto' | 'light' | 'dark';
}

interface InBrowser {
  session?: BrowserSession;
  onConnection?: OnConnection;
}

/** Connects to the app and loads what the first view needs. */
async function firstView(bridge: Bridge, { session, onConnection }: InBrowser = {}): Promise<View> {
  const stores = createStores(bridge, onConnection);
  // Loaded in parallel, to be ready for the first view.
  stores.queue.getState().follow();
  stores.ruleRuns.getState().follow();
  stores.team.getState().follow();
  // Loaded before the first view, so that it shows neither wrong colours nor the first-start page by mistake.
  const [info, settings] = await Promise.all([
    bridge.invoke['app.info'](),
    bridge.invoke['settings.get'](),
    stores.connections.getState().refresh(),
  ]);
  if (settings.ok) stores.windowUse.getState().know(settings.value.window);
  if (settings.ok) stores.listLook.getState().know(settings.value.list);
  const appearance = settings.ok && settings.value.appearance !== 'system' ? settings.value.appearance : 'auto';
  if (!info.ok) return { content: <ErrorWords error={info.error} />, appearance };
  goByClockOf(info.value.zone);
  const content = (
    <BridgeContext value={bridge}>
      <SessionContext value={session}>
        <StoresContext value={stores}>
          <KnownAppInfo first={info.value}>
            <App />
          </KnownAppInfo>
        </StoresContext>
      </SessionContext>
    </BridgeContext>
  );
  return { content, appearance };
}

function render({ content, appearance = 'auto' }: View): void {
  root.render(
    <StrictMode>
      <DirectionProvider initialDirection={spokenLanguage().direction} detectDirection={false}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariablesResolver}
          defaultColorScheme={appearance}
          colorSchemeManager={colorSchemeManager}
          {...(nonce !== undefined && { getStyleNonce: () => nonce })}
        >
          <TroubleBoundary shown="window">{content}</TroubleBoundary>
        </MantineProvider>
      </DirectionProvider>
    </StrictMode>,
  );
}
