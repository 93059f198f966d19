/** @file How every part of the page reaches the app: the contract, handed down by React. */

import { createContext, useContext } from 'react';
import type { Bridge } from '../src-preload/bridge.ts';

export const BridgeContext = createContext<Bridge | undefined>(undefined);

/** The contract with the app. */
export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext);
  if (bridge === undefined) throw new Error('There is no bridge above this component.');
  return bridge;
}
