/** @file The network settings. They take effect with the next request, so a change needs the person's confirmation. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { NetworkForm, NetworkState } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

export interface KeptNetwork {
  /** Undefined until they are loaded. */
  network: NetworkState | undefined;
  /** Stores the change once those before it are stored; other settings keep their values. Returns whether that worked. */
  change: (part: NetworkForm) => Promise<boolean>;
  /** How often they were stored; undefined before the first time. */
  saved: number | undefined;
  error: ErrorRecord | undefined;
}

export function useNetwork(): KeptNetwork {
  const bridge = useBridge();
  const [network, setNetwork] = useState<NetworkState>();
  /** What the last change has left: the page may not show it yet. */
  const latest = useRef<NetworkState>(undefined);
  const changes = useRef<Promise<unknown>>(Promise.resolve());
  const [saved, setSaved] = useState<number>();
  const [error, setError] = useState<ErrorRecord>();
  const know = useCallback((state: NetworkState) => {
    latest.current = state;
    setNetwork(state);
  }, []);
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['network.get']().then((result) => {
      if (!isWanted) return;
      if (result.ok) know(result.value);
      else setError(result.error);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, know]);
  const store = async (part: NetworkForm): Promise<boolean> => {
    if (latest.current === undefined) return false;
    const { proxy, authorities } = latest.current;
    const result = await bridge.invoke['network.change']({ proxy, authorities, ...part });
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return false;
    know(result.value);
    setSaved((times = 0) => times + 1);
    return true;
  };
  const change = (part: NetworkForm): Promise<boolean> => {
    const stored = changes.current.then(() => store(part));
    changes.current = stored;
    return stored;
  };
  return { network, change, saved, error };
}
