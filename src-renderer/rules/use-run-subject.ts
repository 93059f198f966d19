/** @file The submission after which rules run: it determines the connection and the day. */

import { useEffect, useState } from 'react';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { useStores } from '../stores.ts';

/** Undefined until it is loaded, and when there is none. */
export function useRunSubject(after: SubmissionRow['id'] | undefined): SubmissionDetails | undefined {
  const bridge = useBridge();
  const { connections } = useStores();
  const [subject, setSubject] = useState<SubmissionDetails>();
  useEffect(() => {
    let isWanted = true;
    setSubject(undefined);
    if (after === undefined) return;
    void bridge.invoke['submission.details']({ id: after }).then((result) => {
      if (!isWanted || !result.ok) return;
      connections.getState().ask(result.value.row.connection);
      setSubject(result.value);
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, connections, after]);
  return subject;
}
