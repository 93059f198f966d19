/** @file Which findings of a submission are shown, how many they are, and how one of them is worded. */

import { useEffect, useState } from 'react';
import type { FindingQuery, Result } from '../../src-shared/contract.ts';
import { message } from '../../src-shared/languages/message.ts';
import { useBridge } from '../bridge-context.ts';
import type { SubmissionView } from './submission-view.ts';

/** What the contract's calls about findings select by. */
export type FindingSelection = Omit<FindingQuery, 'offset' | 'limit'>;

/** The selection that a view stands for. In groups, the findings of all of them are selected. */
export function selectionOf(
  id: FindingSelection['id'],
  { severity, rules, search, list, group }: Omit<SubmissionView, 'tab' | 'chosen'>,
): FindingSelection {
  const text = search.trim();
  return {
    id,
    ...(rules.size > 0 && { rules: [...rules] }),
    ...(severity !== 'all' && { severity }),
    ...(text !== '' && { text }),
    ...(list === 'lines' && group !== undefined && { group: group.id }),
  };
}

/**
 * How many findings are selected; undefined until it is known. `countOfRules`: those of the selected rules, which is
 * the answer where nothing else selects, and changes while the check runs.
 */
export function useFindingCount(selection: FindingSelection, countOfRules: number): Result<number> | undefined {
  const bridge = useBridge();
  const [counted, setCounted] = useState<{ key: string; result: Result<number> }>();
  const isKnown = selection.text === undefined && selection.group === undefined;
  const key = JSON.stringify([selection, countOfRules]);
  useEffect(() => {
    if (isKnown) return;
    let isOutdated = false;
    const [wanted]: [FindingSelection] = JSON.parse(key);
    void bridge.invoke['submission.place'](wanted).then((answer) => {
      if (!isOutdated) setCounted({ key, result: answer.ok ? { ok: true, value: answer.value.before } : answer });
    });
    return () => {
      isOutdated = true;
    };
  }, [bridge, isKnown, key]);
  if (isKnown) return { ok: true, value: countOfRules };
  return counted?.key === key ? counted.result : undefined;
}

/** Where a message leads over to the value that is wrong. */
const valueFollows = (): string => ` ${message('but is', {}, { context: 'before the wrong value in a finding' })} `;

/** A message in two parts. Where there is no room for both, the first is cut off: the second has the wrong value. */
export function messageParts(words: string): [beginning: string, end: string] {
  const at = words.indexOf(valueFollows());
  return at === -1 ? [words, ''] : [words.slice(0, at), words.slice(at)];
}
