/** @file The session of the browser, as a React context; the desktop has none. */

import { createContext, useContext } from 'react';
import type { BrowserSession } from './browser-session.ts';

export const SessionContext = createContext<Pick<BrowserSession, 'signOut'> | undefined>(undefined);

export function useSession(): Pick<BrowserSession, 'signOut'> | undefined {
  return useContext(SessionContext);
}
