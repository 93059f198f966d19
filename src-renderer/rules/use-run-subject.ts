/** @file The submission after which rules run: it determines the connection and the day. */

import { useEffect, useState } from 'react';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { useStores } from '../stores.ts';

export interface RunSubject {
  /** Undefined until it is loaded, and when there is none. */
  subject: SubmissionDetails | undefined;
  /** Until then, the day for which rules are to run is not known. */
  isLoading: boolean;
}

export function useRunSubject(after: SubmissionRow['id'] | undefined): RunSubject {
  const bridge = useBridge();
  const { connections } = useStores();
  const [found, setFound] = useState<{ after: SubmissionRow['id']; subject: SubmissionDetails | undefined }>();
  useEffect(() => {
    if (after === undefined) return;
    let isWanted = true;
    void bridge.invoke['submission.details']({ id: after }).then((result) => {
      if (!isWanted) return;
      if (result.ok) connections.getState().ask(result.value.row.connection);
      setFound({ after, subject: result.ok ? result.value : undefined });
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, connections, after]);
  const isKnown = found?.after === after;
  return { subject: isKnown ? found?.subject : undefined, isLoading: after !== undefined && !isKnown };
}
