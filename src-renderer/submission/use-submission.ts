/** @file One submission: its row with every change, its details at most once a second. */

import { useEffect, useState } from 'react';
import type { Bridge } from '../../src-preload/bridge.ts';
import type { SubmissionDetails, SubmissionRow } from '../../src-shared/contract.ts';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';

const BETWEEN_REFRESHES = 1000;
/** A row in another state beside batches in their old ones contradicts them. */
const AFTER_NEW_STATE = 100;

export interface FollowedSubmission {
  /** Undefined until they are loaded; their row is always the latest. */
  details: SubmissionDetails | undefined;
  /** Why they could not be loaded. */
  error: ErrorRecord | undefined;
  /** It was removed from the queue. */
  isRemoved: boolean;
}

const unknown: FollowedSubmission = { details: undefined, error: undefined, isRemoved: false };

/**
 * Follows a submission. On its page, the app asks the service about it first; beside the list, the list tells what is on
 * the screen.
 */
export function useSubmission(id: SubmissionRow['id'], place: 'page' | 'beside' = 'page'): FollowedSubmission {
  const bridge = useBridge();
  const [submission, setSubmission] = useState(unknown);
  useEffect(() => {
    setSubmission(unknown);
    return follow(bridge, id, (change) => setSubmission(change));
  }, [bridge, id]);
  useEffect(() => {
    if (place === 'beside') return;
    void bridge.invoke['queue.watch']({ ids: [id] });
    return () => void bridge.invoke['queue.watch']({ ids: [] });
  }, [bridge, id, place]);
  return submission;
}

function follow(
  bridge: Bridge,
  id: SubmissionRow['id'],
  update: (change: (before: FollowedSubmission) => FollowedSubmission) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refreshedAt = 0;
  let ended = false;
  let state: SubmissionRow['state'] | undefined;

  const refresh = async () => {
    timer = undefined;
    refreshedAt = performance.now();
    const result = await bridge.invoke['submission.details']({ id });
    if (ended) return;
    if (result.ok) state ??= result.value.row.state;
    update((before) =>
      result.ok
        ? { details: result.value, error: undefined, isRemoved: result.value.removed !== undefined }
        : // Keeps showing the earlier details when a reload fails.
          { ...before, error: before.details === undefined ? result.error : undefined },
    );
  };
  const refreshSoon = (pause = BETWEEN_REFRESHES) => {
    if (pause < BETWEEN_REFRESHES) {
      clearTimeout(timer);
      timer = undefined;
    }
    timer ??= setTimeout(refresh, Math.max(0, refreshedAt + pause - performance.now()));
  };
  // Before loading, so that no change is lost in between.
  const unfollow = bridge.on['queue.changed'](({ submissions, removed }) => {
    if (removed.includes(id)) {
      update((before) => ({ ...before, isRemoved: true }));
      refreshSoon();
    }
    const row = submissions.find((candidate) => candidate.id === id);
    if (row === undefined) return;
    // It may have been removed before, and is back.
    update((before) => ({
      ...before,
      isRemoved: false,
      ...(before.details && { details: { ...before.details, row } }),
    }));
    const hasNewState = state !== undefined && row.state !== state;
    state = row.state;
    refreshSoon(hasNewState ? AFTER_NEW_STATE : BETWEEN_REFRESHES);
  });
  void refresh();
  return () => {
    ended = true;
    clearTimeout(timer);
    unfollow();
  };
}
