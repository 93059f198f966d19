/** @file The bridge to the app, as a React context. */

import { createContext, useContext } from 'react';
import type { Bridge } from '../src-preload/bridge.ts';

export const BridgeContext = createContext<Bridge | undefined>(undefined);

/** The contract with the app. */
export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === undefined) throw new Error('There is no bridge above this component.');
  return bridge;
}
