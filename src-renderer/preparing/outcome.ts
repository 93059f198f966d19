/** @file What is known of the outcome of a preparation at a moment: of what is decided now, or only of what was. Pure. */

import type { FindingKind, Plan, PreparationWork } from '../../src-shared/contract.ts';
import { type PreparationStore, presentPlan } from './preparation-store.ts';

type Known = Pick<PreparationStore, 'preparation' | 'work' | 'isPlanOutdated' | 'lastKinds'>;

export interface KnownOutcome {
  /** What would come of all rows as it is decided now. */
  plan: Plan | undefined;
  /** While that is found out: of the rows so far. */
  soFar: PreparationWork['outcome'];
  /** In the order in which they stand on the page: those of the plan before, until the next one is ready. */
  kinds: readonly FindingKind[];
}

export function knownOutcome(state: Known): KnownOutcome {
  const { work, isPlanOutdated, lastKinds } = state;
  const plan = presentPlan(state);
  const soFar = isPlanOutdated || work?.kind !== 'planning' ? undefined : work.outcome;
  const kinds = plan?.kinds ?? (lastKinds.length > 0 ? lastKinds : (soFar?.kinds ?? []));
  return { plan, soFar, kinds };
}

/** Whether what stands on the page holds for what is decided now. */
export const isPresent = ({ plan, soFar, kinds }: KnownOutcome): boolean =>
  plan !== undefined || soFar?.kinds === kinds;

export interface RowsOfKinds {
  rows: number;
  /** Otherwise there are no more than these: a row may be of several kinds. */
  isExact: boolean;
}

/** In how many rows something of these kinds is. */
export function rowsOfKinds(kinds: readonly Pick<FindingKind, 'rows'>[], all: number): RowsOfKinds {
  const most = Math.max(0, ...kinds.map(({ rows }) => rows));
  const sum = kinds.reduce((total, { rows }) => total + rows, 0);
  const rows = Math.max(most, Math.min(all, sum));
  return { rows, isExact: rows === most };
}
