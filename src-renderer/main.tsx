/** @file Starts the page: connects to the app, loads what the first view needs, and renders. */

import '@mantine/core/styles.css';
import './style.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../src-preload/bridge.ts';
import { App } from './app.tsx';
import { AppInfoContext } from './app-info.ts';
import { BridgeContext } from './bridge-context.ts';
import { createBrowserBridge } from './browser-bridge.ts';
import { ErrorWords } from './errors/error-words.tsx';
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
const bridge = window.tranship ?? createBrowserBridge();
const stores = createStores(bridge);
// Loaded in parallel, to be ready for the first view.
stores.queue.getState().follow();
stores.ruleRuns.getState().follow();
// Loaded before the first view, so that it shows neither wrong colours nor the first-start page by mistake.
const [info, settings] = await Promise.all([
  bridge.invoke['app.info'](),
  bridge.invoke['settings.get'](),
  stores.connections.getState().refresh(),
]);
const appearance = settings.ok && settings.value.appearance !== 'system' ? settings.value.appearance : 'auto';

root.render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme={appearance}
      colorSchemeManager={colorSchemeManager}
      {...(nonce !== undefined && { getStyleNonce: () => nonce })}
    >
      {info.ok ? (
        <BridgeContext value={bridge}>
          <AppInfoContext value={info.value}>
            <StoresContext value={stores}>
              <App />
            </StoresContext>
          </AppInfoContext>
        </BridgeContext>
      ) : (
        <ErrorWords error={info.error} />
      )}
    </MantineProvider>
  </StrictMode>,
);
