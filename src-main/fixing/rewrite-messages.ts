/** @file What is asked of a rewrite, and what its thread tells. Plain data, which can be sent between threads. */

import type { RuleSet } from '../check/rules/rule-set.ts';
import type { Totals } from '../check/totals/totals.ts';
import type { HandEdit } from './hand-edits.ts';
import type { Recipe, RecipeStep } from './recipe.ts';

/** A LineSet as it crosses to a thread: `LineSet.encode` makes it. */
export type StoredLines = Uint8Array;

export interface RewriteRequest {
  path: string;
  /** The new file; without one, everything is only counted. */
  out?: string;
  /** Where the lines go that the step drops which drops faulty ones, as the other steps have left them. */
  rest?: { out: string; log?: string | undefined };
  /** Where the change log goes. */
  log?: string;
  recipe: Recipe;
  /** What a person has decided about single lines of the source. */
  edits?: readonly HandEdit[];
  /** Which lines of the source are meant at all. */
  scope: StoredLines;
  /** The lines that were found faulty, for the step that drops them. */
  rejected: StoredLines;
  /** Those that share their id with another line, for the same step: it drops them as long as they do. */
  sharing?: StoredLines;
  /** By which a line that was changed is judged again. */
  ruleSet: RuleSet;
  /** Lines of the source that went before with another submission, by their ids; one that was corrected by hand may be another. */
  sentBefore?: StoredLines;
  /** What the service has taken already, of another file: lines with the same modification id are left out. */
  taken?: { path: string; scope: StoredLines };
  /** Whether lines are sent whose id was taken with another content. */
  sendChanged?: boolean;
}

export interface StepCount {
  step: RecipeStep['step'];
  field?: string;
  /** Lines that it changed. */
  changed: number;
  /** Lines that it dropped; of drop-bom, 1 where there was a mark. */
  dropped: number;
}

/** One change, as a person looks at it: long values are cut. */
export interface SampleChange {
  line: number;
  step: RecipeStep['step'];
  field?: string;
  before?: string;
  after?: string;
}

/** Lines that share a modification id and say different things: how many, and the first ids with their first lines. */
export interface IdConflicts {
  lines: number;
  groups: { id: string; lines: number[] }[];
}

/** A modification id that several lines have. */
export interface SharedId {
  id: string;
  lines: number;
  /** The first of them, those together that say the same: of one list, one may stay. */
  alike: number[][];
}

export interface FileDigest {
  bytes: number;
  sha256: string;
}

export interface RewriteSummary {
  /** Lines of the source. */
  lines: number;
  /** Lines of the new file. */
  kept: number;
  /** Kept lines that differ from their original. */
  changed: number;
  /** Lines that a step dropped. */
  dropped: number;
  /** Lines that are not meant, as the service has taken them already, or because they were not asked for. */
  leftOut: number;
  /** Of these, how many went before with another submission, by their ids. */
  sentBefore: number;
  /** Lines that a person has changed and dropped; part of the sums above. */
  byHand: { changed: number; dropped: number };
  /** In the order in which the steps ran. */
  byStep: StepCount[];
  /** Lines whose modification id was taken before, with another content: how many, and the first of them. */
  differing: { count: number; lines: number[] };
  /** Of the lines that were looked through for duplicates, those that are none. */
  conflicts: IdConflicts;
  /** The first of the ids that these lines share, even where their content differs. */
  shared: SharedId[];
  /** What those lines pay that were dropped because they say the same as one that is kept; none where that is not known of all. */
  repeated: Totals['sums'];
  /** The first changes of each step. */
  samples: SampleChange[];
  source: FileDigest;
  /** Of the new file, as it is or would be. */
  result: FileDigest;
  /** LineMap, as text. */
  lineMap: string;
  /** Of the lines that went to `rest`. */
  rest?: { lines: number; lineMap: string };
}

export interface RewriteProgress {
  bytes: number;
  totalBytes: number;
  lines: number;
}

/** The start data of the thread. `now`: milliseconds since the epoch. */
export interface RewriteAssignment {
  request: RewriteRequest;
  now: number;
}
