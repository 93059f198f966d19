/** @file Who did what at the desks of the team, page by page; the answer to an older question is dropped. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { TeamHappening, TeamHistoryFilter } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { useTeam } from '../stores.ts';

const SHOWN_AT_ONCE = 100;
/** While a person types, the ledger is not asked for every letter. */
const TYPING_MS = 300;

export interface ShownHappenings {
  /** Undefined until the first answer. */
  happenings: readonly TeamHappening[] | undefined;
  hasMore: boolean;
  isLoading: boolean;
  error: ErrorRecord | undefined;
  /** Shows older ones, too. */
  more: () => void;
  /** Asks again for what is shown first. */
  refresh: () => void;
}

export function useTeamHistory(ledger: string, filter: TeamHistoryFilter): ShownHappenings {
  const bridge = useBridge();
  const changes = useTeam((store) => store.changes);
  const [happenings, setHappenings] = useState<readonly TeamHappening[]>();
  const [olderThan, setOlderThan] = useState<string>();
  const [error, setError] = useState<ErrorRecord>();
  const [isLoading, setLoading] = useState(false);
  const question = useRef(0);
  const asText = JSON.stringify(filter);
  const load = useCallback(
    async (before: readonly TeamHappening[], from: string | undefined) => {
      const own = ++question.current;
      setLoading(true);
      const result = await bridge.invoke['team.history']({
        // The text is the filter: equal filters are one question.
        ledger,
        filter: JSON.parse(asText),
        limit: SHOWN_AT_ONCE,
        ...(from !== undefined && { olderThan: from }),
      });
      if (own !== question.current) return;
      setLoading(false);
      setError(result.ok ? undefined : result.error);
      if (!result.ok) return;
      setHappenings([...before, ...result.value.happenings]);
      setOlderThan(result.value.olderThan);
    },
    [bridge, ledger, asText],
  );
  const refresh = useCallback(() => void load([], undefined), [load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the ledger asks again
  useEffect(() => {
    const timer = setTimeout(refresh, TYPING_MS);
    return () => {
      clearTimeout(timer);
      question.current++;
    };
  }, [refresh, changes]);
  const more = () => void load(happenings ?? [], olderThan);
  return { happenings, hasMore: olderThan !== undefined, isLoading, error, more, refresh };
}
