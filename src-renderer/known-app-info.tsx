/**
 * @file Keeps what the page knows about the app true: while the key store is closed, which may open at any time; and after the
 * app was started again, perhaps in another version, which brings another page.
 */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AppInfo } from '../src-shared/contract.ts';
import { describeError } from '../src-shared/errors.ts';
import { AppInfoContext } from './app-info.ts';
import { useBridge } from './bridge-context.ts';
import { useIsConnected } from './stores.ts';

/** Why it keeps no secrets may be that the key store has changed. */
const spoken = ({ secretsHint, ...info }: AppInfo): AppInfo => {
  const hint = info.changedStore && describeError(info.changedStore).detail;
  const reason = hint ?? secretsHint;
  return { ...info, ...(reason !== undefined && { secretsHint: reason }) };
};

/** @param first what the app said when the page was loaded */
export function KnownAppInfo({ first, children }: { first: AppInfo; children: ReactNode }) {
  const bridge = useBridge();
  const [info, setInfo] = useState(() => spoken(first));
  const { keepsSecrets } = info;
  const isConnected = useIsConnected();
  const wasBroken = useRef(false);
  useEffect(() => {
    if (!isConnected) wasBroken.current = true;
    if (!isConnected || !wasBroken.current) return;
    wasBroken.current = false;
    void bridge.invoke['app.info']().then((result) => {
      if (!result.ok) return;
      if (result.value.version === first.version) setInfo(result.value);
      else location.reload();
    });
  }, [bridge, isConnected, first.version]);
  useEffect(() => {
    if (keepsSecrets) return;
    const ask = () => void bridge.invoke['app.info']().then((result) => result.ok && setInfo(spoken(result.value)));
    // A person opens the key store in a window of the system and comes back, or looks at another page.
    const moments = ['focus', 'hashchange'];
    for (const moment of moments) window.addEventListener(moment, ask);
    // As after the key store has opened.
    const unfollow = bridge.on['connections.changed'](ask);
    return () => {
      unfollow();
      for (const moment of moments) window.removeEventListener(moment, ask);
    };
  }, [bridge, keepsSecrets]);
  return <AppInfoContext value={info}>{children}</AppInfoContext>;
}
