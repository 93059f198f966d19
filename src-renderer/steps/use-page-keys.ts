/** @file The keys of the actions on the page of a submission: the same as at its row in the queue. */

import { useEffect } from 'react';
import type { SubmissionRow } from '../../src-shared/contract.ts';
import { useAppInfo } from '../app-info.ts';
import { actionsAt } from '../queue/entry-actions.ts';
import { useActAt } from '../queue/use-act-at.ts';
import { strokeOf } from '../shortcuts/keys.ts';
import { isTypedInto, mayMean } from '../shortcuts/use-shortcuts.ts';
import { useIsConnected, useWindowUse } from '../stores.ts';
import { actionKeys } from './action-keys.ts';

/** @param row undefined where nothing can be done with it */
export function usePageKeys(row: SubmissionRow | undefined): void {
  const act = useActAt();
  const { platform } = useAppInfo();
  const hasKeys = useWindowUse(({ singleStrokes }) => singleStrokes);
  const isConnected = useIsConnected();
  useEffect(() => {
    if (row === undefined || !isConnected) return;
    const press = (event: KeyboardEvent) => {
      if (!mayMean(event) || isTypedInto(event.target)) return;
      const stroke = strokeOf(event, platform);
      const meant = actionsAt('file', [row]).find(({ action }) => actionKeys[action] === stroke);
      if (meant === undefined || (stroke !== 'Delete' && !hasKeys)) return;
      event.preventDefault();
      act(meant, 'key');
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
