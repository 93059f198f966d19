/** @file Whether a file can be given to the team in place of being sent from this computer. */

import { useEffect, useState } from 'react';
import type { SharingWay } from '../../src-shared/contract.ts';
import { useBridge } from '../bridge-context.ts';
import { useTeam } from '../stores.ts';
import { hasTeam } from '../team/team-store.ts';
import { wayAfter } from './team-choice.ts';

/** Asks for each connection where there is any ledger; undefined until it is known. */
export function useSharingWay(connection: string | undefined): SharingWay | undefined {
  const bridge = useBridge();
  const isInTeam = useTeam(hasTeam);
  const isKnown = useTeam(({ ledgers }) => ledgers !== undefined);
  const changes = useTeam((store) => store.changes);
  const [answer, setAnswer] = useState<{ connection: string; way: SharingWay }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a ledger that went away or is back is asked again
  useEffect(() => {
    if (connection === undefined || !isInTeam) return;
    let isWanted = true;
    void bridge.invoke['team.sharing']({ connection }).then((result) => {
      if (!isWanted) return;
      const way = result.ok ? result.value : 'none';
      setAnswer((before) => ({
        connection,
        way: wayAfter(before?.connection === connection ? before.way : undefined, way),
      }));
    });
    return () => {
      isWanted = false;
    };
  }, [bridge, connection, isInTeam, changes]);
  // Until the ledgers are known, what was chosen for the last file must not be dropped.
  if (!isInTeam) return isKnown ? 'none' : undefined;
  // While it is asked again, what was known counts.
  return answer?.connection === connection ? answer?.way : undefined;
}
