/** @file The network settings. They take effect with the next request, so a change needs the person's confirmation. */

import { useEffect, useState } from 'react';
import type { NetworkForm, NetworkState } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

export interface KeptNetwork {
  /** Undefined until they are loaded. */
  network: NetworkState | undefined;
  /** Stores the change; other settings keep their values. Returns whether that worked. */
  change: (part: Partial<NetworkForm>) => Promise<boolean>;
  /** How often they were stored; undefined before the first time. */
  saved: number | undefined;
  error: ErrorRecord | undefined;
}

export function useNetwork(): KeptNetwork {
  const bridge = useBridge();
  const [network, setNetwork] = useState<NetworkState>();
  const [saved, setSaved] = useState<number>();
  const [error, setError] = useState<ErrorRecord>();
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['network.get']().then((result) => {
      if (!isWanted) return;
      if (result.ok) setNetwork(result.value);
      else setError(result.error);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge]);
  const change = async (part: Partial<NetworkForm>): Promise<boolean> => {
    if (network === undefined) return false;
    const { proxy, authorities } = network;
    const result = await bridge.invoke['network.change']({ proxy, authorities, ...part });
    setError(result.ok ? undefined : result.error);
    if (!result.ok) return false;
    setNetwork(result.value);
    setSaved((times = 0) => times + 1);
    return true;
  };
  return { network, change, saved, error };
}
