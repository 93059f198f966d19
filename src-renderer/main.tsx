/** @file The start of the page: the contract as the preload exposes it, the store that follows it, and the view. */

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bridge } from '../src-preload/contract.ts';
import { App } from './app.tsx';
import { createQueueStore } from './queue-store.ts';

declare global {
  interface Window {
    readonly tranship: Bridge;
  }
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place to render to.');

const store = createQueueStore(window.tranship);
store.getState().follow();
createRoot(root).render(
  <StrictMode>
    <App store={store} />
  </StrictMode>,
);
