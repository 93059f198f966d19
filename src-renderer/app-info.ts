/** @file What the page knows about the app, as a React context. */

import { createContext, useContext } from 'react';
import type { AppInfo, ManagedName } from '../src-shared/contract.ts';

export const AppInfoContext = createContext<AppInfo | undefined>(undefined);

export function useAppInfo(): AppInfo {
  const info = useContext(AppInfoContext);
  if (info === undefined) throw new Error('There is no app information above this component.');
  return info;
}

/** Whether the organisation has set this, so that no person at this computer changes it. */
export function useIsManaged(): (name: ManagedName) => boolean {
  const { managed } = useAppInfo();
  return (name) => managed.includes(name);
}
