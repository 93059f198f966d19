/** @file Goes to the first of the selected findings in a line, or after it. */

import { useEffect, useRef, useState } from 'react';
import type { ErrorRecord } from '../../src-shared/errors.ts';
import { useBridge } from '../bridge-context.ts';
import { useStores } from '../stores.ts';
import type { FindingSelection } from './finding-selection.ts';
import { usualView } from './submission-view.ts';

export interface Jump {
  /** Which jump it is, counted from 1. */
  number: number;
  /** The line that was asked for. */
  line: number;
  /** The index of the finding that was found. */
  index: number;
}

export interface GoToLine {
  go: (line: number) => void;
  jump: Jump | undefined;
  error: ErrorRecord | undefined;
}

export function useGoToLine(selection: FindingSelection): GoToLine {
  const bridge = useBridge();
  const { submissionViews } = useStores();
  const [jump, setJump] = useState<Jump>();
  const [error, setError] = useState<ErrorRecord>();
  const key = JSON.stringify(selection);
  /** An answer to anything but the latest question is not followed. */
  const latest = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another selection the finding has another index
  useEffect(() => {
    latest.current++;
    setJump(undefined);
    setError(undefined);
  }, [key]);
  const go = async (line: number) => {
    const number = ++latest.current;
    const place = bridge.invoke['submission.place'];
    const [before, all] = await Promise.all([place({ ...selection, line }), place(selection)]);
    if (latest.current !== number) return;
    const failed = [before, all].find((answer) => !answer.ok);
    setError(failed?.ok === false ? failed.error : undefined);
    if (!before.ok || !all.ok) return;
    // Behind the last finding, the last one is the nearest.
    const index = Math.min(before.value.before, all.value.before - 1);
    submissionViews
      .getState()
      .change(selection.id, { tab: 'findings', list: 'lines', ...(index >= 0 && { chosen: index }) });
    setJump({ number, line, index });
  };
  return { go: (line) => void go(line), jump, error };
}

/** Leads to the first finding in a line, or after it, whatever was selected before. */
export function useSeeLine(id: FindingSelection['id']): (line: number) => Promise<void> {
  const bridge = useBridge();
  const { submissionViews } = useStores();
  return async (line) => {
    const place = await bridge.invoke['submission.place']({ id, line });
    const chosen = place.ok ? { chosen: place.value.before } : {};
    submissionViews.getState().change(id, { ...usualView, tab: 'findings', group: undefined, ...chosen });
  };
}
