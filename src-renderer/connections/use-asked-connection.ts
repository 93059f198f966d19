/** @file The connection for asking the service directly: the one used last, else the one that files go to. */

import { useEffect } from 'react';
import type { ConnectionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { useConnections, useStores } from '../stores.ts';

/** Undefined when there is none, or when the person has to choose. */
export function useAskedConnection(): ConnectionRow | undefined {
  const bridge = useBridge();
  const { connections } = useStores();
  const asked = useConnections((store) => store.asked);
  const known = useConnections((store) => store.connections);
  useEffect(() => {
    if (asked !== undefined) return;
    void bridge.invoke['settings.get']().then((result) => {
      const store = connections.getState();
      if (result.ok && store.asked === undefined) store.ask(result.value.sending.connection);
    });
  }, [bridge, connections, asked]);
  return known?.find(({ name }) => name === asked) ?? (known?.length === 1 ? known[0] : undefined);
}
