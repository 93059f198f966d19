/** @file The entries that fit what a person looks for, loaded page by page; the answer to an older question is dropped. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { HistoryEntry, HistoryFilter } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

const SHOWN_AT_ONCE = 100;
/** While a person types, the history is not searched for every letter. */
const TYPING_MS = 200;

export interface FoundHistory {
  /** Undefined until the first answer. */
  entries: readonly HistoryEntry[] | undefined;
  /** Which reading of the history they are of; older ones that are added do not change it. */
  reading: number;
  hasMore: boolean;
  /** Files that could not be searched for the id. */
  unsearched: number;
  isLoading: boolean;
  error: ErrorRecord | undefined;
  /** Shows older entries, too. */
  more: () => void;
  /** Reads again what is shown first. */
  refresh: () => void;
}

/** @param cause whose changes ask again, too */
export function useHistory(filter: HistoryFilter, cause: unknown): FoundHistory {
  const bridge = useBridge();
  const [entries, setEntries] = useState<readonly HistoryEntry[]>();
  const [reading, setReading] = useState(0);
  const [olderThan, setOlderThan] = useState<number>();
  const [unsearched, setUnsearched] = useState(0);
  const [error, setError] = useState<ErrorRecord>();
  const [isLoading, setLoading] = useState(false);
  const question = useRef(0);
  const asText = JSON.stringify(filter);

  const load = useCallback(
    async (before: readonly HistoryEntry[], from: number | undefined) => {
      const own = ++question.current;
      setLoading(true);
      const older = from === undefined ? {} : { olderThan: from };
      // The text is the filter: equal filters are one question.
      const result = await bridge.invoke['history.find']({
        filter: JSON.parse(asText),
        limit: SHOWN_AT_ONCE,
        ...older,
      });
      if (own !== question.current) return;
      setLoading(false);
      setError(result.ok ? undefined : result.error);
      if (!result.ok) return;
      setEntries([...before, ...result.value.entries]);
      if (from === undefined) setReading(own);
      setOlderThan(result.value.olderThan);
      setUnsearched(result.value.unsearched ?? 0);
    },
    [bridge, asText],
  );
  const refresh = useCallback(() => void load([], undefined), [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cause is only watched.
  useEffect(() => {
    const timer = setTimeout(refresh, TYPING_MS);
    return () => clearTimeout(timer);
  }, [refresh, cause]);
  useEffect(
    () => () => {
      question.current++;
    },
    [],
  );
  const more = () => void load(entries ?? [], olderThan);
  return { entries, reading, hasMore: olderThan !== undefined, unsearched, isLoading, error, more, refresh };
}
