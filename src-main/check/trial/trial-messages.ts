/** @file What is asked of a trial of a rule set, and what comes of it. Plain data, which can be sent between threads. */

import type { RuleSet } from '../rules/rule-set.ts';
import type { Comparison } from './compare-found.ts';

export interface TrialRequest {
  path: string;
  /** The rules in use. */
  before: RuleSet;
  /** The rules on trial. */
  after: RuleSet;
  maxBatchBytes: number;
  /** Of a larger file only the first lines are checked, up to so many bytes. */
  mostBytes: number;
}

export interface TrialProgress {
  bytes: number;
  /** Each byte is read for both rule sets. */
  totalBytes: number;
}

export interface TrialOutcome extends Comparison {
  /** Of the whole file. */
  bytes: number;
  /** The first bytes of it that were checked: whole lines. */
  checkedBytes: number;
  /** Lines that were compared. */
  lines: number;
  /** There were so many findings that not all lines that were checked could be compared. */
  isCut: boolean;
}

/** The start data of the thread. `now`: milliseconds since the epoch. */
export interface TrialAssignment {
  request: TrialRequest;
  now: number;
  workers: number;
}
