/** @file What a person looks at on the page of a submission; kept while another page is shown, so that going back leads to it. */

import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FindingGroupRow, RuleCount, SubmissionRow } from '../../src-shared/contract.ts';

export interface SubmissionView {
  /** Until a person chooses a tab, it follows the state. */
  tab?: 'overview' | 'changes' | 'findings' | 'batches';
  /** The person was led here to read the service's report, which is shown at once. */
  asksReport?: boolean;
  severity: 'all' | RuleCount['severity'];
  /** The rules whose findings are shown; all of them when there are none. */
  rules: ReadonlySet<string>;
  /** Whether findings are shown one by one or in groups. */
  list: 'groups' | 'lines';
  /** The group whose findings are shown one by one; all when there is none. */
  group?: FindingGroupRow | undefined;
  /** What the findings contain that are shown. */
  search: string;
  /** The index of the chosen finding among those that are shown. */
  chosen?: number | undefined;
}

export interface SubmissionViews {
  views: ReadonlyMap<SubmissionRow['id'], SubmissionView>;
  change(id: SubmissionRow['id'], change: Partial<SubmissionView>): void;
}

export const usualView: SubmissionView = { severity: 'all', rules: new Set(), list: 'lines', search: '' };

export function createSubmissionViews(): StoreApi<SubmissionViews> {
  return createStore<SubmissionViews>((set, get) => ({
    views: new Map(),
    change(id, change) {
      const { views } = get();
      set({ views: new Map([...views, [id, { ...(views.get(id) ?? usualView), ...change }]]) });
    },
  }));
}
