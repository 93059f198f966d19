/** @file From a file that was only checked to one that is sent: where to, and whether its check still counts. Pure. */

import { isDeepStrictEqual } from 'node:util';
import type { CheckAgain } from '../../src-shared/contract.ts';
import type { CheckedSubmission, SubmissionOptions } from './submission.ts';

/** What a person chooses for a file that was only checked. */
export interface Binding {
  connection: string;
  /** Where the connection leads. */
  destination: string;
  options: SubmissionOptions;
  /** Whether its batches are given to the team, once it is approved, in place of being carried here. */
  forTeam?: boolean | undefined;
}

/** A file as it is on the disk: bytes, and when it was written to, in ms. */
export interface FileOnDisk {
  bytes: number;
  modifiedAt: number;
}

/** Why the check that was done does not count for what is wanted now; undefined where it does. */
export function reasonToCheckAgain(
  { check, options }: Pick<CheckedSubmission, 'check' | 'options'>,
  wanted: Pick<SubmissionOptions, 'ruleSet' | 'maxBatchBytes'>,
  file: FileOnDisk,
): CheckAgain | undefined {
  if (file.bytes !== check.bytes || Math.floor(file.modifiedAt) !== Math.floor(check.modifiedAt)) return 'file';
  if (!isDeepStrictEqual(wanted.ruleSet, options.ruleSet)) return 'rules';
  return wanted.maxBatchBytes === options.maxBatchBytes ? undefined : 'batch-size';
}
