/** @file The options for sending, as they were used last. */

import { useEffect, useState } from 'react';
import type { SendOptions } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { useConnections } from '../stores.ts';

/** The options used last; with a single connection there is nothing to choose. */
export function useRememberedOptions(): [SendOptions | undefined, (options: SendOptions) => void] {
  const bridge = useBridge();
  const only = useConnections(({ connections }) => (connections?.length === 1 ? connections[0]?.name : undefined));
  const [options, setOptions] = useState<SendOptions>();
  useEffect(() => {
    let isWanted = true;
    void bridge.invoke['settings.get']().then((result) => {
      if (!isWanted || !result.ok) return;
      const { sending } = result.value;
      setOptions(only === undefined ? sending : { ...sending, connection: only });
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, only]);
  return [options, setOptions];
}
