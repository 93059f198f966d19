/** @file How long until the service accepts the next rerun: one a minute, counted over all its clients. */

import { useCallback, useEffect, useState } from 'react';
import { SECOND } from '../../src-shared/durations.ts';
import { useBridge } from '../bridge-context.ts';
import { useRuleRuns } from '../stores.ts';
import { useTimeLeft } from '../use-time-left.ts';

/** `refresh` asks again. */
export function useRerunWait(connection: string | undefined): { seconds: number; refresh: () => void } {
  const bridge = useBridge();
  const [until, setUntil] = useState<{ connection: string; moment: number }>();
  const refresh = useCallback(() => {
    if (connection === undefined) return;
    void bridge.invoke['rules.wait']({ connection }).then((result) => {
      if (result.ok) setUntil({ connection, moment: Date.now() + result.value.milliseconds });
    });
  }, [bridge, connection]);
  // A run started elsewhere also delays this one.
  const latest = useRuleRuns(({ runs }) => runs?.[0]?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new run triggers this.
  useEffect(refresh, [refresh, latest]);
  const seconds = useTimeLeft(until?.connection === connection ? until?.moment : undefined, SECOND);
  return { seconds, refresh };
}
