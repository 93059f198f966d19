/** @file An answer of the service, requested once or repeatedly by a person; only the latest request counts. */

import { useCallback, useRef, useState } from 'react';
import type { Result, TableReply } from '../../src-shared/contract.ts';

export interface AskedReply {
  result: Result<TableReply> | undefined;
  isAsking: boolean;
  ask: (question: () => Promise<Result<TableReply>>) => void;
  /** Clears the answer, and ignores one that is still to come. */
  forget: () => void;
}

export function useReply(): AskedReply {
  const [result, setResult] = useState<Result<TableReply>>();
  const [isAsking, setAsking] = useState(false);
  const latest = useRef(0);
  const ask = useCallback<AskedReply['ask']>((question) => {
    const own = ++latest.current;
    setAsking(true);
    void question().then((answer) => {
      if (latest.current !== own) return;
      setAsking(false);
      setResult(answer);
    });
  }, []);
  const forget = useCallback(() => {
    latest.current += 1;
    setAsking(false);
    setResult(undefined);
  }, []);
  return { result, isAsking, ask, forget };
}
